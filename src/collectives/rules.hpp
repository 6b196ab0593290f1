// Which algorithm carries out a collective. Each operation has one table in its own source file (such as
// broadcast/broadcast.cpp), read from the top: a row holds the function and says when it is taken. A setting
// SHMEM_<OPERATION>_ALGORITHM forces one by its name. docs/contributing.md says how to add one.
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
  none,  ///< nothing: the one that always works
  node,  ///< a team, all members on this node
  wire,  ///< a team, some members elsewhere
};

/// Whether it suits PEs that have a core each, PEs that share cores, or both.
enum class Cores { any, own, shared };

inline constexpr std::size_t kAnyBytes = ~std::size_t{0};
inline constexpr int kAnyMembers = 0x7fffffff;

/// When an algorithm can be used, and when it is preferred to those that follow it.
struct Rule {
  const char* name;  ///< for SHMEM_<OPERATION>_ALGORITHM
  const char* what;  ///< how it works, in one line
  Needs needs = Needs::none;
  std::size_t capacity = kAnyBytes;     ///< bytes of a member beyond which it cannot be used
  std::size_t until_bytes = kAnyBytes;  ///< and beyond which others are preferred
  int until_members = kAnyMembers;      ///< as many members, likewise
  Cores cores = Cores::any;
  /// Of a team over several nodes: whether it can be used there for so many bytes. Every member comes to the same
  /// answer. Null: it can.
  bool (*fits)(const comm::Nodes& nodes, std::size_t bytes) = nullptr;
};

/// A row. `Task` is how the operation passes its arguments on, such as const Broadcast&.
template <class Task>
struct Algorithm {
  using Function = void(Task);

  Rule rule;
  Function* run;
};

/// A group, as far as rules look at it.
struct Shape {
  const comm::Team* team;  ///< or null: an active set without sync state of its own
  int members;
};

/// What this process has chosen for all its teams. There is one, `selection`, beside the World of the runtime, since
/// collectives lie below it. It is set by shmem_init before the first collective, and after that only read, by any
/// thread, but for its counters, which are atomic.
class Selection {
 public:
  /// Whether PEs share cores, and what is forced. `setting(name)` is the value of SHMEM_<name>, empty when it is not
  /// set. Throws base::SetupError for a value that is no algorithm's name.
  void configure(bool cores_are_shared, const std::function<std::string(const std::string& name)>& setting);

  /// The place of the first of an operation's rules that suits the group, or of the forced one where it can be used.
  /// `bytes`: what a member brings, the same on all members. Every member comes to the same answer.
  std::size_t choose(Operation operation, std::span<const Rule> rules, const Shape& shape, std::size_t bytes);

  /// Under SHMEM_DEBUG, at the end: how often each forced algorithm was taken, and so how often it could not be.
  void report_forced();

 private:
  bool preferred(const Rule& rule, const Shape& shape, std::size_t bytes) const;

  struct Forced {
    const Rule* rule = nullptr;  ///< null: the operation goes by its table
    std::atomic<std::uint64_t> taken = 0, passed_over = 0;
  };
  bool cores_are_shared_ = false;
  std::array<Forced, kOperations> forced_;
};
extern Selection selection;

/// The table of an operation: its rows, with the rules in one array for the choice and the functions in another.
template <class Task, std::size_t N>
class Table {
 public:
  /// The last row must need nothing, so that there is one for every call.
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

/// Bytes up to which an algorithm is taken, if nothing is forced.
inline std::size_t preferred_bytes(const Rule& rule) { return std::min(rule.capacity, rule.until_bytes); }

const char* name(Operation operation);
/// The rows of an operation in the order in which they are tried.
std::span<const Rule> rules(Operation operation);

}  // namespace isthmus::collectives
