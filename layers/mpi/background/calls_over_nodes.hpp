// Calls over several nodes in the background: the blocking call, in two levels, on a communicator of the thread's own.
// The program has asked for MPI_THREAD_MULTIPLE, so that the thread may call the MPI as the program's would.
#pragma once
#include <memory>
#include <type_traits>
#include <vector>

#include "abi/abi.hpp"
#include "background/background.hpp"
#include "base/error.hpp"
#include "calls/levels.hpp"
#include "datatype.hpp"
#include "device/memory.hpp"
#include "operation.hpp"
#include "reduction.hpp"

namespace isthmus::mpi {

/// What a call refers to, for as long as the call is under way: the program may free its datatypes before.
class KeptArguments {
 public:
  KeptArguments() = default;
  ~KeptArguments();
  KeptArguments(const KeptArguments&) = delete;
  KeptArguments& operator=(const KeptArguments&) = delete;

  /// Replaces a type by a copy, unless it is predefined.
  void keep(Word& type);
  /// Replaces an array of types, for so many members, by copies. Those of empty blocks need not be valid.
  void keep(const void*& types, const Counts& counts, int members);

  /// Whether all types were valid.
  bool valid() const { return valid_; }

 private:
  std::vector<Word> types_;                      ///< to be freed
  std::vector<std::unique_ptr<Word[]>> arrays_;  ///< of handles
  bool valid_ = true;
};

template <class Call>
inline constexpr bool kGathers = std::is_same_v<Call, Gather> || std::is_same_v<Call, Gatherv>;
template <class Call>
inline constexpr bool kScatters = std::is_same_v<Call, Scatter> || std::is_same_v<Call, Scatterv>;

/// Keeps the types that are significant on this member.
template <class Call>
void keep_types(KeptArguments& kept, Call& call, [[maybe_unused]] int rank, [[maybe_unused]] int members) {
  if constexpr (requires { call.type; }) kept.keep(call.type);
  if constexpr (requires { call.send_type; }) {
    bool gives = call.send != abi().in_place, takes = call.receive != abi().in_place;
    if constexpr (kGathers<Call>) takes = rank == call.root;
    if constexpr (kScatters<Call>) gives = rank == call.root;
    if (gives) kept.keep(call.send_type);
    if (takes) kept.keep(call.receive_type);
  }
  if constexpr (requires { call.send_types; }) {
    if (call.send != abi().in_place) kept.keep(call.send_types, call.send_counts, members);
    kept.keep(call.receive_types, call.receive_counts, members);
  }
}

/// Whether all members know that a call has few bytes, for which the MPI is quicker.
template <class Call>
bool has_few_bytes(const Call& call) {
  const auto few = [](std::int64_t count, Word type) {
    const auto least = static_cast<std::int64_t>(device_memory().background_from);
    return count * static_cast<std::int64_t>(describe_type(type).size) < least;
  };
  if constexpr (requires { call.count; }) return few(call.count.value, call.type);
  if constexpr (requires { call.send_count.value + call.receive_count.value; }) {
    const bool received = kScatters<Call> ? call.receive != abi().in_place : call.send == abi().in_place;
    return received ? few(call.receive_count.value, call.receive_type) : few(call.send_count.value, call.send_type);
  }
  return false;
}

template <class Call, class Function>
class LevelsJob final : public Job {
 public:
  LevelsJob(Operation operation, const Call& call, Function function, int rank, int members)
      : operation_(operation), call_(call), function_(function) {
    keep_types(kept_, call_, rank, members);
  }
  bool valid() const { return kept_.valid(); }
  void run(Communicator& comm) override {
    Call call = call_;
    call.comm = comm.handle();
    if (in_levels(comm, operation_, call, function_) != kSuccess)
      base::fatal("isthmus_mpi",
                  "the MPI failed in a nonblocking collective over several nodes; its own line says why");
  }
  void refresh() override {}
  void finish() override {}

 private:
  Operation operation_;
  Call call_;
  Function function_;
  KeptArguments kept_;
};

/// Null if the MPI shall do the call, as in background/calls.hpp.
template <class Call, class Function>
std::shared_ptr<Job> make_job_over_nodes(const Background& background, Operation operation, const Call& call,
                                         Function function) {
  if constexpr (requires { call.op; }) {
    const auto reduction = find_reduction(call.type, call.op);
    if (!reduction || !reduction->combine) return nullptr;  // the program may free its operation
  }
  if (has_few_bytes(call)) return nullptr;
  const Communicator& comm = background.comm();
  auto job = std::make_shared<LevelsJob<Call, Function>>(operation, call, function, comm.rank(), comm.size());
  return job->valid() ? job : nullptr;
}
template <class Function>
std::shared_ptr<Job> make_job_over_nodes(const Background&, Operation, const Barrier&, Function) {
  return nullptr;
}

}  // namespace isthmus::mpi
