// Peers' device memory that is mapped here. Opening a driver's handle takes 35 to 41 us and closing one 26 to 31 us on
// an H200, so mappings stay open for the next call. A mapping is known by its peer, its base address there and the
// driver's id of the allocation, which changes when the address is freed and allocated again. There is one cache in the
// process, because older drivers refuse to open the same allocation twice.
#pragma once
#include <array>
#include <cstdint>
#include <list>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "memkind/kind.hpp"

namespace isthmus::mpi {

class Mappings {
 public:
  /// Another process's allocation.
  struct Key {
    std::uint64_t peer;  ///< the process's random number
    std::uint64_t base;  ///< its address there
    std::uint64_t id;

    bool operator==(const Key&) const = default;
  };

  /// `most` is the number of bytes above which mappings are closed, the least recently used first. Those that a call
  /// uses stay, and after it until another call needs room: the one allocation of a memory pool may be larger than
  /// that, and every call uses it. A mapping costs memory only if its owner has freed it. So if one that was closed is
  /// opened again soon, the limit grows by its size: the owner still uses it. At most to kGrowth times as many bytes.
  explicit Mappings(std::size_t most) : most_(most), largest_(most > SIZE_MAX / kGrowth ? most : most * kGrowth) {}
  ~Mappings() { close_all(); }
  Mappings(const Mappings&) = delete;
  Mappings& operator=(const Mappings&) = delete;

  /// The mappings that one call uses. None of them is closed while the object lives.
  class Call {
   public:
    explicit Call(Mappings& mappings) : mappings_(mappings) {}
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    enum class State { open, refused, unknown };
    /// Whether the allocation was opened by an earlier call; if so, `at` is its address here.
    State find(const Key& key, char*& at);
    /// Opens a handle. Returns null if the driver refuses it, which is remembered. Mappings of the peer that overlap
    /// the allocation must be of memory that the peer has freed since: later calls close them, one each, so that the
    /// call that meets a new allocation does not pay for both.
    char* open(const Key& key, std::size_t bytes, const memkind::Kind& kind, const memkind::Handle& handle);

   private:
    friend class Mappings;
    Mappings& mappings_;
    std::vector<void*> used_;
    bool opened_ = false;
  };

  /// Closes everything. No call may be under way.
  void close_all();
  std::size_t bytes() const;

 private:
  struct Entry {
    Key key;
    std::size_t bytes;
    const memkind::Kind* kind;
    char* at;   ///< null if the driver refused
    int calls;  ///< that use it
  };
  static constexpr std::size_t kMostRefused = 1024;
  static constexpr std::size_t kGrowth = 16;

  using Place = std::list<Entry>::iterator;
  struct Hash {
    std::size_t operator()(const Key& key) const { return (key.peer * 31 + key.base) * 31 + key.id; }
  };

  void use(Call& call, Place entry);
  void close(Place entry);
  void make_room(std::size_t bytes);
  void close_outdated();

  mutable std::mutex mutex_;
  std::size_t most_, largest_, bytes_ = 0;
  std::array<Key, 32> closed_{};  ///< those that were closed last to make room
  std::size_t closes_ = 0;
  std::size_t refused_ = 0;    ///< entries without a mapping
  std::list<Entry> entries_;   ///< the most recently used first
  std::list<Entry> outdated_;  ///< of memory that the peer has freed; not in by_key_
  std::unordered_map<Key, Place, Hash> by_key_;
};

}  // namespace isthmus::mpi
