// A context is what an operation is issued on. It carries everything that a put needs, so operations know no globals.
#pragma once
#include <cstddef>
#include <cstdint>

#include "comm/inject.hpp"
#include "comm/team.hpp"
#include "memkind/copies.hpp"
#include "memory/symmetric.hpp"

namespace isthmus::comm {

/// Where an operation goes: mapped here, or on the wire.
struct Reached {
  void* mapped;                    ///< null: on the wire
  const memory::Segment* segment;  ///< null where nothing moves and nothing has to be symmetric
  int pe;                          ///< the world's number
  std::uintptr_t offset;

  ofi::Target target() const { return segment->wire.at(pe, offset); }
  bool on_device() const { return segment && segment->kind->device; }
  /// Where it is mapped. Without a segment it is in the heap.
  memkind::Place place() const { return {segment ? *segment->kind : memkind::kHost, static_cast<char*>(mapped)}; }
  Reached operator+(std::size_t bytes) const {
    return {mapped ? static_cast<char*>(mapped) + bytes : nullptr, segment, pe, offset + bytes};
  }
};

/// What shmem_ctx_create makes, and SHMEM_CTX_DEFAULT. Its size is part of the handles' values (see runtime/world.hpp).
class alignas(128) Context {
 public:
  /// Belongs to no job: every operation ends in reach(), which reports it.
  constexpr explicit Context(const char* unusable) : unusable_(unusable) {}
  /// PE numbers are the team's; `heap_peers` is the heap's table of peers in the team's order. With `check` every
  /// operation goes through reach(), which looks at its arguments.
  /// `endpoint` is null in a job on one node.
  Context(const memory::SymmetricMemory& memory, const memory::Segment& heap, const std::uintptr_t* heap_peers,
          Team& team, ofi::Endpoint* endpoint, bool check)
      : window_{heap.base,     check ? 0 : heap.size,
                heap_peers,    endpoint ? endpoint->handle() : nullptr,
                heap.wire.key, endpoint ? endpoint->inject() : nullptr,
                endpoint},
        host_base_(memory.has_devices() ? heap.base : 0),
        host_size_(memory.has_devices() ? heap.size : ~std::size_t{0}),
        memory_(&memory),
        team_(&team),
        n_pes_(team.pes.size()),
        check_(check),
        careful_(check || memory.has_devices()) {}

  /// Finds the place where the symmetric address `p` of PE `pe` is mapped here if it is in the heap of a node peer, by
  /// far the most common target, in a handful of instructions. Otherwise false, and reach() has to be asked. A context
  /// that belongs to no job has an empty window, so that a call before initialisation is reported without a test of
  /// its own; so has one that checks arguments.
  [[gnu::always_inline]] bool near(const void* p, int pe, void*& there) const {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(p) - window_.base;
    if (offset >= window_.size) [[unlikely]]
      return false;
    const std::uintptr_t peer = window_.peers[pe];
    there = reinterpret_cast<void*>(peer + offset);
    return static_cast<std::intptr_t>(peer) > 0;
  }

  /// near() for one value, with its end: a store where the peer is mapped; where it is on another node and the provider
  /// takes small writes without ceremony, a write on the wire; `far(p)` where reach() has to be asked.
  template <class T, class Far>
  [[gnu::always_inline]] void put_near(T* p, T value, int pe, Far&& far) const {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(p) - window_.base;
    if (offset >= window_.size) [[unlikely]]
      return far(p);
    const std::uintptr_t* peers;
    fid_ep* handle;
    load_peers(window_, peers, handle);
    const std::uintptr_t entry = peers[pe];
    if (is_negative(entry)) [[unlikely]]
      return inject_value(handle, value, entry, offset, &window_);
    if (entry == 0) [[unlikely]]
      return far(reinterpret_cast<T*>(offset + forgotten(window_.base)));
    *reinterpret_cast<T*>(entry + offset) = value;
  }

  /// Where `bytes` at the symmetric address `p` of PE `pe` are, in any segment. Wrong arguments end the job with a line
  /// that names the call. Under SHMEM_CHECK, `alignment` is asked of `p`, too.
  [[gnu::cold]] Reached reach(const char* call, const void* p, std::size_t bytes, int pe,
                              std::size_t alignment = 1) const;

  /// Whether a buffer of this PE is host memory for certain. Where it is not, kind_of() has to be asked.
  [[gnu::always_inline]] bool surely_host(const void* p) const {
    return reinterpret_cast<std::uintptr_t>(p) - host_base_ < host_size_;
  }
  /// There is device memory from now on.
  void expect_devices(const memory::Segment& heap) {
    host_base_ = heap.base;
    host_size_ = heap.size;
  }
  const memkind::Kind& kind_of(const void* p) const { return memory_->kind_of(p); }

  /// As reach(), but null where the address is not symmetric or the PE's copy is not mapped.
  void* find(const void* p, int pe) const;
  /// Whether PE `pe` has such an address, mapped or not.
  bool accessible(const void* p, int pe) const;
  /// Null in a job on one node.
  ofi::Endpoint* endpoint() const { return window_.endpoint; }

  bool checks() const { return check_; }
  /// Whether local variables have to be looked at before they are touched: for SHMEM_CHECK, or since they may be on a
  /// device.
  bool careful() const { return careful_; }
  /// Ends the job when the context has been destroyed, for calls that do not reach out.
  void must_exist(const char* call) const;
  int n_pes() const { return n_pes_; }
  const memory::SymmetricMemory* memory() const { return memory_; }
  Team* team() const { return team_; }

 private:
  WireWindow window_;
  /// Everything, or the heap where there is device memory.
  std::uintptr_t host_base_ = 0;
  std::size_t host_size_ = ~std::size_t{0};
  const memory::SymmetricMemory* memory_ = nullptr;
  Team* team_ = nullptr;
  int n_pes_ = 0;
  bool check_ = false, careful_ = false;
  const char* unusable_ = nullptr;  ///< why, while memory_ is null
};
static_assert(sizeof(Context) == 128);

/// One object each, since their addresses are compared.
inline constexpr char kNotInitialized[] = "called outside shmem_init ... shmem_finalize; call shmem_init first";
inline constexpr char kFinalized[] =
    "called after shmem_finalize; move it before, also out of destructors of static objects";
inline bool finalized = false;  ///< a job was left
inline constexpr char kDestroyed[] = "the context has been destroyed; do not use it after shmem_ctx_destroy";

/// Ends the job, naming the call, for use outside shmem_init ... shmem_finalize.
[[noreturn, gnu::cold, gnu::noinline]] void not_initialized(const char* call);

}  // namespace isthmus::comm
