#include "transport/ofi/scatter.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.hpp"
#include "base/wait.hpp"
#include "transport/ofi/atomic.hpp"
#include "transport/ofi/domain.hpp"
#include "transport/ofi/unknown_peers.hpp"

namespace isthmus::ofi {
namespace {

struct Header {
  std::uint8_t type;
  std::uint8_t region;
  std::uint16_t count;  ///< of blocks, which follow
  std::uint32_t bytes;  ///< of each
  std::uint64_t offset, step;
  std::uint64_t whom;  ///< as in a request for an atomic
};

constexpr std::size_t kRoom = Channel::kMaxMessage - sizeof(Header);

void on_blocks(void* self, int source, const void* message, std::size_t n) {
  auto& domain = *static_cast<Domain*>(self);
  Header header;
  std::memcpy(&header, message, std::min(n, sizeof header));
  if (n < sizeof header || header.count == 0 || n != sizeof header + std::size_t{header.count} * header.bytes)
    return say_dropped(Unknown::request, base::text("malformed blocks of PE %d", source));
  const __uint128_t span = static_cast<__uint128_t>(header.step) * (header.count - 1u) + header.bytes;
  auto* place = span > SIZE_MAX
                    ? nullptr
                    : static_cast<char*>(domain.local(header.region, header.offset, static_cast<std::size_t>(span)));
  if (!place) return say_dropped(Unknown::request, base::text("blocks of PE %d outside of symmetric memory", source));
  const char* from = static_cast<const char*>(message) + sizeof header;
  for (unsigned i = 0; i < header.count; ++i, place += header.step, from += header.bytes)
    std::memcpy(place, from, header.bytes);
  answer_forgotten(domain.channel(), source, header.whom);
}

}  // namespace

bool fits_scatter(const Blocks& blocks) {
  return blocks.count >= 4 && blocks.bytes <= kRoom / 4 && blocks.there_step <= PTRDIFF_MAX;
}

std::size_t send_scatter(Channel& channel, int pe, const Region& region, const Blocks& blocks, Endpoint* endpoint) {
  const std::size_t count = std::min(blocks.count, kRoom / blocks.bytes);
  const Header header{Channel::scatter,
                      static_cast<std::uint8_t>(region.index),
                      static_cast<std::uint16_t>(count),
                      static_cast<std::uint32_t>(blocks.bytes),
                      blocks.offset,
                      blocks.there_step,
                      reinterpret_cast<std::uint64_t>(endpoint) + 1};
  std::array<char, Channel::kMaxMessage> message;
  std::memcpy(message.data(), &header, sizeof header);
  char* end = message.data() + sizeof header;
  const char* from = blocks.from;
  for (std::size_t i = 0; i < count; ++i, from += blocks.here_step, end += blocks.bytes)
    std::memcpy(end, from, blocks.bytes);
  base::wait_until(
      [&] { return channel.try_send(pe, message.data(), static_cast<std::size_t>(end - message.data())); });
  return count;
}

void serve_scatter(Domain& domain, Channel& channel) { channel.listen(Channel::scatter, on_blocks, &domain); }

}  // namespace isthmus::ofi
