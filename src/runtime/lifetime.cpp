#include "runtime/lifetime.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <iostream>
#include <memory>

#include "base/error.hpp"
#include "base/fd.hpp"
#include "base/log.hpp"
#include "base/threads.hpp"
#include "base/wait.hpp"
#include "bootstrap/exchange.hpp"
#include "collectives/barrier/barrier.hpp"
#include "collectives/group/call.hpp"
#include "collectives/group/team_group.hpp"
#include "collectives/rules.hpp"
#include "memkind/copies.hpp"
#include "ops/order.hpp"
#include "runtime/contexts.hpp"
#include "runtime/join.hpp"
#include "runtime/probe.hpp"
#include "runtime/teams.hpp"
#include "runtime/version.hpp"
#include "runtime/world.hpp"
#include "shmem/constants.h"

namespace isthmus::runtime {

constinit World world;

namespace {

void end_job(int status) { bootstrap::exchange().end_job(status); }

void announce(const Job& job) {
  if (world.my_pe == 0 && job.settings.version) std::printf("%s\n", kVersionLine);
  if (world.my_pe == 0 && job.settings.info)
    std::printf("%s: %d PEs, settings:\n%s", kVersionLine, world.n_pes, config::table(job.settings.shown).c_str());
  std::fflush(stdout);
  const memory::Segment& heap = job.memory->heap().segment();
  if (world.my_pe == 0 && job.wire && job.settings.info)
    std::printf("between nodes: %s\n", job.wire->fabric().description().c_str());
  base::debug(base::text("heap of %zu bytes at %p, %zu PEs on this node, %d cores for them, spin limit %d", heap.size,
                         reinterpret_cast<void*>(heap.base), job.node_pes.size(), job.cores, base::spin_limit.load()));
}

/// Writes what the streams of C and C++ still hold. It gives up after half a second: another thread may hold the lock
/// of a stream, as one does that waits for input, and nobody may read what this process writes.
void flush_streams() {
  const auto flushed = std::make_shared<std::promise<void>>();
  const std::future<void> end = flushed->get_future();
  const auto flush = [flushed] {
    std::cout.flush();
    std::clog.flush();
    std::fflush(stdout);  // before the others, of which one may be locked
    std::fflush(nullptr);
    flushed->set_value();
  };
  try {
    base::start_thread("the output at the end", flush).detach();
  } catch (const base::SetupError&) {
    return flush();
  }
  end.wait_for(std::chrono::milliseconds(500));
}

/// Whether all PEs reach this fence within half a second. If not, the detached thread that waits in the fence ends with
/// this process. Without a thread nobody waits.
bool all_leave() {
  const auto promise = std::make_shared<std::promise<bool>>();
  std::future<bool> all_came = promise->get_future();
  const auto come = [promise] {
    try {
      bootstrap::exchange().fence();
      promise->set_value(true);
    } catch (const base::SetupError&) {
      promise->set_value(false);
    }
  };
  try {
    base::start_thread("the end of the program", come).detach();
  } catch (const base::SetupError&) {
    return false;
  }
  return all_came.wait_for(std::chrono::milliseconds(500)) == std::future_status::ready && all_came.get();
}

/// If every PE exits with status 0 without calling shmem_finalize, finalizes on its behalf. Otherwise the launcher ends
/// the job, and reports which PE left it.
void at_exit(int status, void* starter) {
  // There is nothing to do in a fork child, after shmem_finalize, or after a failure.
  if (reinterpret_cast<std::intptr_t>(starter) != getpid() || world.users == 0 || status != 0) return;
  if (!world.until_exit) {
    flush_streams();
    if (!all_leave()) bootstrap::exchange().exit_early();
    if (world.my_pe == 0) base::say("the program ended without shmem_finalize, which was done for it; call it");
  }
  world.users = 1;
  finalize();
}

void finalize_at_exit() {
  static const int registered = on_exit(at_exit, reinterpret_cast<void*>(std::intptr_t{getpid()}));
  (void)registered;
}

/// The part of finalize() that ends the job. Collective. Throws base::SetupError if the launcher is gone.
void leave_job() {
  if (void (*const last)() = std::exchange(world.end_stream_calls, nullptr)) last();
  if (void (*const last)() = std::exchange(world.end_device_calls, nullptr)) last();
  world.job->backgrounds.end_all();
  destroy_all_teams(*world.job);
  collectives::selection.report_forced();
  if (world.job->device_proxy) {
    bootstrap::exchange().fence();  // after it no PE sends requests to this PE's proxy
    world.job->device_proxy.reset();
  }
  if (world.job->wire) world.job->wire->leave(bootstrap::exchange());
  if (world.job->device_memory) {
    memkind::close_queues();
    world.job->memory->detach_devices();
    bootstrap::exchange().fence();  // no PE frees its device memory while a peer still has it mapped
  }
  world.context = comm::Context(comm::kNotInitialized);
  comm::finalized = true;
  world.fabric = nullptr;
  delete std::exchange(world.job, nullptr);
  world.n_pes = 0;
  world.my_pe = -1;
  world.thread_level = 0;
  world.users = 0;
  base::set_job_end(nullptr);
  bootstrap::exchange().leave();
}

/// The part of init() that begins the job. Collective.
void join_job(int requested_thread_level) {
  base::reserve_standard_descriptors();
  bootstrap::Exchange& exchange = bootstrap::exchange();
  world.until_exit = false;
  finalize_at_exit();
  exchange.enter();
  base::set_identity(exchange.pe());
  base::set_job_end(end_job);
  Job* job = join(exchange).release();
  world.job = job;
  world.fabric = job->wire ? &job->wire->fabric() : nullptr;
  world.my_pe = exchange.pe();
  world.n_pes = exchange.n_pes();
  world.thread_level = requested_thread_level;
  world.context = make_context(*job, *job->world, job->wire ? &job->wire->fabric().endpoint() : nullptr);
  if (job->device_proxy && probes(exchange)) {
    if (job->wire) probe_wire(exchange, *job);
    probe_proxy(exchange, *job);
  }
  world.users = 1;
  announce(*job);
}

}  // namespace

void init(int requested_thread_level) {
  if (world.users > 0) {
    ++world.users;
    return;
  }
  try {
    join_job(requested_thread_level);
  } catch (const AgreedError&) {
    throw;
  } catch (const base::SetupError& failure) {
    base::say(failure.what());
    throw;
  }
}

void finalize() {
  if (world.users == 0 && comm::finalized)
    return base::say("shmem_finalize: called once more than shmem_init; ignored");
  if (world.users == 0) comm::not_initialized("shmem_finalize");
  if (world.users == 1) world.job->messages->quiet("shmem_finalize");
  barrier_all("shmem_finalize");
  if (world.users > 1) {
    --world.users;
    return;
  }
  try {
    leave_job();
  } catch (const base::SetupError& failure) {
    base::fatal("shmem_finalize", failure.what());
  }
}

void leave() {
  bootstrap::Exchange& exchange = bootstrap::exchange();
  try {
    if (job("shmemx_leave").wire)
      world.job->wire->leave(exchange);
    else
      exchange.fence();
    exchange.leave_for_good();
  } catch (const base::SetupError&) {
    _exit(1);  // the launcher is gone, and the other PEs with it
  }
  _exit(0);
}

void init_until_exit() {
  if (world.users > 0) return;
  init(0);
  world.until_exit = true;
}

void global_exit(int status) {
  flush_streams();
  bootstrap::exchange().end_job(status);
  __builtin_unreachable();  // gcc does not see [[noreturn]] through a virtual call
}

void match_all(const char* call, std::uint64_t what, std::uint64_t more) {
  Job& j = job(call);
  base::must_be_outside_handlers(call);
  if (!j.settings.check) return;
  collectives::TeamGroup everybody(*j.world);
  collectives::Call{call, everybody, world.context}.match({what, more});
}

void barrier_all(const char* call) {
  base::must_be_outside_handlers(call);
  if (world.finish_device_requests) world.finish_device_requests();
  ops::quiet(world.context);
  sync_all(call);
}

void sync_all(const char* call) {
  Job& j = job(call);
  match_all(call);
  collectives::sync(*j.world);
}

}  // namespace isthmus::runtime
