// A context is what an operation is issued on. It carries everything that a put needs, so operations know no globals.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "comm/team.hpp"
#include "comm/window.hpp"
#include "memkind/copies.hpp"
#include "memory/symmetric.hpp"

namespace isthmus::comm {

/// Where an operation goes: to memory that is mapped here, or over the wire.
struct Reached {
  void* mapped;                    ///< null: over the wire
  const memory::Segment* segment;  ///< null if not needed: mapped in the heap, or 0 bytes
  int pe;                          ///< its number in the world team
  std::uintptr_t offset;

  ofi::Target target() const { return segment->wire.at(pe, offset); }
  bool on_device() const { return segment && segment->kind->device; }
  /// The mapped memory. Without a segment it is in the heap, which is host memory.
  memkind::Place place() const { return {segment ? *segment->kind : memkind::kHost, static_cast<char*>(mapped)}; }
  Reached operator+(std::size_t bytes) const {
    return {mapped ? static_cast<char*>(mapped) + bytes : nullptr, segment, pe, offset + bytes};
  }
};

/// A place in the heap of a PE of another node. What the endpoint's short ways want to know of it is loaded where it is
/// asked for.
struct WirePlace {
  std::uintptr_t entry;  ///< see memory::PeerTable
  std::uintptr_t offset;
  const WireWindow& window;

  ofi::Endpoint& endpoint() const { return *window.endpoint; }
  std::uint64_t key() const { return window.key; }
  std::uint64_t region() const { return window.region; }
  const ofi::Region& heap() const { return *window.heap; }
  int pe() const { return ofi::pe_of(entry); }
  ofi::Target target() const { return {offset, key()}; }
};

/// The object behind a shmem_ctx_t. Handles are distances between contexts, so its size is part of their values (see
/// runtime/world.hpp).
class alignas(128) Context {
 public:
  /// A context that belongs to no job: every operation ends in reach(), which reports `unusable`.
  constexpr explicit Context(const char* unusable) : unusable_(unusable) {}
  /// PE numbers are the team's; `heap_peers` is the heap's table of peers in the team's order. With `check` every
  /// operation goes through reach(), which checks its arguments. `endpoint` is null in a job on one node.
  Context(const memory::SymmetricMemory& memory, const memory::Segment& heap, const std::uintptr_t* heap_peers,
          Team& team, ofi::Endpoint* endpoint, bool check)
      : window_{heap.base,     check ? 0 : without_end(heap.size),
                heap_peers,    endpoint,
                heap.wire.key, static_cast<std::uint64_t>(heap.wire.index),
                &heap.wire},
        statics_{memory.statics().base, check || !team.is_world() ? 0 : without_end(memory.statics().size),
                 memory.statics().peers.get()},
        host_base_(memory.has_devices() ? heap.base : 0),
        host_size_(memory.has_devices() ? heap.size : ~std::size_t{0}),
        memory_(&memory),
        team_(&team),
        n_pes_(team.pes.size()),
        check_(check),
        careful_(check || endpoint || memory.has_devices()) {}

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

  /// So many bytes at the end of the heap, and of static data, are left out of what the short ways serve: whatever
  /// begins before them, and has no more than kSmall bytes, is inside as a whole. The rest goes by reach(), which looks
  /// at the length.
  static constexpr std::size_t kMargin = ofi::Endpoint::kSmall - 1;

  /// Calls one of three functions, as short a way as near(): `near(there)` where near() finds `p`, `wire(place)` where
  /// it is in the heap of a PE whose entry in the table of peers is one of the wire (see memory::PeerTable), and
  /// `far()` for everything else.
  template <class Near, class Wire, class Far>
  [[gnu::always_inline]] auto in_heap(const void* p, int pe, Near&& near, Wire&& wire, Far&& far) const {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(p) - window_.base;
    if (offset >= window_.size) [[unlikely]]
      return far();
    const std::uintptr_t entry = window_.peers[pe];
    if (static_cast<std::intptr_t>(entry) > 0) [[likely]]
      return near(reinterpret_cast<void*>(entry + offset));
    if (entry == 0) return far();
    return wire(WirePlace{entry, offset, window_});
  }

  /// As near() for static data of a node peer, which most contexts of the world team know.
  [[gnu::always_inline]] bool near_static(const void* p, int pe, void*& there) const {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(p) - statics_.base;
    if (offset >= statics_.size) return false;
    const std::uintptr_t peer = statics_.peers[pe];
    there = reinterpret_cast<void*>(peer + offset);
    return peer != 0;
  }
  /// The same for `bytes` of it. False also where the PE or the end is out of range.
  [[gnu::always_inline]] bool near_static(const void* p, std::size_t bytes, int pe, void*& there) const {
    return static_cast<unsigned>(pe) < static_cast<unsigned>(n_pes_) && near_static(p, pe, there) &&
           bytes <= statics_.size - (reinterpret_cast<std::uintptr_t>(p) - statics_.base);
  }

  /// Whether `bytes`, at least one, at `p` are in the window of a PE whose entry is one of the wire. Calls `use(place)`
  /// then; otherwise near() or reach() has to be asked.
  template <class Use>
  [[gnu::always_inline]] bool on_wire(const void* p, std::size_t bytes, int pe, Use&& use) const {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(p) - window_.base;
    if (offset >= window_.size || bytes - 1 >= window_.size - offset) return false;
    const std::uintptr_t entry = window_.peers[pe];
    if (static_cast<std::intptr_t>(entry) >= 0) return false;
    use(WirePlace{entry, offset, window_});
    return true;
  }

  /// Puts one value. Stores it where the PE's heap is mapped here; gives it to the endpoint where the PE's entry in the
  /// table of peers is one of the wire (see memory::PeerTable); calls `far(p)` where others have to be asked.
  template <class T, class Far>
  [[gnu::always_inline]] void put_near(T* p, T value, int pe, Far&& far) const {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(p) - window_.base;
    if (offset >= window_.size) [[unlikely]]
      return far(p);
    const std::uintptr_t* peers;
    ofi::Endpoint* endpoint;
    load_peers(window_, peers, endpoint);
    const std::uintptr_t entry = peers[pe];
    if constexpr (sizeof(T) <= sizeof(std::uint64_t)) {
      if (is_negative(entry)) [[unlikely]]
        return endpoint->write_value(bits(value), sizeof value, entry, offset, window_.key);
    } else if (is_negative(entry)) [[unlikely]] {
      return far(reinterpret_cast<T*>(offset + reload(window_.base)));
    }
    if (entry == 0) [[unlikely]]
      return far(reinterpret_cast<T*>(offset + reload(window_.base)));
    *reinterpret_cast<T*>(entry + offset) = value;
  }

  /// Where `bytes` at the symmetric address `p` of PE `pe` are, in any segment. Wrong arguments end the job with a line
  /// that names the call. Under SHMEM_CHECK, `p` has to be aligned to `alignment`, too.
  [[gnu::cold]] Reached reach(const char* call, const void* p, std::size_t bytes, int pe,
                              std::size_t alignment = 1) const;

  /// Whether a buffer of this PE is host memory for certain. Where it is not, kind_of() has to be asked.
  [[gnu::always_inline]] bool surely_host(const void* p) const {
    return reinterpret_cast<std::uintptr_t>(p) - host_base_ < host_size_;
  }
  /// Called when device memory is created after the context: surely_host() then vouches for the heap alone.
  void expect_devices(const memory::Segment& heap) {
    host_base_ = heap.base;
    host_size_ = heap.size;
    careful_ = true;
  }
  const memkind::Kind& kind_of(const void* p) const { return memory_->kind_of(p); }

  /// As reach(), but null where the address is not symmetric or the PE's copy is not mapped.
  void* find(const void* p, int pe) const;
  /// Whether operations reach this address on PE `pe`, mapped or not.
  bool accessible(const void* p, int pe) const;
  /// Null in a job on one node.
  ofi::Endpoint* endpoint() const { return window_.endpoint; }

  bool checks() const { return check_; }
  /// Whether a local variable takes more than a load: a check under SHMEM_CHECK, a copy where it may be in device
  /// memory, and base::Arrivals::see() where it may be written over the wire.
  bool careful() const { return careful_; }
  /// Ends the job when the context has been destroyed. For calls that do not go through reach().
  void must_exist(const char* call) const;
  int n_pes() const { return n_pes_; }
  const memory::SymmetricMemory* memory() const { return memory_; }
  Team* team() const { return team_; }

 private:
  /// The bytes of a value, from the lowest on. Those above it are not looked at: of a value of 4 bytes they are
  /// whatever its register holds, since clearing them would take an instruction of every put.
  template <class T>
  [[gnu::always_inline]] static std::uint64_t bits(T value) {
    static_assert(std::endian::native == std::endian::little);
    if constexpr (sizeof(T) == 8)
      return std::bit_cast<std::uint64_t>(value);
    else if constexpr (sizeof(T) == 4) {
      std::uint64_t bits;
      asm("" : "=r"(bits) : "0"(std::bit_cast<std::uint32_t>(value)));
      return bits;
    } else if constexpr (sizeof(T) == 2)
      return std::bit_cast<std::uint16_t>(value);
    else
      return std::bit_cast<std::uint8_t>(value);
  }

  WireWindow window_;
  static constexpr std::size_t without_end(std::size_t size) { return std::max(size, kMargin) - kMargin; }

  /// The static data, of size 0 where near_static() must not be asked.
  struct {
    std::uintptr_t base = 0;
    std::size_t size = 0;
    const std::uintptr_t* peers = nullptr;
  } statics_;
  /// The range of surely_host(): all addresses, or the heap alone where there is device memory.
  std::uintptr_t host_base_ = 0;
  std::size_t host_size_ = ~std::size_t{0};
  const memory::SymmetricMemory* memory_ = nullptr;
  Team* team_ = nullptr;
  int n_pes_ = 0;
  bool check_ = false, careful_ = false;
  const char* unusable_ = nullptr;  ///< why, while memory_ is null
};
static_assert(sizeof(Context) == 128);

/// Reasons why a context is unusable. Each is one object, since their addresses are compared.
inline constexpr char kNotInitialized[] = "called outside shmem_init ... shmem_finalize; call shmem_init first";
inline constexpr char kFinalized[] =
    "called after shmem_finalize; move it before, also out of destructors of static objects";
inline bool finalized = false;  ///< whether shmem_finalize has left a job
inline constexpr char kDestroyed[] = "the context has been destroyed; do not use it after shmem_ctx_destroy";

/// Why a null pointer names no symmetric memory, and what to do.
inline constexpr char kNull[] =
    "a null pointer is not a symmetric address; shmem_malloc returns one where the heap has no room: raise "
    "SHMEM_SYMMETRIC_SIZE";

/// Ends the job, naming the call, for an object that is not aligned as its type needs.
[[noreturn, gnu::cold, gnu::noinline]] void refuse_misaligned(const char* call, const void* p, std::size_t alignment);

/// Ends the job, naming the call, for use outside shmem_init ... shmem_finalize.
[[noreturn, gnu::cold, gnu::noinline]] void not_initialized(const char* call);

}  // namespace isthmus::comm
