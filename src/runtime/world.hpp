// The state of this PE in the job, from which every call of the API starts; its hot fields come first. It is
// `constinit`, so that calls before main() or before shmem_init find a valid, empty one; Job exists from initialisation
// to finalisation. Other objects of static lifetime, mostly in folders that cannot include this file, are listed in
// docs/architecture.md.
#pragma once
#include <atomic>
#include <cstddef>
#include <memory>

#include "comm/context.hpp"
#include "comm/team.hpp"
#include "config/settings.hpp"
#include "memory/symmetric.hpp"
#include "ops/am.hpp"
#include "ops/device_proxy.hpp"
#include "runtime/active_sets.hpp"
#include "runtime/background.hpp"
#include "runtime/team_pool.hpp"
#include "runtime/wire.hpp"

namespace isthmus::runtime {

/// Everything that the first shmem_init builds and the last shmem_finalize destroys.
struct Job {
  config::Settings settings;
  std::unique_ptr<memory::SymmetricMemory> memory;
  std::unique_ptr<ops::ActiveMessages> messages;
  std::unique_ptr<Wire> wire;                      ///< null when all PEs are on one node
  std::unique_ptr<ops::DeviceProxy> device_proxy;  ///< null when all device memory is mapped wherever it is used
  std::unique_ptr<comm::Team> world, shared;       ///< SHMEM_TEAM_WORLD, SHMEM_TEAM_SHARED
  TeamPool teams;                                  ///< the teams that the program has made
  ActiveSets active_sets;                          ///< the active sets that the program has used
  Backgrounds backgrounds;                         ///< the threads of teams with non-blocking collectives
  bool device_memory = false;                      ///< some PE has partitions in device memory
  bool pairwise_memory = false;                    ///< some memory of this node's PEs is not in its shared files
  std::vector<int> node_pes;                       ///< PEs of this node, ascending
  std::vector<int> node_of;                        ///< number of each PE's node; empty when all PEs are on one
  std::vector<int> machine_pes;                    ///< PEs of this machine, which may be several virtual nodes
  int cores = 1;                                   ///< number of cores that the PEs of this machine may use, together
};

/// A context handle is the distance of the context from `invalid`, so SHMEM_CTX_INVALID (0) and SHMEM_CTX_DEFAULT
/// (128) are constants, and a handle becomes an address by one addition.
struct alignas(4096) World {
  /// Puts the default context at the start of a page, where one instruction finds it (see default_context).
  char padding[4096 - sizeof(comm::Context)] = {};
  comm::Context invalid{"the context is SHMEM_CTX_INVALID; check what shmem_ctx_create returned"};
  comm::Context context{comm::kNotInitialized};  ///< SHMEM_CTX_DEFAULT
  int my_pe = -1;
  int n_pes = 0;
  Job* job = nullptr;
  ofi::Fabric* fabric = nullptr;  ///< that of job->wire, for shmemx_wire_look; null when there is none
  std::atomic<int> users = 0;     ///< calls of shmem_init less calls of shmem_finalize
  int thread_level = 0;
  bool until_exit = false;  ///< initialised by start_pes: finalised at exit, without shmem_finalize
  int home = -1;            ///< the core that the main thread goes back to (see placement.hpp)
  int home_cores = 0;       ///< if this PE may use fewer cores than this, something has bound it
  // For calls from device code (device/calls.cpp); null where there are none.
  void (*finish_device_requests)() = nullptr;  ///< completes what device code has asked the proxy for
  void (*end_device_calls)() = nullptr;        ///< to be called before the job ends
  void (*end_stream_calls)() = nullptr;        ///< before that: completes calls that are queued on streams
};

extern World world [[gnu::visibility("hidden")]];
static_assert(offsetof(World, context) == 4096);

/// world.context, found with as few instructions as the processor allows.
[[gnu::always_inline]] inline const comm::Context& default_context() {
  return *static_cast<const comm::Context*>(comm::at_page_start<world, offsetof(World, context)>());
}

/// The job. Ends the program with a line that names the call when shmem_init has not been called.
inline Job& job(const char* call) {
  if (!world.job) [[unlikely]]
    comm::not_initialized(call);
  return *world.job;
}

}  // namespace isthmus::runtime
