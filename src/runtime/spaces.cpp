#include "runtime/spaces.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "runtime/contexts.hpp"
#include "runtime/join.hpp"
#include "runtime/lifetime.hpp"
#include "runtime/paths.hpp"
#include "runtime/secrets.hpp"

namespace isthmus::runtime {
namespace {

using bootstrap::Exchange;
using memory::Partition;

Partition& make(Exchange& exchange, Job& job, int number, const char* description) {
  if (number == 0)
    throw base::SetupError(
        base::text("shmemx_space_create: there are %d spaces already; destroy one first", memory::kMaxSpaces));
  config::PartitionSpec spec = config::parse_partition("shmemx_space_create", number, description ? description : "");
  const auto me = std::find(job.node_pes.begin(), job.node_pes.end(), exchange.pe());
  spec.node_pe = static_cast<int>(me - job.node_pes.begin());
  if (job.wire && !Partition::kind_of(spec).device)
    throw base::SetupError(
        base::text("shmemx_space_create: %s: spaces in host memory are for jobs on one node; set "
                   "SHMEM_SYMMETRIC_PARTITION<ID>, which works on all",
                   description));
  return job.memory->make_space(spec);
}

void exchange_descriptors(Exchange& exchange, const node::Listener& listener, Job& job, Partition& space) {
  const std::vector<node::Peer> peers = node_peers(exchange, job);
  std::vector<node::Offer> mine;
  mine.push_back(memory::SymmetricMemory::offer(space));
  auto theirs = node::exchange_descriptors(listener, secrets(exchange).node, exchange.pe(), peers, mine);
  for (std::size_t i = 0; i < peers.size(); ++i) {
    if (theirs[i].size() != 1) throw base::SetupError(base::text("PE %d offers something else", peers[i].pe));
    job.memory->attach(peers[i].pe, space, std::move(theirs[i].front()));
  }
}

}  // namespace

int create_space(Job& job, const char* description) {
  Exchange& exchange = bootstrap::exchange();
  Partition* space = nullptr;
  std::optional<node::Listener> listener;
  try {
    agree(exchange, attempt([&] {
            space = &make(exchange, job, job.memory->next_space(), description);
            listener.emplace(exchange.job(), exchange.pe());
            exchange.publish("socket", listener->address());
          }));
    agree(exchange, attempt([&] {
            exchange_descriptors(exchange, *listener, job, *space);
            publish_mappings(exchange, job);
            if (space->segment().kind->device) make_proxy_for_wire(job);
          }));
    settle_mappings(exchange, job);
  } catch (const AgreedError&) {
    if (space) {
      job.memory->detach(*space);
      exchange.fence();
      job.memory->drop(*space);
    } else {
      exchange.fence();
    }
    return 0;
  }
  job.device_memory = true;  // if only on some PE: all PEs must make the same fences in finalize()
  if (space->segment().kind->device) expect_devices(job);
  return space->id();
}

void destroy_space(Job& job, const char* call, int number) {
  Partition* space = job.memory->partition(number);
  if (!space || !config::is_space(number))
    base::fatal(call, base::text("%d is no space; pass what shmemx_space_create returned, once", number));
  match_all(call, static_cast<std::uint64_t>(number));
  barrier_all(call);
  job.memory->detach(*space);
  barrier_all(call);
  job.memory->drop(*space);
}

}  // namespace isthmus::runtime
