// A segment is a range of symmetric memory of one kind: the executable's static data, a partition, memory of teams, or
// the internal segment that holds sync state. Each PE's copy may lie at another address; the offset is symmetric.
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/mapping.hpp"
#include "memkind/kind.hpp"
#include "transport/ofi/region.hpp"

namespace isthmus::memory {

/// For each PE, the address at which its copy is mapped here, or 0 where it is not mapped. In the tables of contexts an
/// entry may also be negative: its low half is then the PE's number in the job, and the wire reaches that PE's heap
/// by offsets (see Context::put_near). The table is address space that costs memory only where it is written. PE
/// numbers a little below 0 or above the last read as 0, so that a wrong number gets to the code that reports it
/// without a check here.
class PeerTable {
 public:
  /// Throws base::SetupError.
  explicit PeerTable(int n_pes);
  void set(int pe, void* address) { first_[pe] = reinterpret_cast<std::uintptr_t>(address); }
  void set_wire(int pe, int world_pe) { first_[pe] = kWire | static_cast<std::uint32_t>(world_pe); }
  const std::uintptr_t* get() const { return first_; }

 private:
  static constexpr std::uintptr_t kWire = std::uintptr_t{1} << 63;
  static_assert(kWire * sizeof(std::uintptr_t) == 0);  // an entry of the wire is an index, too (TxEndpoint::known)
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
