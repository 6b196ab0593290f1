// A collective call in which some member's buffer may be device memory. The members show each other their buffers in
// the call's first round, and all choose the same way. If all buffers are device memory of one kind that can be shared,
// a member maps those of the others that it needs and copies; nobody returns before all are done with its buffers.
#pragma once
#include <cstdint>
#include <vector>

#include "communicator.hpp"
#include "device/memory.hpp"
#include "device/shown.hpp"

namespace isthmus::mpi {

/// What the members agree on. `host`: no buffer is on a device. `staged`: through host memory. `mapped`: as above.
enum class Agreement { host, staged, mapped };

/// One side of a call: `count` elements from an address of the program's on.
struct Buffer {
  const void* address = nullptr;
  const Layout* layout = nullptr;  ///< null if the MPI alone knows where the data of the type are, or if it is invalid
  std::size_t count = 0;
  Word type = 0;            ///< if it is valid; not set where the layout suffices
  std::size_t element = 0;  ///< bytes of data in an element of a type without layout

  std::size_t bytes() const { return (layout ? layout->size() : element) * count; }
  /// Whether the MPI has to pack the data.
  bool opaque() const { return !layout && type != 0; }
  char* lowest() const { return static_cast<char*>(const_cast<void*>(address)) + (layout ? layout->true_lower() : 0); }
};

/// Whether a type has addresses, which lead to several allocations or partly to host memory.
bool lies_apart(const Buffer& buffer);

class DeviceCall {
 public:
  explicit DeviceCall(Communicator& comm);
  DeviceCall(const DeviceCall&) = delete;
  DeviceCall& operator=(const DeviceCall&) = delete;

  // Before agree(), this member says what it has. A member that has no data on a side does not call its function.

  /// What others read. If they could not follow its layout, they get a copy without gaps. They also get one if the
  /// allocation is new: mapping it takes each of them longer than a copy takes, and it may be freed soon.
  void give(const Buffer& source);
  /// The same; the others always get a copy, since this member writes to the buffer in the same call.
  void give_copy(const Buffer& source);
  /// A block of its own for each member, of any type each: the others read a copy of all of them without gaps.
  void give_blocks(const std::vector<Buffer>& sources);
  /// What this member, or another one for it, writes to.
  void fill(const Buffer& dest);
  /// A block of its own for the data of each member, which this member alone writes. Returns their shapes.
  std::vector<Strides> fill_blocks(const std::vector<Buffer>& dests);
  /// The data for member m begin m * `bytes` after the beginning of the source (in a gather: of the root's dest); 0 if
  /// all get the same.
  void set_stride(std::ptrdiff_t bytes) { mine_.stride = bytes; }
  /// The data for member m begin `bytes[m]` after that.
  void set_offsets(std::vector<std::ptrdiff_t> bytes) { offsets_ = std::move(bytes); }
  /// In a gather with offsets: member m may write `bytes[m]` there. Without, it is the stride.
  void set_rooms(std::vector<std::ptrdiff_t> bytes) { rooms_ = std::move(bytes); }
  /// This member cannot take the mapped way.
  void refuse() { mine_.head.refuses = true; }
  /// Whether give() made a copy without gaps, so that strides and offsets are those of packed data.
  bool copied() const { return static_cast<bool>(copy_); }

  /// The first round.
  Agreement agree();

  // After agree() has returned `mapped`.

  /// A side of a member, mapped here. If that failed, the address is null, and close() will return false.
  struct Theirs {
    char* at = nullptr;
    Strides shape{};
  };
  Theirs source_of(int member);
  char* dest_of(int member);
  const Strides& dest_shape() const { return dest_shape_; }
  const memkind::Kind& kind() const { return *kind_; }
  bool gives(int member) const { return line(member).source.state != State::none; }
  bool fills(int member) const { return line(member).dest.state != State::none; }
  /// Where the data for this member begin, as that member has set it.
  std::ptrdiff_t offset_from(int member) const { return shown_.offsets[static_cast<std::size_t>(member)]; }
  /// In a gather: how many bytes this member may write there, whatever it has.
  std::size_t room_at(int member) const {
    return static_cast<std::size_t>(shown_.rooms[static_cast<std::size_t>(member)]);
  }
  std::ptrdiff_t stride_of(int member) const { return line(member).stride; }
  /// Whether no side of any member has gaps.
  bool all_contiguous() const;
  /// Whether some member's dest is its source, so that the call could not be repeated once somebody has begun to write.
  bool in_place() const;
  /// Whether each member should write to its own dest alone, because some member's is of an allocation that is new. A
  /// member that writes to its dest does not change what others read of it.
  bool own_dests_only() const;
  /// This member could not do its part.
  void fail() { failed_ = true; }

  /// Whether no member has failed so far: a round, before the first write of a call that cannot be repeated.
  bool all_well();
  /// Waits until this member's commands are complete, tells the others, and waits until they are done with its buffers.
  /// Returns false if a member has failed: then the call has to be repeated another way.
  bool close();

  int me() const { return comm_.rank(); }
  int size() const { return comm_.size(); }

 private:
  using Side = ShownSide;
  using State = ShownSide::State;

  const ShownLine& line(int member) const { return *shown_.lines[static_cast<std::size_t>(member)]; }
  KnownMemory::Found meet(const Buffer& buffer, Side& side, char*& at);
  bool shape_of(const Buffer& buffer, const KnownMemory::Found& found, std::shared_ptr<void>& list, Strides& shape);
  bool copy_source(const Buffer& source, const KnownMemory::Found& found, const Strides& shape);
  /// Notes that a side has one more block, in memory of that kind.
  void add(Side& side, const Side& block);
  char* map(int member, const Side& side, char* mine);
  void show(collectives::Round& round);
  void read(const collectives::Round& round, int member);
  Agreement choose();

  Communicator& comm_;
  ShownLines& shown_;
  Mappings::Call mappings_;
  const memkind::Kind* kind_ = &memkind::kHost;
  ShownLine mine_{};
  char *source_ = nullptr, *dest_ = nullptr;
  const char* given_ = nullptr;  ///< the source of give(), before it was copied
  Strides source_shape_{}, dest_shape_{};
  std::shared_ptr<void> source_list_, dest_list_;
  std::vector<std::shared_ptr<void>> lists_;  ///< of blocks
  Scratch::Block copy_;
  std::vector<std::ptrdiff_t> offsets_, rooms_;
  bool failed_ = false;
};

}  // namespace isthmus::mpi
