// Device memory of our own, for data that peers read without its gaps. Blocks are kept for the next call, so that peers
// find them mapped; what is not in use is bounded.
#pragma once
#include <list>
#include <mutex>

#include "memkind/kind.hpp"

namespace isthmus::mpi {

class Scratch {
 public:
  /// `kept` is the number of bytes above which unused blocks are freed.
  explicit Scratch(std::size_t kept) : kept_(kept) {}
  ~Scratch() { clear(); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// A block while it is used.
  class Block {
   public:
    Block() = default;
    Block(Block&& other) noexcept : owner_(other.owner_), entry_(other.entry_) { other.owner_ = nullptr; }
    Block& operator=(Block&& other) noexcept {
      std::swap(owner_, other.owner_);
      std::swap(entry_, other.entry_);
      return *this;
    }
    ~Block();
    explicit operator bool() const { return owner_; }
    char* get() const;

   private:
    friend class Scratch;
    Scratch* owner_ = nullptr;
    void* entry_ = nullptr;
  };

  /// At least `bytes` on that device. Empty if there is no room.
  Block take(const memkind::Kind& kind, int device, std::size_t bytes);
  /// Frees all blocks. None may be in use.
  void clear();

 private:
  struct Entry {
    const memkind::Kind* kind;
    memkind::Region region;
    bool used;
  };
  void trim(std::size_t most);

  std::mutex mutex_;
  std::size_t kept_;
  std::list<Entry> entries_;  ///< the most recently used first
};

}  // namespace isthmus::mpi
