// How the elements of an MPI datatype lie in memory, in a form that a kernel can follow: some nested loops around a
// list of runs of contiguous bytes. Types that are contiguous in disguise, such as a vector without gaps, come out
// contiguous.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace isthmus::mpi {

/// What MPI_Type_get_envelope and MPI_Type_get_contents say of a type. The ABI's layer translates the combiner.
enum class Combiner {
  named,
  dup,
  contiguous,
  vector,
  hvector,
  indexed,
  hindexed,
  indexed_block,
  hindexed_block,
  structure,
  subarray,
  resized,
  other
};
using TypeHandle = std::uintptr_t;  ///< an MPI's handle
struct Contents {
  Combiner combiner = Combiner::other;
  std::vector<std::int64_t> integers{};
  std::vector<std::ptrdiff_t> addresses{};
  std::vector<TypeHandle> types{};
};

/// An MPI's own knowledge of its types.
class TypeSource {
 public:
  virtual ~TypeSource() = default;
  virtual Contents contents(TypeHandle type) = 0;
  /// Called for each of Contents::types when it is not needed any more, since MPI counts references to them.
  virtual void release(TypeHandle type) = 0;
  virtual std::size_t size(TypeHandle type) = 0;
  virtual std::ptrdiff_t extent(TypeHandle type) = 0;
  /// Whether the last dimension of a subarray is the one that is contiguous (MPI_ORDER_C).
  virtual bool is_c_order(std::int64_t order) = 0;
};

struct Loop {
  std::size_t count;
  std::ptrdiff_t stride;
};
struct Run {
  std::ptrdiff_t offset;  ///< from the beginning of the innermost turn
  std::size_t bytes;
};

class Layout {
 public:
  /// The most runs of a list. Types with longer ones are left to MPI.
  static constexpr std::size_t kMostRuns = std::size_t{1} << 20;

  /// `bytes` contiguous bytes.
  static Layout basic(std::size_t bytes);
  /// Nothing if the type has a combiner that is not known here, or too many runs, or an extent below 0.
  static std::optional<Layout> of(TypeSource& mpi, TypeHandle type);

  std::size_t size() const { return size_; }             ///< bytes of an element without gaps
  std::ptrdiff_t extent() const { return extent_; }      ///< bytes from an element to the next
  std::ptrdiff_t true_lower() const { return lowest_; }  ///< offset of its lowest byte
  std::size_t true_extent() const { return static_cast<std::size_t>(highest_ - lowest_); }
  const std::vector<Loop>& loops() const { return loops_; }
  const std::vector<Run>& runs() const { return runs_; }
  /// The packed bytes of the runs, which the innermost loop repeats.
  std::size_t turn() const { return turn_; }

  /// Whether `count` elements are one block of bytes, which begins true_lower() bytes after the buffer.
  bool contiguous(std::size_t count) const {
    return size_ == 0 ||
           (loops_.empty() && runs_.size() == 1 && (count <= 1 || extent_ == static_cast<std::ptrdiff_t>(size_)));
  }
  /// The bytes from the lowest of `count` elements to the highest.
  std::size_t span(std::size_t count) const {
    return count == 0 || size_ == 0 ? 0 : true_extent() + (count - 1) * static_cast<std::size_t>(extent_);
  }
  /// The largest word, up to 8 bytes, in which elements at aligned addresses can be moved.
  std::size_t word() const { return word_; }

  /// Where the packed byte `at` of an array of elements is, from the first element's buffer address on, and how many
  /// bytes follow it there without a gap.
  struct Spot {
    std::ptrdiff_t offset;
    std::size_t bytes;
  };
  Spot spot(std::size_t at) const;

  /// What somebody wants to keep as long as the layout, such as a copy of it on a device. Not guarded here.
  mutable std::shared_ptr<void> attachment{};

  /// Copies `bytes` packed bytes from `first` on, on the host: out of an array of elements, or into it.
  void pack(char* packed, const char* elements, std::size_t first, std::size_t bytes) const;
  void unpack(char* elements, const char* packed, std::size_t first, std::size_t bytes) const;

 private:
  friend class Flattening;
  void finish();

  std::size_t size_ = 0, turn_ = 0, word_ = 1;
  std::ptrdiff_t extent_ = 0, lowest_ = 0, highest_ = 0;
  std::vector<Loop> loops_;
  std::vector<Run> runs_;
  std::vector<std::size_t> starts_;  ///< packed bytes before each run
};

}  // namespace isthmus::mpi
