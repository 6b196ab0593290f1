// A buddy allocator over offsets. What it gives depends on the sequence of requests alone, so PEs that ask for the same
// get the same. Blocks are rounded to 256 bytes; the tail of a power of two is given back at once. The last few blocks
// that were freed wait aside for a request of their size: taking pieces apart and putting them together costs a
// microsecond.
#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace isthmus::omp {

class Pool {
 public:
  static constexpr std::size_t kAlignment = 256;

  static std::size_t rounded(std::size_t bytes) { return (bytes + kUnit - 1) & ~(kUnit - 1); }

  explicit Pool(std::size_t bytes) : bytes_(bytes & ~(kUnit - 1)) { put_back(0, bytes_); }

  /// The lowest place of the smallest piece that fits; nothing when there is none.
  std::optional<std::size_t> allocate(std::size_t bytes);
  /// With the size that was asked for.
  void free(std::size_t offset, std::size_t bytes);

  std::size_t bytes() const { return bytes_; }
  std::size_t used() const { return used_; }

 private:
  static constexpr std::size_t kUnit = kAlignment;

  struct Block {
    std::size_t offset, bytes;
  };

  std::optional<std::size_t> take_aside(std::size_t bytes);
  std::optional<std::size_t> take_piece(std::size_t bytes);
  void put_back(std::size_t offset, std::size_t bytes);
  void put_piece(std::size_t offset, int order);

  std::size_t bytes_, used_ = 0;
  std::array<std::set<std::size_t>, 64> pieces_;  ///< by order: offsets of free pieces of 2^order bytes
  std::vector<Block> aside_;                      ///< the oldest first
};

}  // namespace isthmus::omp
