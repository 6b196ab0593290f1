// Chooses the algorithm of a collective. Each operation has one table in its own source file (such as
// broadcast/broadcast.cpp), which is searched from the top: a row holds the function and says when it is taken. The
// setting SHMEM_<OPERATION>_ALGORITHM forces an algorithm by its name. docs/extending.md says how to add one.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "collectives/group/group.hpp"

namespace isthmus::collectives {

enum class Operation { barrier, broadcast, collect, fcollect, alltoall, alltoalls, reduce, scan, gather, scatter };
inline constexpr std::size_t kOperations = static_cast<std::size_t>(Operation::scatter) + 1;

/// What an algorithm needs of the group.
enum class Needs {
  none,  ///< nothing: it can be used for every group
  node,  ///< a team, all members on this node
  wire,  ///< a team, some members elsewhere
};

/// Whether an algorithm suits PEs that have a core each, PEs that share cores, or both.
enum class Cores { any, own, shared };

inline constexpr std::size_t kAnyBytes = ~std::size_t{0};
inline constexpr int kAnyMembers = 0x7fffffff;

/// When an algorithm can be used, and when it is preferred to those that follow it.
struct Rule {
  const char* name;  ///< for SHMEM_<OPERATION>_ALGORITHM
  const char* what;  ///< how it works, in one line
  Needs needs = Needs::none;
  std::size_t capacity = kAnyBytes;     ///< the most bytes of a member for which it can be used
  std::size_t until_bytes = kAnyBytes;  ///< the most for which it is preferred
  int until_members = kAnyMembers;      ///< the most members for which it is preferred
  Cores cores = Cores::any;
  /// Whether a team over these nodes can use it for `bytes` of a member. Every member must come to the same answer. If
  /// null, every such team can.
  bool (*fits)(const comm::Nodes& nodes, std::size_t bytes) = nullptr;
};

/// A row of a table. `Task` is the type of the operation's arguments, such as const Broadcast&.
template <class Task>
struct Algorithm {
  using Function = void(Task);

  Rule rule;
  Function* run;
};

/// The properties of a group by which rules choose.
struct Shape {
  const comm::Team* team;  ///< null for an active set without sync state of its own
  int members;
};

/// The choice of algorithms in this process, for all its teams. Its one object, `selection`, is a global beside the
/// runtime's World, since collectives lie below the runtime. shmem_init sets it before the first collective; after that
/// any thread may use it, and only its counters change, which are atomic.
class Selection {
 public:
  /// Sets whether PEs share cores, and which algorithms are forced. `setting(name)` is the value of SHMEM_<name>, empty
  /// when it is not set. Throws base::SetupError for a value that is not the name of an algorithm.
  void configure(bool cores_are_shared, const std::function<std::string(const std::string& name)>& setting);

  /// The index of the first of an operation's rules that suits the group, or of the forced one where it can be used.
  /// `bytes` is what a member contributes, the same on all members. Every member comes to the same answer.
  std::size_t choose(Operation operation, std::span<const Rule> rules, const Shape& shape, std::size_t bytes);

  /// Called at the end of the job: logs, under SHMEM_DEBUG, in how many of its calls each forced algorithm could be
  /// used.
  void report_forced();

 private:
  bool preferred(const Rule& rule, const Shape& shape, std::size_t bytes) const;

  struct Forced {
    const Rule* rule = nullptr;  ///< null: nothing is forced, and the table decides
    std::atomic<std::uint64_t> taken = 0, passed_over = 0;
  };
  bool cores_are_shared_ = false;
  std::array<Forced, kOperations> forced_;
};
extern Selection selection;

/// The table of an operation. The rules are in an array of their own, because choose() looks at them alone.
template <class Task, std::size_t N>
class Table {
 public:
  /// The last row must be usable in every call, so that choose() always finds one.
  consteval Table(Operation operation, const Algorithm<Task> (&rows)[N]) : operation_(operation) {
    for (std::size_t i = 0; i < N; ++i) rules_[i] = rows[i].rule, run_[i] = rows[i].run;
    const Rule& last = rules_[N - 1];
    if (last.needs != Needs::none || last.capacity != kAnyBytes || last.until_bytes != kAnyBytes ||
        last.until_members != kAnyMembers || last.cores != Cores::any)
      throw "the last row of a table must always work";
  }

  std::span<const Rule> rules() const { return rules_; }
  auto choose(const Shape& shape, std::size_t bytes) const {
    return run_[selection.choose(operation_, rules_, shape, bytes)];
  }
  auto choose(const Group& group, std::size_t bytes) const { return choose({group.team(), group.size()}, bytes); }

 private:
  Operation operation_;
  std::array<Rule, N> rules_{};
  std::array<typename Algorithm<Task>::Function*, N> run_{};
};

/// The most bytes for which an algorithm is taken if nothing is forced.
inline std::size_t preferred_bytes(const Rule& rule) { return std::min(rule.capacity, rule.until_bytes); }

const char* name(Operation operation);
/// The rows of an operation in the order in which they are tried.
std::span<const Rule> rules(Operation operation);

}  // namespace isthmus::collectives
