// A symmetric buffer of all members. Its segment is looked up once; a member's copy is then reached by an addition
// where the member's memory is mapped here, and over the wire where it is not.
#pragma once
#include <algorithm>
#include <cstring>
#include <memory>

#include "base/copy.hpp"
#include "collectives/group/call.hpp"
#include "ops/remote.hpp"

namespace isthmus::collectives {

/// Data of members that are not mapped is fetched in blocks of this size before it is combined. They are large enough
/// that the bytes, not the round trips, take the time.
inline constexpr std::size_t kWireBlock = 65536;

/// Memory for such a block, allocated when it is first needed.
class WireBlock {
 public:
  char* room(std::size_t bytes) {
    if (bytes > size_) bytes_.reset(new char[size_ = std::max(bytes, kWireBlock)]);
    return bytes_.get();
  }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

class PeerBuffer {
 public:
  /// Ends the job, naming the call, when `bytes` at `p` are not symmetric.
  PeerBuffer(const Call& call, const void* p, std::size_t bytes)
      : world_(call.world), group_(call.group), segment_(symmetric(call, p, bytes)), offset_(segment_.offset(p)) {}

  /// The address at which the member's buffer is mapped here. It must be mapped.
  char* of(int member) const { return reinterpret_cast<char*>(segment_.peers.get()[group_.pe(member)] + offset_); }

  const memkind::Kind& kind() const { return *segment_.kind; }
  /// The same with its memory kind, which need not be the host's.
  memkind::Place place_of(int member) const { return {*segment_.kind, of(member)}; }

  /// Copies from the member, beginning `at` bytes into the buffer; done on return.
  void read(int member, std::size_t at, void* into, std::size_t bytes) const {
    if (segment_.mapped(group_.pe(member))) [[likely]]
      base::copy(into, of(member) + at, bytes);
    else
      ops::read(world_, place(member, at), into, bytes);
  }

  /// Copies to the member. Where it is not mapped the bytes are there after quiet(call.world).
  void write(int member, std::size_t at, const void* from, std::size_t bytes) const {
    if (segment_.mapped(group_.pe(member))) [[likely]]
      base::copy(of(member) + at, from, bytes);
    else
      ops::write(world_, place(member, at), from, bytes);
  }

  /// Nonblocking transfers to and from a member that is not mapped: `from` may be reused after finish_writes(), and
  /// `into` is filled after finish_reads().
  void write_later(int member, std::size_t at, const void* from, std::size_t bytes) const {
    const int pe = group_.pe(member);
    if (bytes > 0) world_.endpoint()->write_later(pe, segment_.wire.at(pe, offset_ + at), from, bytes);
  }
  void read_later(int member, std::size_t at, void* into, std::size_t bytes) const {
    const int pe = group_.pe(member);
    if (bytes > 0) world_.endpoint()->read_later(pe, segment_.wire.at(pe, offset_ + at), into, bytes);
  }
  void finish_writes() const { world_.endpoint()->wait_written(); }
  void finish_reads() const { world_.endpoint()->wait_read(); }

  /// Returns where the member's bytes can be read: in place if they are mapped, otherwise in `block`, into which it
  /// copies them.
  const char* view(int member, std::size_t at, std::size_t bytes, WireBlock& block) const {
    if (segment_.mapped(group_.pe(member))) return of(member) + at;
    char* here = block.room(bytes);
    ops::read(world_, place(member, at), here, bytes);
    return here;
  }

 private:
  ops::Place place(int member, std::size_t at) const { return {segment_, group_.pe(member), offset_ + at}; }

  const comm::Context& world_;
  const Group& group_;
  const memory::Segment& segment_;
  std::uintptr_t offset_;
};

}  // namespace isthmus::collectives
