#include "runtime/contexts.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

#include "base/error.hpp"
#include "ops/order.hpp"
#include "shmem/constants.h"

namespace isthmus::runtime {
namespace {

std::mutex mutex;  // protects Team::contexts of every team, and `retired`
std::deque<comm::Context*> retired;

std::unique_ptr<memory::PeerTable> make_table(const memory::Segment& heap, const comm::PeSet& pes, bool with_wire) {
  auto table = std::make_unique<memory::PeerTable>(pes.size());
  for (int i = 0; i < pes.size(); ++i) {
    const std::uintptr_t copy = heap.mapped(pes.pe(i));
    if (copy)
      table->set(i, reinterpret_cast<void*>(copy));
    else if (with_wire)
      table->set_wire(i, pes.pe(i));
  }
  return table;
}

/// The table of the heap's copies by team PE, made when the first context of the team needs it. `with_wire` is the same
/// in all calls of a job: entries of PEs that the wire reaches by offsets (see memory::PeerTable).
const std::uintptr_t* heap_peers(Job& job, comm::Team& team, bool with_wire) {
  const memory::Segment& heap = job.memory->heap().segment();
  if (!with_wire && team.is_world()) return heap.peers.get();
  if (!team.heap_peers) team.heap_peers = make_table(heap, team.pes, with_wire);
  return team.heap_peers->get();
}

}  // namespace

comm::Context make_context(Job& job, comm::Team& team, ofi::Endpoint* endpoint) {
  const bool with_wire = endpoint && endpoint->names_offsets();
  return {*job.memory,       job.memory->heap().segment(), heap_peers(job, team, with_wire), team, endpoint,
          job.settings.check};
}

comm::Context* create_context(Job& job, comm::Team& team) {
  const std::lock_guard lock(mutex);
  ofi::Endpoint* endpoint = job.wire ? job.wire->take_endpoint() : nullptr;
  const comm::Context fresh = [&] {
    try {
      return make_context(job, team, endpoint);
    } catch (const base::SetupError&) {
      if (endpoint) job.wire->give_back(endpoint);
      throw;
    }
  }();
  comm::Context* context = nullptr;
  if (retired.empty()) {
    context = new comm::Context(fresh);
  } else {
    context = retired.front();  // reuse the one destroyed first, so that stale handles are detected for long
    retired.pop_front();
    *context = fresh;
  }
  team.contexts.push_back(context);
  return context;
}

void destroy_context(comm::Context& context) {
  ops::quiet(context, "shmem_ctx_destroy");
  const std::lock_guard lock(mutex);
  std::erase(context.team()->contexts, &context);
  if (context.endpoint()) world.job->wire->give_back(context.endpoint());
  context = comm::Context(comm::kDestroyed);
  retired.push_back(&context);
}

void expect_devices(Job& job) {
  const memory::Segment& heap = job.memory->heap().segment();
  world.context.expect_devices(heap);
  job.backgrounds.expect_devices(heap);
  const std::lock_guard lock(mutex);
  const auto tell = [&](comm::Team& team) {
    for (comm::Context* context : team.contexts) context->expect_devices(heap);
  };
  tell(*job.world);
  tell(*job.shared);
  for (int slot = comm::kFirstFreeSlot; slot < comm::kTeamSlots; ++slot)
    if (comm::Team* team = job.teams.at(slot)) tell(*team);
}

void destroy_contexts(comm::Team& team) {
  while (true) {
    comm::Context* context = nullptr;
    {
      const std::lock_guard lock(mutex);
      if (team.contexts.empty()) return;
      context = team.contexts.back();
    }
    destroy_context(*context);
  }
}

}  // namespace isthmus::runtime
