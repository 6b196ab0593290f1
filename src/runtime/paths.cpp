#include "runtime/paths.hpp"

namespace isthmus::runtime {
namespace {

void make_courier(Job& job) {
  if (job.courier) return;
  Wire* wire = job.wire.get();
  bootstrap::Exchange& exchange = bootstrap::exchange();
  job.courier =
      std::make_unique<ops::Courier>(*job.memory, exchange.pe(), exchange.n_pes(),
                                     wire ? wire->message_wire() : nullptr, [wire] { return wire->own_endpoint(); });
  if (wire) wire->carry(*job.courier);
}

}  // namespace

void publish_mappings(bootstrap::Exchange& exchange, Job& job) {
  exchange.publish("unmapped", job.memory->has_refusals() ? "1" : "0");
}

void make_courier_for_wire(Job& job) {
  if (job.wire) make_courier(job);
}

void settle_mappings(bootstrap::Exchange& exchange, Job& job) {
  for (const int pe : job.node_pes) {
    if (exchange.lookup(pe, "unmapped") != "1") continue;
    job.memory->some_device_unmapped();
    make_courier(job);
  }
}

}  // namespace isthmus::runtime
