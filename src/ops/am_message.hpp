// The format of an active message, both in a ring and on the wire: a head, the arguments, the destination of a long
// payload, and the payload. The message carries a medium payload always, and a long one (or a piece of it) only on the
// wire. Every part but the last is a multiple of 8 bytes long, so all parts are aligned to 8 if the message is.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace isthmus::ops {

enum class AmKind : std::uint8_t {
  short_message,
  medium,
  long_message,
  piece,   ///< on the wire: a part of the payload of a long reply that follows
  credit,  ///< on the wire: reports AmHead::finished, and carries nothing else
  ask,     ///< on the wire: asks for a credit as soon as args[0] of the sender's requests are finished
  placed,  ///< on the wire: reports that args[0] of the receiver's pieces have been copied to their place
};

inline constexpr int kAmMaxArgs = 16;
inline constexpr std::size_t kAmMaxMedium = 4096;

struct AmHead {
  std::uint8_t type = 1;  ///< tells active messages from others on the same channel
  AmKind kind{};
  bool reply = false;
  std::uint8_t nargs = 0;
  std::uint16_t handler = 0;
  std::uint16_t unused = 0;
  std::int32_t source = 0;
  std::uint32_t carried = 0;   ///< bytes of payload in the message
  std::uint64_t finished = 0;  ///< in replies and credits on the wire: the receiver's requests that are finished
};
static_assert(sizeof(AmHead) == 24);

/// The destination of a long payload. Addresses may differ between PEs, so it is a segment and an offset in it. The
/// number of a segment is its place in the list of those that exist as long as the job; a space's is its id, counted
/// from the end of that list, and the end itself means no segment.
struct AmPlace {
  std::uint64_t segment = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

/// The parts of a message: of one to be written, or of one received, into which the pointers then point.
struct AmParts {
  AmHead head;
  const std::uint64_t* args = nullptr;
  AmPlace place;
  const void* payload = nullptr;

  std::size_t args_bytes() const { return head.nargs * sizeof(std::uint64_t); }
  std::size_t place_bytes() const {
    return head.kind == AmKind::long_message || head.kind == AmKind::piece ? sizeof place : 0;
  }
  std::size_t bytes() const { return sizeof head + args_bytes() + place_bytes() + head.carried; }

  void write(void* into) const {
    auto* at = static_cast<std::byte*>(into);
    const auto append = [&at](const void* from, std::size_t n) {
      if (n == 0) return;  // `from` may be null
      std::memcpy(at, from, n);
      at += n;
    };
    append(&head, sizeof head);
    append(args, args_bytes());
    append(&place, place_bytes());
    append(payload, head.carried);
  }

  /// Returns false if the `n` bytes are not a valid message. `from` must be aligned to 8 bytes.
  bool read(const void* from, std::size_t n) {
    if (n < sizeof head) return false;
    const auto* at = static_cast<const std::byte*>(from);
    std::memcpy(static_cast<void*>(&head), at, sizeof head);
    if (head.kind > AmKind::placed || head.nargs > kAmMaxArgs || head.carried > kAmMaxMedium || bytes() != n)
      return false;
    if ((head.kind == AmKind::ask || head.kind == AmKind::placed) && head.nargs != 1) return false;
    args = reinterpret_cast<const std::uint64_t*>(at + sizeof head);
    std::memcpy(static_cast<void*>(&place), at + sizeof head + args_bytes(), place_bytes());
    payload = at + sizeof head + args_bytes() + place_bytes();
    return place_bytes() == 0 || head.carried <= place.bytes;
  }
};

inline constexpr std::size_t kAmMaxMessage =
    sizeof(AmHead) + kAmMaxArgs * sizeof(std::uint64_t) + sizeof(AmPlace) + kAmMaxMedium;

}  // namespace isthmus::ops
