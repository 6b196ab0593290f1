#include "datatype.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "abi/abi.hpp"
#include "base/copy.hpp"
#include "base/error.hpp"
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

/// Calls `each(elements, bytes, count)` with the offsets of pieces whose bytes an int can count, if it can count those
/// of an element.
template <class Each>
void by_pieces(std::size_t count, const Shape& layout, Each&& each) {
  const std::size_t most = std::max<std::size_t>((std::size_t{1} << 30) / std::max<std::size_t>(layout.size, 1), 1);
  for (std::size_t done = 0; done < count; done += most)
    each(static_cast<std::ptrdiff_t>(done) * layout.extent, done * layout.size,
         static_cast<int>(std::min(most, count - done)));
}

/// MPI_Pack and MPI_Unpack count the bytes of an element in an int.
constexpr std::size_t kMostBytes = std::numeric_limits<int>::max();

/// The layout of data that the MPI's Pack and Unpack do not take: MPICH's refuse buffers whose addresses are in the
/// type alone, and none takes elements of so many bytes. Null for all others, and where it is not known.
const Layout* layout_without_pack(const void* buffer, Word type, const Shape& layout) {
  return buffer && layout.size <= kMostBytes ? nullptr : find_layout(type);
}

/// Ends the program if the MPI has no form of Pack or Unpack for so large an element.
void must_have(bool found, const Shape& layout) {
  if (!found && layout.size > kMostBytes)
    base::fatal("isthmus_mpi",
                base::text("an element of %zu bytes of a datatype that only %s knows is too large for its "
                           "MPI_Pack; set ISTHMUS_MPI=off, or use an MPI with MPI_Pack_c",
                           layout.size, real().path));
}

/// Elements as MPICH's Pack and Unpack take them, which refuse a null buffer: where the addresses are in the type alone
/// (MPI_BOTTOM), they become one element of a type that counts from the lowest of its own addresses.
class Elements {
 public:
  /// `count` elements that begin `offset` bytes after the buffer.
  Elements(const void* buffer, std::ptrdiff_t offset, int count, Word type)
      : at_(reinterpret_cast<std::intptr_t>(buffer) + offset), count_(count), type_(type) {
    if (buffer) return;
    std::intptr_t lowest = 0, bytes = 0;
    Word made[1] = {};
    real().Type_get_true_extent(type, &lowest, &bytes);
    const std::intptr_t back = offset - lowest;
    if (real().Type_create_hindexed(1, &count, &back, type, made) != kSuccess) return;
    made_ = abi().handle_at(made, 0);
    real().Type_commit(made);
    at_ = lowest;
    count_ = 1;
    type_ = made_;
  }
  ~Elements() {
    if (!made_) return;
    Word made[1] = {};
    abi().set_handle(made, 0, made_);
    real().Type_free(made);
  }
  Elements(const Elements&) = delete;
  Elements& operator=(const Elements&) = delete;

  void* at() const { return reinterpret_cast<void*>(at_); }
  int count() const { return count_; }
  Word type() const { return type_; }

 private:
  std::intptr_t at_;
  int count_;
  Word type_, made_ = 0;  ///< the second is of ours
};

/// A program in sessions alone has no MPI_COMM_SELF. Otherwise that is taken: the program may free `comm` while a
/// nonblocking call is under way.
Word comm_for_pack(Word comm) { return has_world() ? abi().comm_self : comm; }

}  // namespace

// Pack and Unpack of the MPI write the bytes that a contiguous type of the same signature has: all processes of a
// communicator that we serve are on one machine, and have one representation of data.
void pack(std::byte* bytes, const void* buffer, std::size_t count, Word type, const Shape& layout, Word comm) {
  if (layout.contiguous) {
    base::copy(bytes, buffer, count * layout.size);
    return;
  }
  if (const Layout* const known = layout_without_pack(buffer, type, layout))
    return known->pack(reinterpret_cast<char*>(bytes), static_cast<const char*>(buffer), 0, count * layout.size);
  must_have(real().Pack_c, layout);
  by_pieces(count, layout, [&](std::ptrdiff_t at, std::size_t packed, int n) {
    const std::size_t all = static_cast<std::size_t>(n) * layout.size;
    const Elements from(buffer, at, n, type);
    if (all > kMostBytes) {
      std::int64_t position = 0;
      real().Pack_c(from.at(), from.count(), from.type(), bytes + packed, static_cast<std::int64_t>(all), &position,
                    comm_for_pack(comm));
    } else {
      int position = 0;
      real().Pack(from.at(), from.count(), from.type(), bytes + packed, static_cast<int>(all), &position,
                  comm_for_pack(comm));
    }
  });
}

void unpack(void* buffer, const std::byte* bytes, std::size_t count, Word type, const Shape& layout, Word comm) {
  if (layout.contiguous) {
    base::copy(buffer, bytes, count * layout.size);
    return;
  }
  if (const Layout* const known = layout_without_pack(buffer, type, layout))
    return known->unpack(static_cast<char*>(buffer), reinterpret_cast<const char*>(bytes), 0, count * layout.size);
  must_have(real().Unpack_c, layout);
  by_pieces(count, layout, [&](std::ptrdiff_t at, std::size_t packed, int n) {
    const std::size_t all = static_cast<std::size_t>(n) * layout.size;
    const Elements to(buffer, at, n, type);
    if (all > kMostBytes) {
      std::int64_t position = 0;
      real().Unpack_c(bytes + packed, static_cast<std::int64_t>(all), &position, to.at(), to.count(), to.type(),
                      comm_for_pack(comm));
    } else {
      int position = 0;
      real().Unpack(bytes + packed, static_cast<int>(all), &position, to.at(), to.count(), to.type(),
                    comm_for_pack(comm));
    }
  });
}

}  // namespace isthmus::mpi
