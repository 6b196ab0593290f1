#include "runtime/contexts.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

#include "ops/order.hpp"

namespace isthmus::runtime {
namespace {

std::mutex mutex;  // of every team's list, and of the free list
std::deque<comm::Context*> retired;

/// The heap's peers in the team's order, made when the team's first context needs it.
const std::uintptr_t* heap_peers(Job& job, comm::Team& team) {
  const memory::PeerTable& world_order = job.memory->heap().segment().peers;
  if (team.is_world()) return world_order.get();
  if (!team.heap_peers) {
    team.heap_peers = std::make_unique<memory::PeerTable>(team.pes.size());
    for (int i = 0; i < team.pes.size(); ++i)
      team.heap_peers->set(i, reinterpret_cast<void*>(world_order.get()[team.pes.pe(i)]));
  }
  return team.heap_peers->get();
}

}  // namespace

comm::Context* create_context(Job& job, comm::Team& team) {
  const std::lock_guard lock(mutex);
  const comm::Context fresh(*job.memory, job.memory->heap().segment(), heap_peers(job, team), team, job.settings.check);
  comm::Context* context = nullptr;
  if (retired.empty()) {
    context = new comm::Context(fresh);
  } else {
    context = retired.front();  // the oldest, so that stale handles are caught for long
    retired.pop_front();
    *context = fresh;
  }
  team.contexts.push_back(context);
  return context;
}

void destroy_context(comm::Context& context) {
  ops::quiet(context);
  const std::lock_guard lock(mutex);
  std::erase(context.team()->contexts, &context);
  context = comm::Context(comm::kDestroyed);
  retired.push_back(&context);
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
