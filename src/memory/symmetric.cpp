#include "memory/symmetric.hpp"

#include <fcntl.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/log.hpp"
#include "memory/static_data.hpp"

namespace isthmus::memory {
namespace {

/// Far from where kernels put executables, libraries and stacks (47- and 48-bit address spaces), so that the same
/// range is free on every PE in spite of address randomisation, and out of the sanitizers' way. Only a wish: offsets,
/// not addresses, are symmetric.
constexpr std::uintptr_t kFirstAddress = std::uintptr_t{64} << 40;
constexpr std::uintptr_t kSpacing = std::uintptr_t{1} << 30;

Segment static_segment(int n_pes) {
  const StaticData& data = static_data();
  return {"static data", &memkind::kHost, data.base, data.size, PeerTable(n_pes), {}};
}

}  // namespace

SymmetricMemory::SymmetricMemory(const std::vector<config::PartitionSpec>& specs, std::size_t internal_bytes, int my_pe,
                                 int n_pes)
    : internal_region_(memkind::kHost.alloc({.id = 0, .size = internal_bytes}, nullptr)),
      internal_{"internal", &memkind::kHost, reinterpret_cast<std::uintptr_t>(internal_region_.address),
                internal_region_.size, PeerTable(n_pes), {}},
      statics_(static_segment(n_pes)) {
  std::uintptr_t hint = kFirstAddress;
  for (const config::PartitionSpec& spec : specs) {
    partitions_.push_back(std::make_unique<Partition>(spec, reinterpret_cast<void*>(hint), n_pes));
    Partition& partition = *partitions_.back();
    owned_.push_back({&partition.segment(), partition.segment().kind->export_handle(partition.region()).fd});
    const memkind::Kind* kind = partition.segment().kind;
    if (kind->device && std::find(device_kinds_.begin(), device_kinds_.end(), kind) == device_kinds_.end())
      device_kinds_.push_back(kind);
    hint += (partition.segment().size + 2 * kSpacing - 1) / kSpacing * kSpacing;
  }
  owned_.push_back({&statics_, static_data().fd});
  owned_.push_back({&internal_, internal_region_.backing.get()});
  for (const Owned& own : owned_) {
    if (own.segment->size > 0) own.segment->peers.set(my_pe, reinterpret_cast<void*>(own.segment->base));
    if (own.segment != &internal_) lookup_.push_back(own.segment);
  }
}

SymmetricMemory::~SymmetricMemory() {
  for (const Import& import : imports_) import.kind->release_import(import.address, import.bytes);
  memkind::kHost.free(internal_region_);
}

std::vector<node::Offer> SymmetricMemory::offers() const {
  std::vector<node::Offer> offers;
  for (const Owned& own : owned_) {
    // An empty segment has no descriptor, but its place in the order is kept.
    const int fd = own.segment->size > 0 ? own.fd : internal_region_.backing.get();
    offers.push_back({base::Fd(fcntl(fd, F_DUPFD_CLOEXEC, 0)), own.segment->size, own.segment->base});
  }
  return offers;
}

void SymmetricMemory::attach(int pe, const std::vector<node::Offer>& theirs) {
  if (theirs.size() != owned_.size())
    throw base::SetupError(base::text("PE %d has %zu symmetric segments, this PE %zu; give all PEs the same settings",
                                      pe, theirs.size(), owned_.size()));
  for (std::size_t i = 0; i < owned_.size(); ++i) {
    Segment& segment = *owned_[i].segment;
    const node::Offer& offer = theirs[i];
    if (offer.bytes != segment.size) {
      // Another program: its heap is symmetric with ours, its variables are not.
      if (&segment == &statics_) continue;
      throw base::SetupError(base::text("PE %d has %llu bytes of %s, this PE %zu; give all PEs the same settings", pe,
                                        static_cast<unsigned long long>(offer.bytes), segment.name, segment.size));
    }
    if (segment.size == 0) continue;
    void* address = segment.kind->import_handle({offer.fd.get(), {}}, segment.size);
    imports_.push_back({segment.kind, address, segment.size});
    segment.peers.set(pe, address);
    if (i < partitions_.size() && offer.base != segment.base) partitions_[i]->addresses_differ();
  }
}

const memkind::Kind& SymmetricMemory::kind_of(const void* p) const {
  if (const Segment* segment = find(p)) return *segment->kind;
  for (const memkind::Kind* kind : device_kinds_)
    if (kind->query(p)) return *kind;
  return memkind::kHost;
}

std::vector<Segment*> SymmetricMemory::segments() {
  std::vector<Segment*> all;
  for (const Owned& own : owned_) all.push_back(own.segment);
  return all;
}

Partition* SymmetricMemory::partition(int id) {
  const auto found = std::find_if(partitions_.begin(), partitions_.end(), [id](auto& p) { return p->id() == id; });
  return found == partitions_.end() ? nullptr : found->get();
}

Partition* SymmetricMemory::partition_of(const void* p) {
  for (auto& partition : partitions_)
    if (partition->segment().holds(p)) return partition.get();
  return nullptr;
}

}  // namespace isthmus::memory
