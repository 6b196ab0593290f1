// Probes transfers by libfabric to and from device memory (FI_HMEM).
#include <algorithm>
#include <cstring>
#include <string>

#include "base/error.hpp"
#include "base/log.hpp"
#include "ops/device.hpp"
#include "runtime/probe.hpp"
#include "runtime/probe_bytes.hpp"

namespace isthmus::runtime {
namespace {

/// A partition that is probed. It is cut into shares: the first holds the owner's pattern, which others read; then each
/// PE has one to write to. The share that has this PE's own number serves as its local buffer in device memory.
struct ProbedPartition {
  memory::Partition& partition;
  int me, n_pes;
  int peer = -1;  ///< the PE that this PE probes; -1: libfabric reaches nobody's copy
  std::size_t share = 0;

  ProbedPartition(memory::Partition& tried, int pe, int n)
      : partition(tried),
        me(pe),
        n_pes(n),
        share(std::min<std::size_t>(tried.segment().size / (static_cast<std::size_t>(n) + 1) / kBytes * kBytes, 8192)) {
    for (int step = 1; step < n && peer < 0; ++step)
      if (tried.segment().wire.reaches((me + step) % n)) peer = (me + step) % n;
  }
  std::size_t place(int pe) const { return static_cast<std::size_t>(pe + 1) * share; }
  char* here(std::size_t at) const { return reinterpret_cast<char*>(partition.segment().base + at); }
  comm::Reached there(std::size_t at) const { return {nullptr, &partition.segment(), peer, at}; }
  const memkind::Kind& kind() const { return *partition.segment().kind; }

  std::vector<char> bytes(int from, int to) const {
    std::vector<char> all(share);
    const Probe probe = pattern(partition.id(), from, to);
    for (std::size_t at = 0; at < share; at += kBytes) std::memcpy(all.data() + at, probe.data(), kBytes);
    return all;
  }
  void fill(std::size_t at, const std::vector<char>& with) const { kind().copy(here(at), with.data(), share); }
  bool holds(std::size_t at, const std::vector<char>& expected) const {
    std::vector<char> seen(share);
    kind().copy(seen.data(), here(at), share);
    return seen == expected;
  }
};

/// Gets the peer's pattern into host memory and into device memory, and checks both.
bool reads_right(const ProbedPartition& probed) {
  const std::vector<char> expected = probed.bytes(probed.peer, -1);
  std::vector<char> seen(probed.share);
  ops::get_device(world.context, "shmem_init", probed.there(0), seen.data(), probed.share, false);
  ops::get_device(world.context, "shmem_init", probed.there(0), probed.here(probed.place(probed.me)), probed.share,
                  false);
  return seen == expected && probed.holds(probed.place(probed.me), expected);
}

/// Puts this PE's pattern to its share of the peer's partition: a word and then more from host memory, and the second
/// half from device memory.
void write_there(const ProbedPartition& probed) {
  const std::vector<char> sent = probed.bytes(probed.me, probed.peer);
  probed.fill(probed.place(probed.me), sent);
  const std::size_t ends[] = {0, sizeof(std::uint64_t), probed.share / 2, probed.share};
  for (int i = 0; i < 3; ++i) {
    const std::size_t at = probed.place(probed.me) + ends[i];
    ops::put_device(world.context, "shmem_init", probed.there(at), i == 2 ? probed.here(at) : sent.data() + ends[i],
                    ends[i + 1] - ends[i], false);
  }
  world.context.endpoint()->quiet();
}

/// The error that this PE found, or nothing. To be called after a fence, when the writes of the other PEs have arrived.
std::string verdict(bootstrap::Exchange& exchange, const ProbedPartition& probed, bool read) {
  if (!read) return base::text("the probe at start: PE %d read wrong bytes of PE %d", probed.me, probed.peer);
  for (int pe = 0; pe < probed.n_pes; ++pe)
    if (exchange.lookup(pe, base::text("tries%d", probed.partition.id())) == std::to_string(probed.me) &&
        !probed.holds(probed.place(pe), probed.bytes(pe, probed.me)))
      return base::text("the probe at start: PE %d wrote wrong bytes to PE %d", pe, probed.me);
  return {};
}

void settle(bootstrap::Exchange& exchange, const Job& job, const ProbedPartition& probed) {
  ofi::Region& region = probed.partition.segment().wire;
  if (probed.peer < 0) {
    region.local = false;
    region.why_not = "there is nobody to try it with";
  }
  for (int pe = 0; pe < probed.n_pes && region.registered; ++pe) {
    const std::string wrong = exchange.lookup(pe, base::text("verdict%d", probed.partition.id()));
    if (wrong.empty()) continue;
    region.why_not = wrong;
    region.registered = false;
    region.local = false;
    if (pe != probed.me) continue;
    const std::string line = base::text("libfabric does not carry partition %d (%s memory): %s", probed.partition.id(),
                                        probed.kind().name, region.why_not.c_str());
    if (job.settings.ofi_hmem == config::Choice::on) base::fatal("shmem_init", line + "; SHMEM_OFI_HMEM=on needs it");
    base::say(line + "; its owners' device proxies do");
  }
}

}  // namespace

void probe_wire(bootstrap::Exchange& exchange, Job& job) {
  std::vector<ProbedPartition> partitions;
  for (memory::Partition* partition : on_devices(job))
    if (partition->segment().wire.registered) partitions.emplace_back(*partition, exchange.pe(), exchange.n_pes());
  if (partitions.empty()) return;  // registration is the same on all PEs, so all return here
  for (const ProbedPartition& probed : partitions) {
    probed.fill(0, probed.bytes(probed.me, -1));
    exchange.publish(base::text("tries%d", probed.partition.id()), std::to_string(probed.peer));
  }
  exchange.fence();
  std::vector<bool> read;
  for (const ProbedPartition& probed : partitions) {
    read.push_back(probed.peer < 0 || reads_right(probed));
    if (probed.peer >= 0) write_there(probed);
  }
  exchange.fence();
  for (std::size_t i = 0; i < partitions.size(); ++i)
    exchange.publish(base::text("verdict%d", partitions[i].partition.id()), verdict(exchange, partitions[i], read[i]));
  exchange.fence();
  for (const ProbedPartition& probed : partitions) settle(exchange, job, probed);
}

}  // namespace isthmus::runtime
