// Nonblocking and persistent collectives on device memory: the MPI carries them out on copies in host memory, under a
// request of its own. A request is remembered with its copies, until a call finds it complete and the results are
// copied back. Requests, statuses and errors stay the MPI's, so that programs may mix them with any others.
#pragma once
#include <atomic>
#include <memory>

#include "device/host_copies.hpp"
#include "mpi.hpp"

namespace isthmus::mpi {

struct Attached {
  std::unique_ptr<HostCopies> host_copies;
  bool persistent = false;
  bool active = true;                  ///< started, and its results are not copied back yet
  std::shared_ptr<const void> kept{};  ///< what the MPI may read until the request is complete
};

/// How many requests are remembered, here, in begun.hpp and in persistent.hpp. As long as there are none, no call looks
/// for one.
inline std::atomic<std::size_t> attached_requests = 0;

/// Remembers the request at `request`, which the MPI has just made.
void attach(const void* request, Attached attached);
/// Keeps something as long as the request, which may be attached already.
void keep_until_complete(const void* request, bool persistent, std::shared_ptr<const void> kept);

/// Before the MPI is told that a part of a message is ready: its copy is made again.
void refresh_part(Word request, int part);
/// When the MPI says that a part has come: it is copied to its place, once. The request stays active.
void copy_part_back(Word request, int part);

/// The functions of MPI that complete, test, free or start requests, by their names without MPI_.
namespace ours {
#define OPTIONAL(Name, comm, parameters, arguments) CALL(Name, parameters, arguments)
#define EARLY CALL
#define CALL(Name, parameters, arguments) int Name parameters;
#include "calls.def"
}  // namespace ours

}  // namespace isthmus::mpi
