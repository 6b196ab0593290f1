// Functions that the program calls and its MPI does not have. We define the names of MPI 4 under every MPI, so that a
// program which asks whether they exist (weak symbols, dlsym) finds them: mpi4py's wheels do so, and call what they
// find. So forms with 64-bit counts (_c) are done by those with ints where the MPI has only these.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "abi/abi.hpp"
#include "calls/neighbours.hpp"
#include "calls/requests.hpp"
#include "device/host_copies.hpp"
#include "operations.hpp"

namespace isthmus::mpi {

/// For a function that the MPI has in no form: says so once, and raises MPI_ERR_UNSUPPORTED_OPERATION on the
/// communicator, whose error handler ends the job unless the program has set another. Returns the code.
int report_missing(const char* function, Word comm);
/// MPI_ERR_COUNT in the same way, for a count that no int holds and an MPI whose counts are ints.
int report_large_count(const char* function, Word comm);

inline bool is_int(std::int64_t count) {
  return count >= std::numeric_limits<int>::min() && count <= std::numeric_limits<int>::max();
}

/// How many blocks of a call are significant on this member, on each side.
struct BlockCounts {
  int send = 0, receive = 0;
};
template <class Call>
BlockCounts count_blocks(const Call& call) {
  if constexpr (kOfNeighbours<Call>) {
    const Degrees degrees = degrees_of(call.comm);
    return {degrees.out, degrees.in};
  } else {
    const Where where = Where::in(call.comm);
    const int members = std::is_same_v<Call, Reduce_scatter> ? where.own_group : where.members;
    BlockCounts blocks{members, members};
    if constexpr (requires { call.root; }) {
      if (!where.is_root(call.root))
        (std::is_same_v<Call, Scatter> || std::is_same_v<Call, Scatterv> ? blocks.send : blocks.receive) = 0;
    }
    if constexpr (requires { call.send; }) {
      if (call.send == abi().in_place) blocks.send = 0;
      if (call.receive == abi().in_place) blocks.receive = 0;
    }
    return blocks;
  }
}

/// The arrays of a call with 64-bit numbers as arrays of ints, which the MPI may read until the call is complete.
class IntArrays {
 public:
  /// Replaces the arrays of the call. False if one of its numbers is too large.
  template <class Call>
  bool replace_in(Call& call) {
    const BlockCounts blocks = count_blocks(call);
    if constexpr (requires { call.count; }) check(call.count, 1);
    if constexpr (requires { call.send_count; }) check(call.send_count, blocks.send);
    if constexpr (requires { call.receive_count; }) check(call.receive_count, blocks.receive);
    if constexpr (requires { call.send_counts; }) replace(call.send_counts, blocks.send);
    if constexpr (requires { call.receive_counts; }) replace(call.receive_counts, blocks.receive);
    if constexpr (requires { call.displacements; })
      replace(call.displacements, std::is_same_v<Call, Scatterv> ? blocks.send : blocks.receive);
    if constexpr (requires { call.send_displacements; } && !std::is_same_v<Call, Neighbor_alltoallw>) {
      replace(call.send_displacements, blocks.send);
      replace(call.receive_displacements, blocks.receive);
    }
    return fit_;
  }
  /// Keeps the arrays as long as the request that the MPI has made.
  void keep_with(const void* request, bool persistent);

 private:
  void check(const Count& count, int blocks) { fit_ = fit_ && (blocks == 0 || is_int(count.value)); }
  void replace(Counts& counts, int length);

  bool fit_ = true;
  std::shared_ptr<std::vector<std::vector<int>>> arrays_ = std::make_shared<std::vector<std::vector<int>>>();
};

/// A collective with 64-bit counts by `form(call)`, which passes its counts as ints.
template <class Call, class Form>
int with_ints(const char* function, Call call, Form form) {
  IntArrays arrays;
  return arrays.replace_in(call) ? form(call) : report_large_count(function, call.comm);
}
/// The same for a form that makes a request.
template <class Call, class Form>
int request_with_ints(const char* function, Call call, void* request, bool persistent, Form form) {
  IntArrays arrays;
  if (!arrays.replace_in(call)) return report_large_count(function, call.comm);
  const int result = form(call);
  if (result == kSuccess) arrays.keep_with(request, persistent);
  return result;
}

/// An argument of a message, as the function with ints takes it.
template <class Argument>
auto as_int(Argument argument) {
  if constexpr (std::is_same_v<Argument, std::int64_t>)
    return static_cast<int>(argument);
  else
    return argument;
}
/// A message with a 64-bit count by `form(arguments...)`, which passes its count as an int.
template <class Form, class... Arguments>
int message_with_ints(const char* function, Word comm, Form form, Arguments... arguments) {
  const auto fits = []<class Argument>(Argument argument) {
    if constexpr (std::is_same_v<Argument, std::int64_t>) return is_int(argument);
    return true;
  };
  if (!(fits(arguments) && ...)) return report_large_count(function, comm);
  return form(as_int(arguments)...);
}

}  // namespace isthmus::mpi
