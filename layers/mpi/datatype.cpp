#include "datatype.hpp"

#include <array>
#include <climits>
#include <vector>

#include "abi/abi.hpp"
#include "base/copy.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

constexpr Datatype plain(std::size_t size) { return {.valid = true, .contiguous = true, .size = size, .extent = size}; }
constexpr Datatype padded(std::size_t size, std::size_t extent) {
  return {.valid = true, .contiguous = false, .size = size, .extent = extent};
}

constexpr Datatype of_element(Element element) {
  switch (element) {
    case Element::i8:
    case Element::u8:
    case Element::boolean:
    case Element::byte:
    case Element::text: return plain(1);
    case Element::i16:
    case Element::u16: return plain(2);
    case Element::i32:
    case Element::u32:
    case Element::logical:
    case Element::f32: return plain(4);
    case Element::i64:
    case Element::u64:
    case Element::f64:
    case Element::c32:
    case Element::f32_int:
    case Element::i32_int:
    case Element::f32_pair: return plain(8);
    case Element::f128: return plain(sizeof(long double));
    case Element::c64:
    case Element::f64_pair: return plain(16);
    case Element::c128: return plain(2 * sizeof(long double));
    case Element::f64_int:
    case Element::i64_int: return padded(12, 16);
    case Element::i16_int: return padded(6, 8);
    case Element::f128_int: return padded(sizeof(long double) + 4, 2 * sizeof(long double));
  }
  return {};
}

/// Whether the elements of a type that the program made are those of a predefined one, one after the other. Only dup and
/// contiguous are looked into: others may have their data in another order, even where there are no gaps.
bool is_sequence(Word type, int depth) {
  const Combiners& combiners = abi().combiners;
  int integers = 0, addresses = 0, types = 0, combiner = -1;
  if (depth > 8 || real().Type_get_envelope(type, &integers, &addresses, &types, &combiner) != kSuccess) return false;
  if (combiner == combiners.named) return describe_type(type).contiguous;
  if (combiner != combiners.dup && combiner != combiners.contiguous) return false;
  std::array<int, 1> counts{};
  std::array<std::intptr_t, 1> places{};
  Word inner[1] = {};
  if (integers > 1 || addresses > 0 || types != 1 ||
      real().Type_get_contents(type, integers, addresses, types, counts.data(), places.data(), inner) != kSuccess)
    return false;
  const Word handle = abi().handle_at(inner, 0);
  int inner_integers = 0, inner_combiner = -1;
  if (real().Type_get_envelope(handle, &inner_integers, &addresses, &types, &inner_combiner) != kSuccess) return false;
  const bool sequence = is_sequence(handle, depth + 1);
  if (inner_combiner != combiners.named) {  // Type_get_contents has given us a reference
    Word mine[1] = {inner[0]};
    real().Type_free(mine);
  }
  return sequence;
}

Datatype of_derived(Word type) {
  int size = 0;
  std::int64_t large = 0;
  std::intptr_t lower = 0, extent = 0;
  if (real().Type_size_c ? real().Type_size_c(type, &large) != kSuccess : real().Type_size(type, &size) != kSuccess)
    return {};
  if (!real().Type_size_c) large = size;
  if (large < 0 || real().Type_get_extent(type, &lower, &extent) != kSuccess || extent < 0) return {};
  const bool gapless = lower == 0 && extent == large;
  return {.valid = true,
          .contiguous = gapless && is_sequence(type, 0),
          .size = static_cast<std::size_t>(large),
          .extent = static_cast<std::size_t>(extent)};
}

}  // namespace

Datatype describe_type(Word word) {
  const Word type = abi().handle(word);
  if (const Element* const element = abi().types.find(type)) [[likely]]
    return of_element(*element);
  if (type == abi().type_null) return {};
  return of_derived(type);
}

// Pack and Unpack of the MPI take ints, and write the same bytes that a contiguous type of the same signature has: all
// processes of a communicator that we serve are on one machine, and have one representation of data.
bool pack(std::byte* bytes, const void* buffer, std::size_t count, Word type, const Datatype& layout) {
  if (layout.contiguous) {
    base::copy(bytes, buffer, count * layout.size);
    return true;
  }
  if (count * layout.size > INT_MAX) return false;
  int position = 0;
  return real().Pack(buffer, static_cast<int>(count), type, bytes, static_cast<int>(count * layout.size), &position,
                     abi().comm_self) == kSuccess;
}

bool unpack(void* buffer, const std::byte* bytes, std::size_t count, Word type, const Datatype& layout) {
  if (layout.contiguous) {
    base::copy(buffer, bytes, count * layout.size);
    return true;
  }
  if (count * layout.size > INT_MAX) return false;
  int position = 0;
  return real().Unpack(bytes, static_cast<int>(count * layout.size), &position, buffer, static_cast<int>(count), type,
                       abi().comm_self) == kSuccess;
}

}  // namespace isthmus::mpi
