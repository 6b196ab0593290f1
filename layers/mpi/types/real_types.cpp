#include "types/real_types.hpp"

#include <array>
#include <utility>

#include "abi/abi.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

/// How many of each a type's contents have.
struct Envelope {
  std::int64_t integers = 0, addresses = 0, large = 0, types = 0;
  Combiner combiner = Combiner::other;
};

Combiner name_of(int number) {
  const Combiners& known = abi().combiners;
  const std::array<std::pair<int, Combiner>, 15> all{{{known.named, Combiner::named},
                                                      {known.f90_real, Combiner::named},
                                                      {known.f90_complex, Combiner::named},
                                                      {known.f90_integer, Combiner::named},
                                                      {known.dup, Combiner::dup},
                                                      {known.contiguous, Combiner::contiguous},
                                                      {known.vector, Combiner::vector},
                                                      {known.hvector, Combiner::hvector},
                                                      {known.indexed, Combiner::indexed},
                                                      {known.hindexed, Combiner::hindexed},
                                                      {known.indexed_block, Combiner::indexed_block},
                                                      {known.hindexed_block, Combiner::hindexed_block},
                                                      {known.structure, Combiner::structure},
                                                      {known.subarray, Combiner::subarray},
                                                      {known.resized, Combiner::resized}}};
  for (const auto& [its, name] : all)
    if (its == number) return name;
  return Combiner::other;
}

/// MPIs refuse the narrow question for a type that was made with large counts, so the wide one is asked if there is
/// one.
Envelope envelope_of(TypeHandle type) {
  Envelope found;
  int number = -1;
  if (real().Type_get_envelope_c && real().Type_get_contents_c) {
    if (real().Type_get_envelope_c(type, &found.integers, &found.addresses, &found.large, &found.types, &number) !=
        kSuccess)
      return {};
  } else {
    int integers = 0, addresses = 0, types = 0;
    if (real().Type_get_envelope(type, &integers, &addresses, &types, &number) != kSuccess) return {};
    found = {.integers = integers, .addresses = addresses, .types = types};
  }
  found.combiner = name_of(number);
  return found;
}

/// Large counts hold what integers and addresses hold otherwise, in the same order (MPI 4.0, 5.1.13): this moves them
/// there.
void spread(Contents& contents, const std::vector<std::int64_t>& large) {
  auto end = large.end();
  switch (contents.combiner) {
    case Combiner::hvector:
    case Combiner::hindexed_block:
      end = large.begin() + 2;
      break;
    case Combiner::hindexed:
    case Combiner::structure:
      end = large.begin() + 1 + static_cast<std::ptrdiff_t>(large[0]);
      break;
    case Combiner::resized:
      end = large.begin();
      break;
    case Combiner::subarray:  // between the number of dimensions and the order
      contents.integers.insert(contents.integers.begin() + 1, large.begin(), large.end());
      return;
    default:
      break;
  }
  contents.integers.assign(large.begin(), end);
  contents.addresses.assign(end, large.end());
}

}  // namespace

Combiner RealTypes::combiner(TypeHandle type) { return envelope_of(type).combiner; }

Contents RealTypes::contents(TypeHandle type) {
  const Envelope envelope = envelope_of(type);
  Contents found{.combiner = envelope.combiner};
  if (found.combiner == Combiner::named || found.combiner == Combiner::other) return found;
  const auto size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  std::vector<int> narrow(size(envelope.integers));
  std::vector<std::int64_t> large(size(envelope.large));
  std::vector<Word> inner(size(envelope.types));  // an array of handles, which may be half as wide
  found.addresses.resize(size(envelope.addresses));
  static_assert(sizeof(std::ptrdiff_t) == sizeof(std::intptr_t));
  const int result =
      real().Type_get_contents_c
          ? real().Type_get_contents_c(type, envelope.integers, envelope.addresses, envelope.large, envelope.types,
                                       narrow.data(), found.addresses.data(), large.data(), inner.data())
          : real().Type_get_contents(type, static_cast<int>(envelope.integers), static_cast<int>(envelope.addresses),
                                     static_cast<int>(envelope.types), narrow.data(), found.addresses.data(),
                                     inner.data());
  if (result != kSuccess) return {};
  found.integers.assign(narrow.begin(), narrow.end());
  for (std::size_t i = 0; i < inner.size(); ++i)
    found.types.push_back(abi().handle_at(inner.data(), static_cast<int>(i)));
  if (!large.empty()) spread(found, large);
  return found;
}

/// Type_get_contents gives a reference to each type but the predefined ones.
void RealTypes::release(TypeHandle type) {
  if (abi().types.find(type) || combiner(type) == Combiner::named) return;
  Word mine[1] = {};
  abi().set_handle(mine, 0, type);
  real().Type_free(mine);
}

std::size_t RealTypes::size(TypeHandle type) {
  if (const auto wide = real().Type_size_c ? real().Type_size_c : real().Type_size_x) {
    std::int64_t bytes = 0;
    return wide(type, &bytes) == kSuccess && bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
  }
  int bytes = 0;
  return real().Type_size(type, &bytes) == kSuccess && bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

std::ptrdiff_t RealTypes::extent(TypeHandle type) {
  std::intptr_t lower = 0, extent = 0;
  real().Type_get_extent(type, &lower, &extent);
  return extent;
}

/// Open MPI 6 shows its own number, 0, under the Forum's ABI, too; in no ABI is that another order.
bool RealTypes::is_c_order(std::int64_t order) { return order == abi().order_c || order == 0; }

}  // namespace isthmus::mpi
