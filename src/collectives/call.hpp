// One call of a collective: who takes part, and where its buffers are on every member. Algorithms read and write the
// members' memory in place, through its mapping here.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "collectives/group.hpp"
#include "memory/symmetric.hpp"

namespace isthmus::collectives {

struct Call {
  const char* name;
  Group& group;
  const memory::SymmetricMemory& memory;
  bool check = false;

  /// Under SHMEM_CHECK: ends the job when the members did not make the same call with the same numbers.
  void match(std::span<const std::uint64_t> numbers) const;
  void match(std::initializer_list<std::uint64_t> numbers = {}) const {
    match(std::span(numbers.begin(), numbers.size()));
  }
  /// A symmetric buffer as one of those numbers: the same for the same object, wherever each PE has it.
  std::uint64_t place(const void* p) const;
};

/// One buffer on every member: looked up once, then reached by an addition.
template <class T>
class PeerBuffer {
 public:
  /// Ends the job, naming the call, when `bytes` at `p` are not symmetric.
  PeerBuffer(const Call& call, T* p, std::size_t bytes) : PeerBuffer(call, find(call, p, bytes), p) {}
  T* of(int member) const { return reinterpret_cast<T*>(peers_[group_.pe(member)] + offset_); }

 private:
  PeerBuffer(const Call& call, const memory::Segment& segment, T* p)
      : group_(call.group), peers_(segment.peers.get()), offset_(segment.offset(p)) {}
  static const memory::Segment& find(const Call& call, const void* p, std::size_t bytes);

  const Group& group_;
  const std::uintptr_t* peers_;
  std::uintptr_t offset_;
};

/// Ends the job, naming the call, when `bytes` at `p` are not in one segment of symmetric memory.
const memory::Segment& symmetric(const Call& call, const void* p, std::size_t bytes);

/// Under SHMEM_CHECK: ends the job when the two buffers overlap, in part or, unless `in_place`, at all.
void check_overlap(const Call& call, const void* dest, std::size_t dest_bytes, const void* source,
                   std::size_t source_bytes, bool in_place);

template <class T>
const memory::Segment& PeerBuffer<T>::find(const Call& call, const void* p, std::size_t bytes) {
  return symmetric(call, p, bytes);
}

}  // namespace isthmus::collectives
