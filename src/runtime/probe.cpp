#include "runtime/probe.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/error.hpp"
#include "runtime/probe_bytes.hpp"

namespace isthmus::runtime {
namespace {

bool holds(const memkind::Kind& kind, std::uintptr_t at, const Probe& expected) {
  Probe seen{};
  kind.copy(seen.data(), reinterpret_cast<const void*>(at), kBytes);
  return seen == expected;
}

void write(const memkind::Kind& kind, std::uintptr_t at, const Probe& probe) {
  kind.copy(reinterpret_cast<void*>(at), probe.data(), kBytes);
}

}  // namespace

void probe_mappings(bootstrap::Exchange& exchange, Job& job) {
  const int me = exchange.pe();
  const std::vector<memory::Partition*> partitions = on_devices(job);
  // The first kBytes of a partition hold its owner's pattern; then each PE of the node has a place to write to.
  const auto place_of = [&](int pe) {
    const auto found = std::find(job.node_pes.begin(), job.node_pes.end(), pe);
    return static_cast<std::size_t>(found - job.node_pes.begin() + 1) * kBytes;
  };
  for (memory::Partition* partition : partitions)
    write(*partition->segment().kind, partition->segment().base, pattern(partition->id(), me, -1));
  exchange.fence();
  const auto each = [&](auto&& use) {
    for (memory::Partition* partition : partitions)
      for (const int pe : job.node_pes)
        if (pe != me) use(*partition, partition->segment(), pe, partition->segment().mapped(pe));
  };
  std::string right;  // '1' for each pair of partition and peer from which this PE read the right bytes
  each([&](const memory::Partition& partition, const memory::Segment& segment, int pe, std::uintptr_t there) {
    right += there && holds(*segment.kind, there, pattern(partition.id(), pe, -1)) ? '1' : '0';
    if (there) write(*segment.kind, there + place_of(me), pattern(partition.id(), me, pe));
  });
  exchange.fence();
  each([&](const memory::Partition& partition, const memory::Segment& segment, int pe, std::uintptr_t) {
    const bool came = holds(*segment.kind, segment.base + place_of(pe), pattern(partition.id(), pe, me));
    exchange.publish(base::text("probe%d.%d", partition.id(), pe), came ? "1" : "0");
  });
  exchange.fence();
  std::size_t next = 0;
  each([&](const memory::Partition& partition, const memory::Segment& segment, int pe, std::uintptr_t there) {
    const bool read = right[next++] == '1';
    const bool wrote = exchange.lookup(pe, base::text("probe%d.%d", partition.id(), me)) == "1";
    if (there && (!read || !wrote))
      job.memory->refuse(segment, pe,
                         read ? "the probe at start wrote wrong bytes" : "the probe at start read wrong bytes");
  });
}

namespace {

/// Probes with a small transfer and with one as large as each PE's share of the partition allows, up to two pages,
/// since the proxy treats the two sizes differently.
void probe_proxy(const memory::Partition& partition, int me, int n_pes, int pe) {
  const memory::Segment& segment = partition.segment();
  const std::size_t share =
      std::min<std::size_t>(segment.size / static_cast<std::size_t>(n_pes) / kBytes * kBytes, 8192);
  const Probe probe = pattern(partition.id(), me, pe);
  std::vector<char> sent(share), seen(share);
  for (std::size_t at = 0; at < share; at += kBytes) std::memcpy(sent.data() + at, probe.data(), kBytes);
  const comm::Reached there{nullptr, &segment, pe, static_cast<std::size_t>(me) * share};
  for (const std::size_t bytes : {std::min(share, kBytes), share}) {
    ops::DeviceProxy& proxy = *ops::device_proxy.load();
    proxy.put(there, {memkind::kHost, sent.data()}, ops::dense(bytes));
    memkind::finish_copies();
    proxy.get({memkind::kHost, seen.data()}, there, ops::dense(bytes));
    if (std::memcmp(seen.data(), sent.data(), bytes) != 0)
      base::fatal("shmem_init", base::text("the probe at start found wrong bytes on the only way to partition %d (%s "
                                           "memory) of PE %d; report this, and leave the partition out",
                                           partition.id(), segment.kind->name, pe));
  }
}

}  // namespace

void probe_proxy(bootstrap::Exchange& exchange, Job& job) {
  const int me = exchange.pe(), n_pes = exchange.n_pes();
  for (const memory::Partition* partition : on_devices(job))
    for (int step = 1; step < n_pes; ++step) {
      const int pe = (me + step) % n_pes;
      if (partition->segment().mapped(pe)) continue;
      probe_proxy(*partition, me, n_pes, pe);
      break;
    }
  exchange.fence();  // the program must not use the memory before all PEs have checked it
}

}  // namespace isthmus::runtime
