#include "datatype.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "abi/abi.hpp"
#include "base/copy.hpp"
#include "finalize.hpp"
#include "real.hpp"
#include "types/cached.hpp"

namespace isthmus::mpi {
namespace {

// The bytes of a value and its index.
constexpr std::ptrdiff_t kShortInt = sizeof(short) + sizeof(int), kDoubleInt = sizeof(double) + sizeof(int),
                         kLongDoubleInt = sizeof(long double) + sizeof(int);

Shape of_basic(Basic basic) {
  if (basic == Basic::count)
    return {.valid = true, .contiguous = true, .size = 1, .extent = 1};  // a character or packed data
  const auto extent = static_cast<std::ptrdiff_t>(element_bytes(basic));
  std::ptrdiff_t padding = 0;  // behind the index of a pair, which the data do not include
  if (basic == Basic::short_int) padding = extent - kShortInt;
  if (basic == Basic::long_int || basic == Basic::double_int) padding = extent - kDoubleInt;
  if (basic == Basic::long_double_int) padding = extent - kLongDoubleInt;
  return {
      .valid = true, .contiguous = padding == 0, .size = static_cast<std::size_t>(extent - padding), .extent = extent};
}

/// By Basic, since every call asks.
const std::array kShapes = [] {
  std::array<Shape, static_cast<std::size_t>(Basic::count) + 1> made{};
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = of_basic(static_cast<Basic>(i));
  return made;
}();

}  // namespace

Shape describe_type(Word word) {
  const Word type = abi().handle(word);
  if (const Basic* const basic = abi().types.find(type)) [[likely]]
    return kShapes[static_cast<std::size_t>(*basic)];
  return derived_shape(type);
}

namespace {

/// Calls `each(elements, bytes, count)` with the offsets of pieces whose bytes an int can count.
template <class Each>
void by_pieces(std::size_t count, const Shape& layout, Each&& each) {
  const std::size_t most = std::max<std::size_t>((std::size_t{1} << 30) / std::max<std::size_t>(layout.size, 1), 1);
  for (std::size_t done = 0; done < count; done += most)
    each(static_cast<std::ptrdiff_t>(done) * layout.extent, done * layout.size,
         static_cast<int>(std::min(most, count - done)));
}

/// The layout of data for which the MPI's Pack and Unpack cannot be called: MPICH's refuse buffers whose addresses are
/// in the type alone, and a program in a session has no MPI_COMM_SELF. Null for all others.
const Layout* layout_without_pack(const void* buffer, Word type) {
  return buffer && has_world() ? nullptr : find_layout(type);
}

}  // namespace

// Pack and Unpack of the MPI write the bytes that a contiguous type of the same signature has: all processes of a
// communicator that we serve are on one machine, and have one representation of data.
void pack(std::byte* bytes, const void* buffer, std::size_t count, Word type, const Shape& layout) {
  if (layout.contiguous) {
    base::copy(bytes, buffer, count * layout.size);
    return;
  }
  if (const Layout* const known = layout_without_pack(buffer, type))
    return known->pack(reinterpret_cast<char*>(bytes), static_cast<const char*>(buffer), 0, count * layout.size);
  by_pieces(count, layout, [&](std::ptrdiff_t at, std::size_t packed, int n) {
    int position = 0;
    real().Pack(static_cast<const std::byte*>(buffer) + at, n, type, bytes + packed,
                static_cast<int>(static_cast<std::size_t>(n) * layout.size), &position, abi().comm_self);
  });
}

void unpack(void* buffer, const std::byte* bytes, std::size_t count, Word type, const Shape& layout) {
  if (layout.contiguous) {
    base::copy(buffer, bytes, count * layout.size);
    return;
  }
  if (const Layout* const known = layout_without_pack(buffer, type))
    return known->unpack(static_cast<char*>(buffer), reinterpret_cast<const char*>(bytes), 0, count * layout.size);
  by_pieces(count, layout, [&](std::ptrdiff_t at, std::size_t packed, int n) {
    int position = 0;
    real().Unpack(bytes + packed, static_cast<int>(static_cast<std::size_t>(n) * layout.size), &position,
                  static_cast<std::byte*>(buffer) + at, n, type, abi().comm_self);
  });
}

}  // namespace isthmus::mpi
