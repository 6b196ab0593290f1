// A buddy allocator over offsets. Its results depend on the sequence of requests alone, so PEs that make the same
// requests get the same offsets. Sizes are rounded up to 256 bytes; the rest of a power of two is freed at once. The
// last few freed blocks are set aside for requests of the same size, because splitting and merging pieces costs a
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

  /// `bytes` is no more than a pool has.
  static std::size_t rounded(std::size_t bytes) { return (bytes + kUnit - 1) & ~(kUnit - 1); }

  explicit Pool(std::size_t bytes) : bytes_(bytes & ~(kUnit - 1)) { put_back(0, bytes_); }

  /// Returns the lowest offset among the smallest free pieces that fit, or nothing if none fits.
  std::optional<std::size_t> allocate(std::size_t bytes);
  /// `bytes` is the size that was passed to allocate().
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
  std::vector<Block> aside_;                      ///< freed blocks that are not merged yet, the oldest first
};

}  // namespace isthmus::omp
