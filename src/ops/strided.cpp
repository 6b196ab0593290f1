#include "ops/strided.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/copy.hpp"
#include "base/error.hpp"
#include "base/overlap.hpp"
#include "base/product.hpp"
#include "ops/device.hpp"

namespace isthmus::ops {
namespace {

/// Bytes from the start of the first element to the end of the last one on the side with this stride.
std::size_t span(const Layout& layout, std::ptrdiff_t stride) {
  if (layout.blocks == 0 || layout.block == 0) return 0;
  const std::size_t before = base::product(layout.blocks - 1, static_cast<std::size_t>(stride));
  return base::product(base::sum(before, layout.block), layout.element);
}

/// Under SHMEM_CHECK, checks that the local buffer is not null and that no elements of the two sides overlap.
void check(const comm::Context& context, const char* call, const void* there, const void* local, const Layout& layout,
           std::size_t there_step, std::size_t local_step) {
  if (!context.checks() || layout.block == 0 || layout.blocks == 0) return;
  if (!local) base::fatal(call, "the local buffer is null; pass a buffer, or 0 elements");
  if (there &&
      base::overlap_strided(there, there_step, local, local_step, layout.block * layout.element, layout.blocks))
    base::fatal(call, "elements of dest and source overlap on this PE; use disjoint buffers");
}

void check_strides(const comm::Context& context, const char* call, const Layout& layout) {
  const auto least = static_cast<std::ptrdiff_t>(layout.block);
  if (context.checks() && (layout.dest_stride < least || layout.source_stride < least))
    base::fatal(call, base::text("strides %td and %td are less than a block of %td elements; use larger ones",
                                 layout.dest_stride, layout.source_stride, least));
}

std::size_t step(const Layout& layout, std::ptrdiff_t stride) {
  return static_cast<std::size_t>(stride) * layout.element;
}

/// `Bytes` is the size of a block, or 0 if it is none of the sizes for which memcpy becomes one load and store.
template <std::size_t Bytes>
void copy(std::byte* dest, const std::byte* source, const Layout& layout) {
  const std::size_t bytes = Bytes ? Bytes : layout.block * layout.element;
  const std::ptrdiff_t dest_step = layout.dest_stride * static_cast<std::ptrdiff_t>(layout.element);
  const std::ptrdiff_t source_step = layout.source_stride * static_cast<std::ptrdiff_t>(layout.element);
  for (std::size_t i = 0; i < layout.blocks; ++i, dest += dest_step, source += source_step)
    if constexpr (Bytes > 0)
      std::memcpy(dest, source, bytes);
    else
      base::store_once(dest, source, bytes);
}

void copy_any(void* dest, const void* source, const Layout& layout) {
  auto* to = static_cast<std::byte*>(dest);
  const auto* from = static_cast<const std::byte*>(source);
  switch (layout.block * layout.element) {
    case 0:
      return;
    case 1:
      return copy<1>(to, from, layout);
    case 2:
      return copy<2>(to, from, layout);
    case 4:
      return copy<4>(to, from, layout);
    case 8:
      return copy<8>(to, from, layout);
    case 16:
      return copy<16>(to, from, layout);
    default:
      return copy<0>(to, from, layout);
  }
}

comm::Reached place(const comm::Context& context, const char* call, const void* p, const Layout& layout,
                    std::ptrdiff_t stride, int pe) {
  check_strides(context, call, layout);
  if (void* there; context.near(p, pe, there)) return {there, nullptr, context.team()->pes.pe(pe), 0};
  return context.reach(call, p, span(layout, stride), pe, layout.alignment);
}

/// Calls `move(there, here)` for each block with its distance in bytes from the first one, on the other PE and here.
template <class Move>
void each_block(const Layout& layout, std::size_t there_step, std::size_t local_step, Move&& move) {
  if (layout.block == 0) return;
  for (std::size_t i = 0; i < layout.blocks; ++i) move(i * there_step, i * local_step);
}

DeviceBlocks blocks_of(const Layout& layout, std::size_t there_step, std::size_t local_step) {
  return {layout.blocks, layout.block * layout.element, there_step, local_step};
}

void write_blocks(ofi::Endpoint& endpoint, const comm::Reached& to, const void* source, const Layout& layout) {
  endpoint.write_blocks(to.pe, to.segment->wire,
                        {to.offset, static_cast<const char*>(source), layout.blocks, layout.block * layout.element,
                         step(layout, layout.dest_stride), step(layout, layout.source_stride)});
}

/// Reading one block by itself costs about as much on the wire as this many bytes of a long read.
constexpr std::size_t kDense = 4096;
constexpr std::size_t kSpan = std::size_t{256} << 10;  // bytes of one read of dense blocks

/// Reads the blocks together with the gaps between them into a buffer, and copies the blocks from there.
void read_dense(ofi::Endpoint& endpoint, const comm::Reached& from, void* dest, const Layout& layout) {
  const std::size_t there_step = step(layout, layout.source_stride), local_step = step(layout, layout.dest_stride);
  const std::size_t at_once = std::max<std::size_t>(1, kSpan / there_step);
  Layout part = layout;
  part.blocks = std::min(at_once, layout.blocks);
  const auto buffer = std::make_unique_for_overwrite<std::byte[]>(span(part, layout.source_stride));
  for (std::size_t i = 0; i < layout.blocks; i += part.blocks) {
    part.blocks = std::min(at_once, layout.blocks - i);
    endpoint.read(from.pe, from.segment->wire.at(from.pe, from.offset + i * there_step), buffer.get(),
                  span(part, layout.source_stride));
    copy_any(static_cast<std::byte*>(dest) + i * local_step, buffer.get(), part);
  }
}

void read_blocks(ofi::Endpoint& endpoint, const comm::Reached& from, void* dest, const Layout& layout) {
  if (layout.blocks > 1 && layout.source_stride > 0 && step(layout, layout.source_stride) <= kDense &&
      layout.block * layout.element <= kDense)
    return read_dense(endpoint, from, dest, layout);
  endpoint.before_read(from.pe);
  each_block(layout, step(layout, layout.source_stride), step(layout, layout.dest_stride),
             [&](std::size_t there, std::size_t here) {
               endpoint.read_later(from.pe, from.segment->wire.at(from.pe, from.offset + there),
                                   static_cast<std::byte*>(dest) + here, layout.block * layout.element);
             });
  endpoint.wait_read();
}

}  // namespace

void put_strided(const comm::Context& context, const char* call, void* dest, const void* source, const Layout& layout,
                 int pe) {
  const comm::Reached to = place(context, call, dest, layout, layout.dest_stride, pe);
  check(context, call, to.mapped, source, layout, step(layout, layout.dest_stride), step(layout, layout.source_stride));
  if (span(layout, layout.dest_stride) == 0) return;  // the pointers may be null
  if (needs_device(context, to, source))
    put_device(context, call, to, source,
               blocks_of(layout, step(layout, layout.dest_stride), step(layout, layout.source_stride)));
  else if (to.mapped)
    copy_any(to.mapped, source, layout);
  else
    write_blocks(*context.endpoint(), to, source, layout);
}

void get_strided(const comm::Context& context, const char* call, void* dest, const void* source, const Layout& layout,
                 int pe) {
  const comm::Reached from = place(context, call, source, layout, layout.source_stride, pe);
  check(context, call, from.mapped, dest, layout, step(layout, layout.source_stride), step(layout, layout.dest_stride));
  if (span(layout, layout.source_stride) == 0) return;
  if (needs_device(context, from, dest))
    get_device(context, call, from, dest,
               blocks_of(layout, step(layout, layout.source_stride), step(layout, layout.dest_stride)));
  else if (from.mapped)
    copy_any(dest, from.mapped, layout);
  else
    read_blocks(*context.endpoint(), from, dest, layout);
}

}  // namespace isthmus::ops
