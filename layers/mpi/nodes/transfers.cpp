#include "nodes/transfers.hpp"

#include <memory>

namespace isthmus::mpi {
namespace {

constexpr int kSlots = 4;  ///< pieces under way in each direction
constexpr int kTag = 0;    ///< the communicator is ours
constexpr std::size_t kLeastPiece = std::size_t{128} << 10;

std::size_t bytes_of(const Transfer& piece) {
  std::size_t bytes = 0;
  for (const Segment& segment : piece.segments) bytes += segment.bytes;
  return bytes;
}

/// The same data in pieces. Both sides of a transfer cut it alike.
std::vector<Transfer> cut(const std::vector<Transfer>& whole) {
  std::vector<Transfer> pieces;
  for (const Transfer& transfer : whole) {
    const std::size_t most = piece_of(bytes_of(transfer));
    std::size_t room = 0;
    for (const Segment& segment : transfer.segments)
      for (std::size_t done = 0; done < segment.bytes;) {
        if (room == 0) {
          pieces.push_back({transfer.peer});
          room = most;
        }
        const std::size_t part = std::min(room, segment.bytes - done);
        pieces.back().segments.push_back({segment.at + done, part});
        room -= part;
        done += part;
      }
  }
  return pieces;
}

/// The kind of a device that some data are on, for memory that it can reach quickly.
const memkind::Kind& kind_of(const std::vector<Transfer>& transfers) {
  for (const Transfer& transfer : transfers)
    for (const Segment& segment : transfer.segments)
      if (segment.at.kind.device) return segment.at.kind;
  return memkind::kHost;
}

/// A place for a piece, and what happens to it: it is filled by copies, sent, and free again; or received, emptied by
/// copies, and free.
struct Slot {
  enum class State { free, copying, under_way };
  std::unique_ptr<memkind::Staging> memory{};
  const Transfer* piece = nullptr;
  State state = State::free;

  void begin_copies(bool to_memory) {
    char* at = memory->get();
    for (const Segment& segment : piece->segments) {
      const memkind::Place here{memkind::kHost, at};
      memkind::begin_copy(to_memory ? here : segment.at, to_memory ? segment.at : here, segment.bytes);
      at += segment.bytes;
    }
    state = State::copying;
  }
};

class Exchange {
 public:
  Exchange(Word leaders, const std::vector<Transfer>& out, const std::vector<Transfer>& in)
      : leaders_(leaders), out_(cut(out)), in_(cut(in)), out_kind_(kind_of(out_)), in_kind_(kind_of(in_)) {
    for (int i = 0; i < 2 * kSlots; ++i) abi().set_handle(requests_.data(), i, abi().request_null);
  }

  int run() {
    for (;;) {
      for (int i = 0; i < kSlots; ++i) fill(i);
      for (int i = kSlots; i < 2 * kSlots; ++i)
        if (const int code = receive(i); code != kSuccess) return code;
      if (const int code = end_copies(); code != kSuccess) return code;
      if (next_in_ < in_.size() && any(kSlots, Slot::State::free)) continue;
      if (!any(0, Slot::State::under_way) && !any(kSlots, Slot::State::under_way)) return kSuccess;
      if (const int code = await_one(); code != kSuccess) return code;
    }
  }

 private:
  /// Whether one of the slots of a direction, from `first` on, is in that state.
  bool any(int first, Slot::State state) const {
    return std::any_of(slots_.begin() + first, slots_.begin() + first + kSlots,
                       [&](const Slot& slot) { return slot.state == state; });
  }
  Slot* take(int i, const std::vector<Transfer>& pieces, std::size_t& next, const memkind::Kind& kind) {
    Slot& slot = slots_[static_cast<std::size_t>(i)];
    if (slot.state != Slot::State::free || next == pieces.size()) return nullptr;
    slot.piece = &pieces[next++];
    if (!slot.memory) slot.memory = std::make_unique<memkind::Staging>(kind, device_memory().piece);
    return &slot;
  }
  void* request(int i) {
    return abi().handles_are_ints ? static_cast<void*>(reinterpret_cast<std::uint32_t*>(requests_.data()) + i)
                                  : static_cast<void*>(requests_.data() + i);
  }
  void fill(int i) {
    if (Slot* const slot = take(i, out_, next_out_, out_kind_)) slot->begin_copies(true);
  }
  int receive(int i) {
    Slot* const slot = take(i, in_, next_in_, in_kind_);
    if (!slot) return kSuccess;
    slot->state = Slot::State::under_way;
    return real().Irecv(slot->memory->get(), static_cast<int>(bytes_of(*slot->piece)), abi().bytes, slot->piece->peer,
                        kTag, leaders_, request(i));
  }
  int end_copies() {
    if (!any(0, Slot::State::copying) && !any(kSlots, Slot::State::copying)) return kSuccess;
    memkind::finish_copies();
    for (int i = 0; i < 2 * kSlots; ++i) {
      Slot& slot = slots_[static_cast<std::size_t>(i)];
      if (slot.state != Slot::State::copying) continue;
      slot.state = i < kSlots ? Slot::State::under_way : Slot::State::free;
      if (i >= kSlots) continue;
      const int code = real().Isend(slot.memory->get(), static_cast<int>(bytes_of(*slot.piece)), abi().bytes,
                                    slot.piece->peer, kTag, leaders_, request(i));
      if (code != kSuccess) return code;
    }
    return kSuccess;
  }
  int await_one() {
    int i = 0;
    const int code = real().Waitany(2 * kSlots, requests_.data(), &i, abi().status_ignore);
    if (code != kSuccess) return code;
    Slot& slot = slots_[static_cast<std::size_t>(i)];
    if (i < kSlots)
      slot.state = Slot::State::free;
    else
      slot.begin_copies(false);
    return kSuccess;
  }

  Word leaders_;
  std::vector<Transfer> out_, in_;
  const memkind::Kind &out_kind_, &in_kind_;
  std::size_t next_out_ = 0, next_in_ = 0;
  std::array<Slot, 2 * kSlots> slots_{};
  std::array<Word, 2 * kSlots> requests_{};
};

}  // namespace

std::size_t piece_of(std::size_t bytes) {
  const std::size_t most = device_memory().piece;
  return std::clamp(bytes / 4, std::min(kLeastPiece, most), most);
}

void Transfer::add(memkind::Place at, std::size_t bytes) {
  if (bytes == 0) return;
  if (!segments.empty()) {
    Segment& last = segments.back();
    if (&last.at.kind == &at.kind && last.at.at + last.bytes == at.at) {
      last.bytes += bytes;
      return;
    }
  }
  segments.push_back({at, bytes});
}

int exchange(Word leaders, const std::vector<Transfer>& out, const std::vector<Transfer>& in) {
  return Exchange(leaders, out, in).run();
}

}  // namespace isthmus::mpi
