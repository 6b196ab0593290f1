// A segment is a range of symmetric memory of one kind: the executable's static data, a partition, or the internal one
// that holds sync state. Each PE's copy may lie at another address; what is symmetric is the offset.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/mapping.hpp"
#include "memkind/kind.hpp"
#include "transport/ofi/region.hpp"

namespace isthmus::memory {

/// By PE: where that PE's copy starts as mapped here, 0 where it is not mapped. In the tables of contexts, also a
/// negative number, whose low half is the PE's number in the job, where it is reached by the shortest way on the wire
/// (see Context::put_near). The table is address space that costs memory only where it is written. PE numbers a little
/// below 0 or above the last read as 0, which sends a wrong number to the path that reports it, at no cost here.
class PeerTable {
 public:
  /// Throws base::SetupError.
  explicit PeerTable(int n_pes);
  void set(int pe, void* address) { first_[pe] = reinterpret_cast<std::uintptr_t>(address); }
  void set_wire(int pe, int world_pe) { first_[pe] = kWire | static_cast<std::uint32_t>(world_pe); }
  const std::uintptr_t* get() const { return first_; }

 private:
  static constexpr std::uintptr_t kWire = std::uintptr_t{1} << 63;
  base::Mapping pages_;
  std::uintptr_t* first_;
};

struct Segment {
  const char* name;
  const memkind::Kind* kind;
  std::uintptr_t base = 0;
  std::size_t size = 0;
  PeerTable peers;
  ofi::Region wire;

  /// Where PE `pe`'s copy starts as mapped here, or 0.
  std::uintptr_t mapped(int pe) const { return peers.get()[pe]; }
  std::uintptr_t offset(const void* p) const { return reinterpret_cast<std::uintptr_t>(p) - base; }
  bool holds(const void* p) const { return offset(p) < size; }
};

}  // namespace isthmus::memory
