#include "types/layout.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "memkind/kernels/work.hpp"

namespace isthmus::mpi {

Layout Layout::basic(std::size_t bytes) {
  Layout made;
  made.extent_ = static_cast<std::ptrdiff_t>(bytes);
  if (bytes > 0) made.runs_ = {{0, bytes}};
  made.finish();
  return made;
}

/// Computes everything that follows from the loops, the runs and the extent.
void Layout::finish() {
  starts_.clear();
  turn_ = 0;
  std::ptrdiff_t low = 0, high = 0;
  std::size_t all = 8 | static_cast<std::size_t>(extent_);
  for (const Run& run : runs_) {
    const std::ptrdiff_t end = run.offset + static_cast<std::ptrdiff_t>(run.bytes);
    low = starts_.empty() ? run.offset : std::min(low, run.offset);
    high = starts_.empty() ? end : std::max(high, end);
    starts_.push_back(turn_);
    turn_ += run.bytes;
  }
  size_ = turn_;
  for (const Loop& loop : loops_) {
    const std::ptrdiff_t reach = loop.stride * static_cast<std::ptrdiff_t>(loop.count - 1);
    (reach < 0 ? low : high) += reach;
    size_ *= loop.count;
    all |= static_cast<std::size_t>(loop.stride);
  }
  lowest_ = low;
  highest_ = high;
  for (const Run& run : runs_) all |= static_cast<std::size_t>(run.offset - low) | run.bytes;
  word_ = all & -all;  // the lowest bit that is set in any of them
}

Layout::Spot Layout::spot(std::size_t at) const {
  std::ptrdiff_t offset = extent_ * static_cast<std::ptrdiff_t>(at / size_);
  at %= size_;
  std::size_t inner = size_;
  for (const Loop& loop : loops_) {
    inner /= loop.count;
    offset += loop.stride * static_cast<std::ptrdiff_t>(at / inner);
    at %= inner;
  }
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), at);
  const auto run = static_cast<std::size_t>(next - starts_.begin()) - 1;
  const std::size_t inside = at - starts_[run];
  return {offset + runs_[run].offset + static_cast<std::ptrdiff_t>(inside), runs_[run].bytes - inside};
}

void Layout::pack(char* packed, const char* elements, std::size_t first, std::size_t bytes) const {
  for (std::size_t done = 0; done < bytes;) {
    const Spot from = spot(first + done);
    const std::size_t n = std::min(from.bytes, bytes - done);
    std::memcpy(packed + done, elements + from.offset, n);
    done += n;
  }
}

void Layout::unpack(char* elements, const char* packed, std::size_t first, std::size_t bytes) const {
  for (std::size_t done = 0; done < bytes;) {
    const Spot to = spot(first + done);
    const std::size_t n = std::min(to.bytes, bytes - done);
    std::memcpy(elements + to.offset, packed + done, n);
    done += n;
  }
}

/// Builds layouts from the inside out. Every function returns nothing if a list becomes too long.
class Flattening {
 public:
  explicit Flattening(TypeSource& mpi) : mpi_(mpi) {}

  std::optional<Layout> flatten(TypeHandle type) {
    const Contents contents = mpi_.contents(type);
    std::optional<Layout> made = take_apart(type, contents);
    for (const TypeHandle inner : contents.types) mpi_.release(inner);
    if (!made) return made;
    made->extent_ = mpi_.extent(type);
    if (made->extent_ < 0) return std::nullopt;
    made->finish();
    return made;
  }

 private:
  using Result = std::optional<Layout>;

  Result take_apart(TypeHandle type, const Contents& c) {
    const auto& n = c.integers;
    switch (c.combiner) {
      case Combiner::named:
        return named(mpi_.size(type), mpi_.extent(type));
      case Combiner::dup:
      case Combiner::resized:
        return flatten(c.types[0]);
      case Combiner::contiguous:
        return repeated(flatten(c.types[0]), n[0]);
      case Combiner::vector:
        return strided(flatten(c.types[0]), n[0], n[1], [&](const Layout& l) { return n[2] * l.extent_; });
      case Combiner::hvector:
        return strided(flatten(c.types[0]), n[0], n[1], [&](const Layout&) { return c.addresses[0]; });
      case Combiner::indexed:
        return blocks(
            flatten(c.types[0]), n[0], [&](std::size_t i) { return n[1 + i]; },
            [&](std::size_t i, const Layout& l) { return n[1 + static_cast<std::size_t>(n[0]) + i] * l.extent_; });
      case Combiner::hindexed:
        return blocks(
            flatten(c.types[0]), n[0], [&](std::size_t i) { return n[1 + i]; },
            [&](std::size_t i, const Layout&) { return c.addresses[i]; });
      case Combiner::indexed_block:
        return blocks(
            flatten(c.types[0]), n[0], [&](std::size_t) { return n[1]; },
            [&](std::size_t i, const Layout& l) { return n[2 + i] * l.extent_; });
      case Combiner::hindexed_block:
        return blocks(
            flatten(c.types[0]), n[0], [&](std::size_t) { return n[1]; },
            [&](std::size_t i, const Layout&) { return c.addresses[i]; });
      case Combiner::structure:
        return structure(c);
      case Combiner::subarray:
        return subarray(c);
      case Combiner::other:
        break;
    }
    return std::nullopt;
  }

  /// Of the built-in types only pairs have gaps: MPI_SHORT_INT one between its members, others at most one at the end.
  static Result named(std::size_t size, std::ptrdiff_t extent) {
    Layout made = Layout::basic(size);
    if (size == sizeof(short) + sizeof(int) && extent == 2 * sizeof(int))
      made.runs_ = {{0, sizeof(short)}, {sizeof(int), sizeof(int)}};
    return made;
  }

  /// `count` times the layout, `stride` bytes apart.
  static Result loop(Layout inner, std::int64_t count, std::ptrdiff_t stride) {
    if (count <= 0 || inner.runs_.empty()) return Layout();
    const auto n = static_cast<std::size_t>(count);
    if (n == 1) return inner;
    const bool block = inner.loops_.empty() && inner.runs_.size() == 1;
    if (block && stride == static_cast<std::ptrdiff_t>(inner.runs_[0].bytes)) {
      inner.runs_[0].bytes *= n;
    } else if (!inner.loops_.empty() &&
               inner.loops_[0].stride * static_cast<std::ptrdiff_t>(inner.loops_[0].count) == stride) {
      inner.loops_[0].count *= n;
    } else {
      if (inner.loops_.size() == kernels::strided::kMostLoops && !unroll(inner)) return std::nullopt;
      inner.loops_.insert(inner.loops_.begin(), {n, stride});
    }
    return inner;
  }
  static Result repeated(const Result& inner, std::int64_t count) {
    return inner ? loop(*inner, count, inner->extent_) : inner;
  }
  template <class Stride>
  static Result strided(const Result& inner, std::int64_t count, std::int64_t length, Stride&& stride) {
    const Result block = repeated(inner, length);
    return block ? loop(*block, count, stride(*inner)) : block;
  }

  /// Replaces the loops by a longer list of runs. Returns false if it would be too long.
  static bool unroll(Layout& layout) {
    std::size_t runs = layout.runs_.size();
    for (const Loop& loop : layout.loops_) {
      if (loop.count > Layout::kMostRuns / runs) return false;
      runs *= loop.count;
    }
    for (; !layout.loops_.empty(); layout.loops_.pop_back()) {
      const Loop& innermost = layout.loops_.back();
      std::vector<Run> list;
      for (std::size_t i = 0; i < innermost.count; ++i)
        for (const Run& run : layout.runs_)
          list.push_back({run.offset + innermost.stride * static_cast<std::ptrdiff_t>(i), run.bytes});
      layout.runs_ = std::move(list);
    }
    return true;
  }

  /// Appends the bytes of `part`, `offset` bytes further on. Runs that touch become one.
  static bool append(Layout& whole, Layout part, std::ptrdiff_t offset) {
    if (!unroll(part) || whole.runs_.size() + part.runs_.size() > Layout::kMostRuns) return false;
    for (const Run& run : part.runs_) {
      const std::ptrdiff_t at = run.offset + offset;
      std::vector<Run>& runs = whole.runs_;
      if (!runs.empty() && runs.back().offset + static_cast<std::ptrdiff_t>(runs.back().bytes) == at)
        runs.back().bytes += run.bytes;
      else
        runs.push_back({at, run.bytes});
    }
    return true;
  }

  /// A list of equal runs at equal distances becomes a loop.
  static Layout as_loop(Layout list) {
    const std::vector<Run>& runs = list.runs_;
    if (runs.size() < 2) return list;
    const std::ptrdiff_t stride = runs[1].offset - runs[0].offset;
    for (std::size_t i = 1; i < runs.size(); ++i)
      if (runs[i].bytes != runs[0].bytes || runs[i].offset - runs[i - 1].offset != stride) return list;
    list.loops_ = {{runs.size(), stride}};
    list.runs_.resize(1);
    return list;
  }

  template <class Length, class Offset>
  static Result blocks(const Result& inner, std::int64_t count, Length&& length, Offset&& offset) {
    if (!inner) return inner;
    Layout whole;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const Result block = repeated(inner, length(i));
      if (!block) return block;
      if (count == 1 && offset(i, *inner) == 0) return block;
      if (!append(whole, *block, offset(i, *inner))) return std::nullopt;
    }
    return as_loop(std::move(whole));
  }

  Result structure(const Contents& c) {
    Layout whole;
    for (std::size_t i = 0; i < static_cast<std::size_t>(c.integers[0]); ++i) {
      const Result block = repeated(flatten(c.types[i]), c.integers[1 + i]);
      if (!block) return block;
      if (c.integers[0] == 1 && c.addresses[0] == 0) return block;
      if (!append(whole, *block, c.addresses[i])) return std::nullopt;
    }
    return as_loop(std::move(whole));
  }

  /// Integers: dimensions, then for each of them the size of the array, of its part and where the part begins; order.
  Result subarray(const Contents& c) {
    const auto dimensions = static_cast<std::size_t>(c.integers[0]);
    const bool c_order = mpi_.is_c_order(c.integers[1 + 3 * dimensions]);
    Result made = flatten(c.types[0]);
    if (!made) return made;
    std::ptrdiff_t stride = made->extent_, offset = 0;
    for (std::size_t i = 0; i < dimensions; ++i) {
      const std::size_t d = 1 + (c_order ? dimensions - 1 - i : i);  // from the contiguous dimension outwards
      made = loop(*made, c.integers[d + dimensions], stride);
      if (!made) return made;
      offset += c.integers[d + 2 * dimensions] * stride;
      stride *= c.integers[d];
    }
    for (Run& run : made->runs_) run.offset += offset;
    return made;
  }

  TypeSource& mpi_;
};

std::optional<Layout> Layout::of(TypeSource& mpi, TypeHandle type) { return Flattening(mpi).flatten(type); }

}  // namespace isthmus::mpi
