#include "memory/symmetric.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/log.hpp"
#include "memory/executable.hpp"
#include "memory/static_data.hpp"
#include "shmemx_device/state.h"

namespace isthmus::memory {
namespace {

/// The first of the addresses at which memory is asked for, and the multiple at which each further region starts. They
/// are far from where kernels put executables, libraries and stacks (47- and 48-bit address spaces), so that the same
/// range is free on every PE in spite of address randomisation, and out of the sanitizers' way. Only a hint: offsets,
/// not addresses, are symmetric.
constexpr std::uintptr_t kFirstAddress = std::uintptr_t{64} << 40;
constexpr std::uintptr_t kSpacing = std::uintptr_t{1} << 30;

Segment static_segment(int n_pes) {
  const StaticData& data = static_data();
  if (data.error != 0)
    throw base::SetupError(
        base::text("the program's static data cannot be made symmetric: %s; are memory and open files "
                   "limited (ulimit -v, -n, -f)?",
                   std::strerror(data.error)));
  return {"static data", &memkind::kHost, data.base, data.size, PeerTable(n_pes), {}};
}

/// The symmetric heap must be host memory: much of the library loads and stores there directly.
void refuse_heap_on_device(const config::PartitionSpec& spec) {
  if (spec.id != 1 || !Partition::kind_of(spec).device) return;
  throw base::SetupError(
      base::text("SHMEM_SYMMETRIC_PARTITION1: KIND=%s: partition 1 is the symmetric heap, which is "
                 "host memory; ask for device memory by another id, as in "
                 "SHMEM_SYMMETRIC_PARTITION2=SIZE=..:KIND=%s",
                 spec.kind.c_str(), spec.kind.c_str()));
}

}  // namespace

bool SymmetricMemory::wants_devices(const std::vector<config::PartitionSpec>& specs) {
  return std::ranges::any_of(specs, [](const auto& spec) { return Partition::kind_of(spec).device != nullptr; });
}

SymmetricMemory::SymmetricMemory(const std::vector<config::PartitionSpec>& specs, std::size_t team_bytes,
                                 std::size_t internal_bytes, int my_pe, int n_pes, NodeFiles files)
    : my_pe_(my_pe),
      n_pes_(n_pes),
      files_(std::move(files)),
      layout_(specs, team_bytes, internal_bytes),
      internal_region_(memkind::kHost.alloc(placed({.id = 0, .size = internal_bytes}, layout_.internal), nullptr)),
      internal_{"internal",
                &memkind::kHost,
                reinterpret_cast<std::uintptr_t>(internal_region_.address),
                internal_region_.size,
                PeerTable(n_pes),
                {}},
      statics_(static_segment(n_pes)) {
  // Room for the most there can be, so that no list moves when a space is created while other threads read it.
  constexpr std::size_t kOthers = 3;  // static data, memory of teams, the internal segment
  partitions_.reserve(config::kMaxPartitions + kMaxSpaces);
  lookup_.reserve(config::kMaxPartitions + kOthers + kMaxSpaces + kSpareSpaces);
  device_kinds_.reserve(memkind::kinds().size());
  std::uintptr_t hint = kFirstAddress;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    refuse_heap_on_device(specs[i]);
    if (Partition::kind_of(specs[i]).device) {
      on_devices_.push_back(specs[i]);
      continue;
    }
    const Partition& partition = make_partition(specs[i], reinterpret_cast<void*>(hint), layout_.partitions[i]);
    hinted_ = hinted_ && partition.segment().base == hint;
    hint += (partition.segment().size + 2 * kSpacing - 1) / kSpacing * kSpacing;
  }
  team_heap_ = std::make_unique<TeamHeap>(placed({.id = 0, .size = team_bytes}, layout_.teams),
                                          reinterpret_cast<void*>(hint), n_pes);
  add_statics();
  add_segment({&team_heap_->segment(), &team_heap_->region(), nullptr}, layout_.teams);
  add_segment({&internal_, &internal_region_, nullptr}, layout_.internal);
}

SymmetricMemory::~SymmetricMemory() {
  for (const Import& import : imports_) import.kind->release_import(import.address, import.bytes);
  memkind::kHost.free(internal_region_);
}

/// Gives memory that is at this offset of a place in the node's file its place there, where there is such a file.
config::PartitionSpec SymmetricMemory::placed(config::PartitionSpec spec, std::size_t offset) const {
  if (!files_.memory || offset == Layout::kApart) return spec;
  spec.file = files_.memory.fd();
  spec.file_offset = files_.memory.mine() + offset;
  return spec;
}

Partition& SymmetricMemory::make_partition(const config::PartitionSpec& spec, void* hint, std::size_t offset) {
  Partition& made = add_partition(std::make_unique<Partition>(placed(spec, offset), hint, n_pes_));
  add_segment({&made.segment(), &made.region(), &made}, offset);
  return made;
}

Partition& SymmetricMemory::add_partition(std::unique_ptr<Partition> partition) {
  Partition& made = *partition;
  made.segment().peers.set(my_pe_, reinterpret_cast<void*>(made.segment().base));
  {
    const std::unique_lock lock(mutex_);
    const auto after =
        std::find_if(partitions_.begin(), partitions_.end(), [&](auto& p) { return p->id() > made.id(); });
    partitions_.insert(after, std::move(partition));
  }
  const memkind::Kind* kind = made.segment().kind;
  if (kind->device && std::find(device_kinds_.begin(), device_kinds_.end(), kind) == device_kinds_.end())
    device_kinds_.push_back(kind);
  return made;
}

/// Adds a segment, and finds the peers' copies if it is in the node's file.
void SymmetricMemory::add_segment(Owned own, std::size_t offset) {
  own.in_file = files_.memory && offset != Layout::kApart;
  if (own.in_file)
    for (std::size_t place = 0; place < files_.pes.size(); ++place)
      own.segment->peers.set(files_.pes[place], files_.memory.at(place, offset));
  list(own);
}

void SymmetricMemory::add_statics() {
  if (files_.statics) {
    move_static_data_to(files_.statics.fd(), files_.statics.mine());
    // The static variables of a PE that runs another program are not symmetric with ours.
    const std::uint64_t mine = executable_id();
    for (std::size_t place = 0; place < files_.pes.size(); ++place)
      if (files_.executables[place] == mine && statics_.size > 0)
        statics_.peers.set(files_.pes[place], files_.statics.at(place, 0));
  }
  const bool nobody_has_any = files_.memory && std::ranges::max(files_.static_bytes) == 0;
  list({&statics_, nullptr, nullptr, files_.statics || nobody_has_any});
}

void SymmetricMemory::list(const Owned& own) {
  Segment& segment = *own.segment;
  owned_.push_back(own);
  if (segment.size > 0) segment.peers.set(my_pe_, reinterpret_cast<void*>(segment.base));
  if (&segment != &internal_) add_to_lookup(segment);
}

void SymmetricMemory::add_to_lookup(const Segment& segment) {
  lookup_.push_back(&segment);
  n_lookup_.store(lookup_.size(), std::memory_order_release);
}

bool SymmetricMemory::own_devices_reached() const {
  const std::shared_lock lock(mutex_);
  return std::all_of(partitions_.begin(), partitions_.end(), [](const auto& partition) {
    return memkind::reaches(*partition->segment().kind, partition->region().address);
  });
}

void SymmetricMemory::make_device_partitions(int node_pe) {
  for (config::PartitionSpec& spec : on_devices_) {
    spec.node_pe = node_pe;
    // A multiple of the regions' alignment, so that the program's part has the size that it would have alone.
    if (!areas_)
      spec.reserved = (ISTHMUS_DEVICE_SYNC_TEAMS * area_bytes() + memkind::kRegionAlignment - 1) /
                      memkind::kRegionAlignment * memkind::kRegionAlignment;
    const Partition& made = make_partition(spec, nullptr, Layout::kApart);
    if (!areas_) {
      areas_ = static_cast<char*>(made.region().address) + (made.region().size - spec.reserved);
      made.segment().kind->fill(areas_, 0, spec.reserved);
    }
    base::debug(base::text("partition %d: %zu bytes on %s device %d at %p", spec.id, made.segment().size,
                           made.segment().kind->name, made.region().device, made.region().address));
  }
  on_devices_.clear();
}

std::size_t SymmetricMemory::area_bytes() const {
  constexpr std::size_t kLine = 128;
  const std::size_t words = 2 * static_cast<std::size_t>(n_pes_) * sizeof(std::uint64_t);
  return sizeof(isthmus_device_rounds) + (words + kLine - 1) / kLine * kLine + ISTHMUS_DEVICE_CELLS;
}

void SymmetricMemory::clean_area(int slot) {
  if (!areas_ || slot >= ISTHMUS_DEVICE_SYNC_TEAMS) return;
  kind_of(areas_).fill(static_cast<char*>(areas_) + static_cast<std::size_t>(slot) * area_bytes(), 0, area_bytes());
}

std::vector<node::Offer> SymmetricMemory::offers() const {
  std::vector<node::Offer> offers;
  for (const Owned& own : owned_)
    if (!own.in_file) offers.push_back(offer(*own.segment, own.region));
  return offers;
}

node::Offer SymmetricMemory::offer(const Segment& segment, const memkind::Region* region) {
  node::Offer offer;
  offer.bytes = segment.size;
  offer.base = segment.base;
  if (!region) {
    if (segment.size > 0) offer.fd = base::Fd(fcntl(static_data().fd, F_DUPFD_CLOEXEC, 0));
    offer.skipped = static_data().offset;  // not 0 if an earlier job has moved the data into its node's file
    return offer;
  }
  offer.skipped = region->skipped;
  try {
    memkind::Handle handle = segment.kind->export_handle(*region);
    offer.fd = std::move(handle.fd);
    offer.handle = handle.bytes;
  } catch (const base::SetupError& failure) {
    if (!segment.kind->device) throw;
    std::strncpy(offer.refusal.data(), failure.what(), offer.refusal.size() - 1);
  }
  return offer;
}

void SymmetricMemory::attach(int pe, std::vector<node::Offer> theirs) {
  if (theirs.empty()) return;
  const auto mine = static_cast<std::size_t>(std::ranges::count(owned_, false, &Owned::in_file));
  if (theirs.size() != mine)
    throw base::SetupError(base::text("PE %d has %zu symmetric segments, this PE %zu; give all PEs the same settings",
                                      pe, theirs.size(), mine));
  auto offer = theirs.begin();
  for (const Owned& own : owned_)
    if (!own.in_file) attach(pe, own, *offer++);
}

void SymmetricMemory::attach(int pe, const Owned& own, node::Offer& theirs) {
  Segment& segment = *own.segment;
  if (&segment == &statics_) {
    // The heap of a PE that runs another program is symmetric with ours, its static variables are not.
    const auto place = std::ranges::find(files_.pes, pe) - files_.pes.begin();
    if (files_.executables[static_cast<std::size_t>(place)] != executable_id()) return;
  }
  if (theirs.bytes != segment.size) {
    throw base::SetupError(base::text("PE %d has %llu bytes of %s, this PE %zu; give all PEs the same settings", pe,
                                      static_cast<unsigned long long>(theirs.bytes), segment.name, segment.size));
  }
  if (segment.size == 0) return;
  try {
    import(segment, pe, theirs);
  } catch (const base::SetupError& failure) {
    if (!segment.kind->device) throw;
    base::debug(base::text("PE %d's %s in %s memory cannot be mapped here: %s", pe, segment.name, segment.kind->name,
                           failure.what()));
    refusals_.push_back({&segment, pe, failure.what()});
  }
  if (own.partition && theirs.base != segment.base) own.partition->addresses_differ();
}

void SymmetricMemory::import(Segment& segment, int pe, node::Offer& offer) {
  if (offer.refusal[0] != '\0')
    throw base::SetupError(base::text("PE %d: %.*s", pe, static_cast<int>(offer.refusal.size()), offer.refusal.data()));
  memkind::Handle handle;
  handle.fd = std::move(offer.fd);
  handle.bytes = offer.handle;
  void* address = segment.kind->import_handle(handle, segment.size + offer.skipped);
  imports_.push_back({segment.kind, address, segment.size + offer.skipped, &segment, pe});
  segment.peers.set(pe, static_cast<char*>(address) + offer.skipped);
}

void SymmetricMemory::detach_devices() {
  std::erase_if(imports_, [](const Import& import) {
    if (!import.kind->device) return false;
    import.kind->release_import(import.address, import.bytes);
    import.segment->peers.set(import.pe, nullptr);
    return true;
  });
}

void SymmetricMemory::refuse(const Segment& segment, int pe, const std::string& reason) {
  const auto found = std::find_if(imports_.begin(), imports_.end(),
                                  [&](const Import& import) { return import.segment == &segment && import.pe == pe; });
  found->kind->release_import(found->address, found->bytes);
  found->segment->peers.set(pe, nullptr);
  imports_.erase(found);
  base::say(base::text("PE %d's %s in %s memory is not used by its mapping here: %s", pe, segment.name,
                       segment.kind->name, reason.c_str()));
  refusals_.push_back({&segment, pe, reason});
}

std::string SymmetricMemory::why_unmapped(const Segment& segment, int pe) const {
  for (const Refusal& refusal : refusals_)
    if (refusal.segment == &segment && refusal.pe == pe) return refusal.reason;
  return {};
}

const memkind::Kind& SymmetricMemory::kind_of(const void* p) const {
  if (const Segment* segment = find(p)) return *segment->kind;
  for (const memkind::Kind* kind : device_kinds_)
    if (kind->query(p)) return *kind;
  return memkind::kHost;
}

void SymmetricMemory::addresses_differ() {
  for (const auto& partition : partitions_)
    if (!partition->segment().kind->device) partition->addresses_differ();
}

std::vector<Segment*> SymmetricMemory::segments() {
  std::vector<Segment*> all;
  for (const Owned& own : owned_) all.push_back(own.segment);
  return all;
}

Partition* SymmetricMemory::partition(int id) const {
  const std::shared_lock lock(mutex_);
  const auto found = std::find_if(partitions_.begin(), partitions_.end(), [id](auto& p) { return p->id() == id; });
  return found == partitions_.end() ? nullptr : found->get();
}

Partition* SymmetricMemory::partition_of(const void* p) {
  const std::shared_lock lock(mutex_);
  for (auto& partition : partitions_)
    if (partition->segment().holds(p)) return partition.get();
  return nullptr;
}

int SymmetricMemory::partition_id(const Segment& segment) const {
  const std::shared_lock lock(mutex_);
  for (const auto& partition : partitions_)
    if (&partition->segment() == &segment) return partition->id();
  return 0;
}

}  // namespace isthmus::memory
