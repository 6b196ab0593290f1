#include "background/side.hpp"

#include <algorithm>

#include "abi/abi.hpp"
#include "datatype.hpp"
#include "device/host_copies.hpp"
#include "device/memory.hpp"
#include "progress.hpp"
#include "real.hpp"

namespace isthmus::mpi {

PackedByMpi::PackedByMpi(const Blocks& blocks) : comm_(served_comm()) {
  std::size_t bytes = 0;
  const memkind::Kind* kind = &memkind::kHost;
  for (const Buffer& block : blocks) {
    if (block.bytes() == 0) continue;
    Word copy[1] = {};
    real().Type_dup(block.type, copy);
    parts_.push_back({block.address, block.count, block.bytes(), abi().handle_at(copy, 0)});
    bytes += block.bytes();
    if (!kind->device) kind = device_memory().known.find(block.lowest()).kind;
  }
  memory_ = std::make_unique<memkind::Staging>(*kind, bytes);
}

PackedByMpi::~PackedByMpi() {
  for (const Part& part : parts_) {
    Word type[1] = {};
    abi().set_handle(type, 0, part.type);
    real().Type_free(type);
  }
}

void PackedByMpi::pack() {
  auto* packed = reinterpret_cast<std::byte*>(at());
  for (const Part& part : parts_) {
    HostCopies copies(HostCopies::For::host);
    const Span span = span_of(part.type, static_cast<std::int64_t>(part.count));
    const void* const data = copies.of(part.address, span, HostCopies::Use::read);
    mpi::pack(packed, data, part.count, part.type, describe_type(part.type), comm_);
    packed += part.bytes;
  }
}

// The gaps are read and written with the data, so that this is the shortest time in which nobody else may write there.
void PackedByMpi::unpack() {
  const auto* packed = reinterpret_cast<const std::byte*>(at());
  for (const Part& part : parts_) {
    HostCopies copies(HostCopies::For::host);
    const Span span = span_of(part.type, static_cast<std::int64_t>(part.count));
    void* const data = copies.of(part.address, span, HostCopies::Use::updated);
    mpi::unpack(data, packed, part.count, part.type, describe_type(part.type), comm_);
    copies.finish();
    packed += part.bytes;
  }
}

Side::Side(const Blocks& blocks, Use use) : use_(use) {
  for (const Buffer& block : blocks) {
    offsets_.push_back(bytes_.empty() ? 0 : offsets_.back() + bytes_.back());
    bytes_.push_back(static_cast<std::int64_t>(block.bytes()));
  }
  // The types of a side are alike but for those of alltoallw, of which the MPI packs all if it has to pack one.
  const bool by_mpi = std::any_of(blocks.begin(), blocks.end(),
                                  [](const Buffer& block) { return block.opaque() || lies_apart(block); });
  const bool valid = std::all_of(blocks.begin(), blocks.end(),
                                 [](const Buffer& block) { return block.count == 0 || block.type != 0; });
  if (!by_mpi || !valid) {
    view_ = PackedView(blocks, use);
    return;
  }
  by_mpi_ = std::make_unique<PackedByMpi>(blocks);
  refresh();
}

std::size_t Side::bytes() const {
  return bytes_.empty() ? 0 : static_cast<std::size_t>(offsets_.back() + bytes_.back());
}

void Side::refresh() {
  if (use_ == Use::written) return;
  by_mpi_ ? by_mpi_->pack() : view_.refresh();
}

void Side::finish() {
  if (!by_mpi_)
    view_.finish();
  else if (use_ == Use::written || use_ == Use::updated)
    by_mpi_->unpack();
}

}  // namespace isthmus::mpi
