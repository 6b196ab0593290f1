#include "nodes/packed.hpp"

#include <algorithm>

namespace isthmus::mpi {
namespace {

/// A copy between a device and host memory takes some microseconds, in which a processor copies so many bytes.
constexpr std::size_t kWorthDeviceCopy = std::size_t{16} << 10;

}  // namespace

NodeBuffer NodeBuffer::on_host(const memkind::Kind& kind, std::size_t bytes) {
  NodeBuffer made;
  if (bytes > 0) made.host_ = std::make_unique<memkind::Staging>(kind, bytes);
  return made;
}

NodeBuffer::NodeBuffer(const memkind::Kind& kind, int device, std::size_t bytes) {
  if (bytes == 0) return;
  if (kind.device) block_ = device_memory().scratch.take(kind, device, bytes);
  if (block_)
    kind_ = &kind;
  else
    host_ = std::make_unique<memkind::Staging>(kind, bytes);
}

PackedView::PackedView(const std::vector<Buffer>& blocks, Use use)
    : writes_(use == Use::written || use == Use::updated) {
  bool direct = use != Use::copied;
  for (const Buffer& block : blocks) {
    if (block.count > 0 && !block.layout) {
      valid_ = false;
      return;
    }
    if (block.bytes() == 0) continue;
    direct = direct && block.layout->contiguous(block.count) && (!at_ || block.lowest() == at_ + bytes_);
    if (!at_) at_ = block.lowest();
    bytes_ += block.bytes();
    blocks_.push_back(block);
  }
  if (bytes_ == 0) return;
  const KnownMemory::Found found = device_memory().known.find(at_);
  kind_ = found.kind;
  device_ = found.allocation.device;
  if (direct) return;
  packed_ = true;
  own_ = NodeBuffer(*kind_, device_, bytes_);
  kind_ = &own_.at().kind;
  at_ = own_.at().at;
  if (use != Use::written) move(Direction::pack);
}

NodeBuffer PackedView::like(std::size_t bytes, std::size_t parts) const {
  return bytes / parts < kWorthDeviceCopy ? NodeBuffer::on_host(*kind_, bytes) : NodeBuffer(*kind_, device_, bytes);
}

void PackedView::refresh() {
  if (packed_) move(Direction::pack);
}

void PackedView::finish() {
  if (packed_ && writes_) move(Direction::unpack);
}

void PackedView::move(Direction direction) {
  std::vector<std::shared_ptr<void>> lists;  // what kernels read until they are complete
  std::size_t first = 0;
  for (const Buffer& block : blocks_) {
    move_block(direction, block, first, lists);
    first += block.bytes();
  }
  memkind::finish_copies();
}

/// By one copy or one kernel, or run by run where the device refuses the kernel or one side is in host memory.
void PackedView::move_block(Direction direction, const Buffer& block, std::size_t first,
                            std::vector<std::shared_ptr<void>>& lists) {
  const bool out = direction == Direction::pack;
  const KnownMemory::Found found = device_memory().known.find(block.lowest());
  const memkind::Kind& kind = *found.kind;
  const std::size_t bytes = block.bytes();
  char* const elements = static_cast<char*>(const_cast<void*>(block.address));
  const auto copy = [&](std::size_t at, std::ptrdiff_t offset, std::size_t length) {
    const memkind::Place packed{*kind_, at_ + first + at}, place{kind, elements + offset};
    memkind::begin_copy(out ? packed : place, out ? place : packed, length);
  };
  if (block.layout->contiguous(block.count)) return copy(0, block.layout->true_lower(), bytes);
  if (!kind.device && !kind_->device)
    return out ? block.layout->pack(at_ + first, elements, 0, bytes)
               : block.layout->unpack(elements, at_ + first, 0, bytes);
  Strides shape;
  if (kind.device && &kind == kind_ && kind.device->launch &&
      make_strides(*block.layout, block.count, device_memory().scratch, kind, found.allocation.device,
                   lists.emplace_back(), shape)) {
    const Section section = out ? Section{at_ + first, block.lowest()} : Section{block.lowest(), at_ + first};
    if (begin_strided(kind, out ? Strides{} : shape, out ? shape : Strides{}, {&section, 1}, 0, bytes)) return;
  }
  for (std::size_t done = 0; done < bytes;) {
    const Layout::Spot spot = block.layout->spot(done);
    copy(done, spot.offset, std::min(spot.bytes, bytes - done));
    done += spot.bytes;
  }
}

}  // namespace isthmus::mpi
