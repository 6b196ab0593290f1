// A context is what an operation is issued on. It carries everything that a put needs, so operations know no globals.
#pragma once
#include <cstddef>
#include <cstdint>

#include "comm/team.hpp"
#include "memory/symmetric.hpp"

namespace isthmus::comm {

/// What shmem_ctx_create makes, and SHMEM_CTX_DEFAULT. Its size is part of the handles' values (see runtime/world.hpp).
class alignas(128) Context {
 public:
  /// Belongs to no job: every operation ends in reach(), which reports it.
  constexpr explicit Context(const char* unusable) : unusable_(unusable) {}
  /// PE numbers are the team's; `heap_peers` is the heap's table of peers in the team's order. With `check` every
  /// operation goes through reach(), which looks at its arguments.
  Context(const memory::SymmetricMemory& memory, const memory::Segment& heap, const std::uintptr_t* heap_peers,
          Team& team, bool check)
      : base_(heap.base),
        size_(check ? 0 : heap.size),
        peers_(heap_peers),
        memory_(&memory),
        team_(&team),
        n_pes_(team.pes.size()),
        check_(check) {}

  /// Finds the place where the symmetric address `p` of PE `pe` is mapped here if it is in the heap of a node peer, by
  /// far the most common target, in a handful of instructions. Otherwise false, and reach() has to be asked. A context
  /// that belongs to no job has an empty window, so that a call before initialisation is reported without a test of
  /// its own; so has one that checks arguments.
  [[gnu::always_inline]] bool near(const void* p, int pe, void*& there) const {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(p) - base_;
    if (offset >= size_) [[unlikely]]
      return false;
    const std::uintptr_t peer = peers_[pe];
    there = reinterpret_cast<void*>(peer + offset);
    return peer != 0;
  }

  /// Where `bytes` at the symmetric address `p` of PE `pe` are mapped here, in any segment. Wrong arguments end the
  /// job with a line that names the call. Under SHMEM_CHECK, `alignment` is asked of `p`, too.
  [[gnu::cold]] void* reach(const char* call, const void* p, std::size_t bytes, int pe,
                            std::size_t alignment = 1) const;

  /// As reach(), but null where the address is not symmetric or the PE's copy is not mapped.
  void* find(const void* p, int pe) const;

  bool checks() const { return check_; }
  /// Ends the job when the context has been destroyed, for calls that do not reach out.
  void must_exist(const char* call) const;
  int n_pes() const { return n_pes_; }
  const memory::SymmetricMemory* memory() const { return memory_; }
  Team* team() const { return team_; }

 private:
  std::uintptr_t base_ = 0;
  std::size_t size_ = 0;
  const std::uintptr_t* peers_ = nullptr;
  const memory::SymmetricMemory* memory_ = nullptr;
  Team* team_ = nullptr;
  int n_pes_ = 0;
  bool check_ = false;
  const char* unusable_ = nullptr;  ///< why, while memory_ is null
};
static_assert(sizeof(Context) == 128);

/// One object each, since their addresses are compared.
inline constexpr char kNotInitialized[] = "called outside shmem_init ... shmem_finalize; call shmem_init first";
inline constexpr char kDestroyed[] = "the context has been destroyed; do not use it after shmem_ctx_destroy";

/// Ends the job, naming the call, for use outside shmem_init ... shmem_finalize.
[[noreturn, gnu::cold, gnu::noinline]] void not_initialized(const char* call);

}  // namespace isthmus::comm
