// Datatypes without an MPI: what an MPI would answer about them, and, computed in the plainest way, where each of their
// bytes is.
#pragma once
#include <algorithm>
#include <map>

#include "types/layout.hpp"

namespace isthmus::mpi {

class TypeDouble : public TypeSource {
 public:
  static constexpr std::int64_t kOrderC = 56;

  TypeHandle named(std::size_t size, std::ptrdiff_t extent) {
    Made made{{Combiner::named}, {}, 0, extent};
    for (std::size_t i = 0; i < size; ++i)
      made.bytes.push_back(static_cast<std::ptrdiff_t>(size == 6 && i >= 2 ? i + 2 : i));
    return add(made);
  }
  TypeHandle basic(std::size_t size) { return named(size, static_cast<std::ptrdiff_t>(size)); }

  /// `offsets`: where copies of the type begin, in order, in bytes; the extent is that of MPI 4.0, 5.1.
  TypeHandle derived(Contents contents, const std::vector<std::pair<std::ptrdiff_t, TypeHandle>>& offsets) {
    Made made{std::move(contents), {}, 0, 0};
    std::ptrdiff_t low = 0, high = 0;
    bool first = true;
    for (const auto& [offset, type] : offsets) {
      const Made& inner = types_.at(type);
      for (const std::ptrdiff_t byte : inner.bytes) made.bytes.push_back(offset + byte);
      low = first ? offset + inner.lower : std::min(low, offset + inner.lower);
      high = first ? offset + inner.lower + inner.extent : std::max(high, offset + inner.lower + inner.extent);
      first = false;
    }
    made.lower = low;
    made.extent = high - low;
    return add(made);
  }

  TypeHandle contiguous(std::int64_t count, TypeHandle type) {
    return strided({Combiner::contiguous, {count}, {}, {type}}, 1, count, 0, type);
  }
  TypeHandle vector(std::int64_t count, std::int64_t length, std::int64_t stride, TypeHandle type) {
    return strided({Combiner::vector, {count, length, stride}, {}, {type}}, count, length, stride * extent(type), type);
  }
  TypeHandle hvector(std::int64_t count, std::int64_t length, std::ptrdiff_t stride, TypeHandle type) {
    return strided({Combiner::hvector, {count, length}, {stride}, {type}}, count, length, stride, type);
  }
  TypeHandle indexed(const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& places,
                     TypeHandle type) {
    Contents contents{Combiner::indexed, {static_cast<std::int64_t>(lengths.size())}, {}, {type}};
    contents.integers.insert(contents.integers.end(), lengths.begin(), lengths.end());
    contents.integers.insert(contents.integers.end(), places.begin(), places.end());
    std::vector<std::pair<std::ptrdiff_t, TypeHandle>> offsets;
    for (std::size_t i = 0; i < lengths.size(); ++i)
      for (std::int64_t k = 0; k < lengths[i]; ++k) offsets.emplace_back((places[i] + k) * extent(type), type);
    return derived(contents, offsets);
  }
  TypeHandle structure(const std::vector<std::int64_t>& lengths, const std::vector<std::ptrdiff_t>& places,
                       const std::vector<TypeHandle>& types) {
    Contents contents{Combiner::structure, {static_cast<std::int64_t>(lengths.size())}, places, types};
    contents.integers.insert(contents.integers.end(), lengths.begin(), lengths.end());
    std::vector<std::pair<std::ptrdiff_t, TypeHandle>> offsets;
    for (std::size_t i = 0; i < lengths.size(); ++i)
      for (std::int64_t k = 0; k < lengths[i]; ++k) offsets.emplace_back(places[i] + k * extent(types[i]), types[i]);
    return derived(contents, offsets);
  }
  TypeHandle resized(std::ptrdiff_t lower, std::ptrdiff_t extent, TypeHandle type) {
    Made made = types_.at(type);
    made.contents = {Combiner::resized, {}, {lower, extent}, {type}};
    made.lower = lower;
    made.extent = extent;
    return add(made);
  }
  /// Two dimensions, in C's order.
  TypeHandle subarray(std::int64_t rows, std::int64_t columns, std::int64_t part_rows, std::int64_t part_columns,
                      std::int64_t row, std::int64_t column, TypeHandle type) {
    std::vector<std::pair<std::ptrdiff_t, TypeHandle>> offsets;
    for (std::int64_t r = row; r < row + part_rows; ++r)
      for (std::int64_t c = column; c < column + part_columns; ++c)
        offsets.emplace_back((r * columns + c) * extent(type), type);
    const TypeHandle made = derived(
        {Combiner::subarray, {2, rows, columns, part_rows, part_columns, row, column, kOrderC}, {}, {type}}, offsets);
    types_.at(made).lower = 0;
    types_.at(made).extent = rows * columns * extent(type);
    return made;
  }
  TypeHandle unknown(TypeHandle type) { return derived({Combiner::other, {}, {}, {type}}, {{0, type}}); }

  const std::vector<std::ptrdiff_t>& bytes(TypeHandle type) const { return types_.at(type).bytes; }

  Contents contents(TypeHandle type) override {
    const Contents& found = types_.at(type).contents;
    references += static_cast<long>(found.types.size());
    return found;
  }
  void release(TypeHandle) override { --references; }
  std::size_t size(TypeHandle type) override { return types_.at(type).bytes.size(); }
  std::ptrdiff_t extent(TypeHandle type) override { return types_.at(type).extent; }
  bool is_c_order(std::int64_t order) override { return order == kOrderC; }

  long references = 0;  ///< of types from contents() that were not released

 private:
  struct Made {
    Contents contents;
    std::vector<std::ptrdiff_t> bytes;  ///< the place of each byte, in the order of packing
    std::ptrdiff_t lower, extent;
  };
  TypeHandle add(const Made& made) {
    types_[++last_] = made;
    return last_;
  }
  TypeHandle strided(const Contents& contents, std::int64_t count, std::int64_t length, std::ptrdiff_t stride,
                     TypeHandle type) {
    std::vector<std::pair<std::ptrdiff_t, TypeHandle>> offsets;
    for (std::int64_t i = 0; i < count; ++i)
      for (std::int64_t k = 0; k < length; ++k) offsets.emplace_back(i * stride + k * extent(type), type);
    return derived(contents, offsets);
  }

  std::map<TypeHandle, Made> types_;
  TypeHandle last_ = 100;
};

/// A type out of other types, by chance, with some hundred bytes at most.
template <class Random>
TypeHandle random_type(TypeDouble& mpi, Random& random, int depth) {
  const auto upto = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() % (static_cast<std::size_t>(most) + 1));
  };
  constexpr std::size_t kSizes[] = {1, 2, 4, 8, 16};
  if (depth == 0) return upto(6) == 0 ? mpi.named(6, 8) : upto(6) == 0 ? mpi.named(12, 16) : mpi.basic(kSizes[upto(4)]);
  const TypeHandle inner = random_type(mpi, random, depth - 1);
  switch (upto(6)) {
    case 0:
      return mpi.contiguous(1 + upto(3), inner);
    case 1:
      return mpi.vector(1 + upto(3), 1 + upto(2), 1 + upto(5), inner);
    case 2:
      return mpi.hvector(1 + upto(3), upto(2), 8 * (1 + upto(20)), inner);
    case 3:
      return mpi.indexed({upto(2), 1, upto(3)}, {upto(3), 5 + upto(3), 20 - upto(5)}, inner);
    case 4:
      return mpi.structure({1, upto(2)}, {8 * upto(4), 64 + 8 * upto(40)},
                           {inner, random_type(mpi, random, depth - 1)});
    case 5:
      return mpi.resized(-upto(8), std::max<std::ptrdiff_t>(mpi.extent(inner), 0) + 8 * upto(4), inner);
    default:
      return mpi.subarray(4, 5, 1 + upto(3), 1 + upto(2), 0, upto(2), inner);
  }
}

}  // namespace isthmus::mpi
