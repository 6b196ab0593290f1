// Copies between device buffers whose elements have gaps, by one kernel however many blocks there are.
#pragma once
#include <array>
#include <memory>
#include <span>

#include "device/scratch.hpp"
#include "memkind/copies.hpp"
#include "types/layout.hpp"

namespace isthmus::mpi {

/// A layout as the kernel reads it, and as a member shows it to others. Offsets count from the lowest byte of an
/// element.
struct Strides {
  static constexpr unsigned kShownLoops = 6;

  std::array<kernels::Address, kernels::strided::kFirstSection> words{};
  std::size_t word = 8;  ///< the largest word in which aligned elements can be moved

  bool contiguous() const { return words[kernels::strided::element] == 0; }
  /// Whether others can follow it: they cannot read a list of runs, and the loops must fit a line.
  bool can_be_shown() const {
    return contiguous() || (words[kernels::strided::runs] == 1 && words[kernels::strided::loops] <= kShownLoops);
  }
  bool operator==(const Strides&) const = default;
};

/// The shape of `count` elements. A list of runs goes to device memory and stays there as long as the layout, for some
/// layouts, or as long as `list`. Returns false if there is no room for it.
bool make_strides(const Layout& layout, std::size_t count, Scratch& scratch, const memkind::Kind& kind, int device,
                  std::shared_ptr<void>& list, Strides& shape);

/// Addresses of the lowest byte of the first element on both sides.
struct Section {
  char *to, *from;
};

/// Begins to copy packed bytes `first` to `first + bytes` of each section. Returns false if this process's device
/// cannot run the kernel; nothing has begun then.
bool begin_strided(const memkind::Kind& kind, const Strides& to, const Strides& from, std::span<const Section> sections,
                   std::size_t first, std::size_t bytes);

}  // namespace isthmus::mpi
