#include "types/cached.hpp"

#include <array>
#include <memory>
#include <mutex>

#include "abi/abi.hpp"
#include "datatype.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

/// What the MPI of this process knows of its types.
class RealTypes final : public TypeSource {
 public:
  Contents contents(TypeHandle type) override {
    Contents found;
    int integers = 0, addresses = 0, types = 0, number = -1;
    if (real().Type_get_envelope(type, &integers, &addresses, &types, &number) != kSuccess) return found;
    found.combiner = combiner(number);
    if (found.combiner == Combiner::named) return found;
    const auto size = [](int n) { return static_cast<std::size_t>(n); };
    std::vector<int> narrow(size(integers));
    std::vector<Word> inner(size(types));  // an array of handles, which may be half as wide
    found.addresses.resize(size(addresses));
    static_assert(sizeof(std::ptrdiff_t) == sizeof(std::intptr_t));
    if (real().Type_get_contents(type, integers, addresses, types, narrow.data(), found.addresses.data(),
                                 inner.data()) != kSuccess)
      return {};
    found.integers.assign(narrow.begin(), narrow.end());
    for (int i = 0; i < types; ++i) found.types.push_back(abi().handle_at(inner.data(), i));
    return found;
  }
  /// Type_get_contents gives a reference to each type but the predefined ones.
  void release(TypeHandle type) override {
    if (abi().types.find(type)) return;
    int integers = 0, addresses = 0, types = 0, number = -1;
    if (real().Type_get_envelope(type, &integers, &addresses, &types, &number) != kSuccess ||
        combiner(number) == Combiner::named)
      return;
    Word mine[1] = {};
    abi().set_handle(mine, 0, type);
    real().Type_free(mine);
  }
  std::size_t size(TypeHandle type) override {
    int bytes = 0;
    return real().Type_size(type, &bytes) == kSuccess ? static_cast<std::size_t>(bytes) : 0;
  }
  std::ptrdiff_t extent(TypeHandle type) override { return bounds(type).second; }
  std::ptrdiff_t lower_bound(TypeHandle type) override { return bounds(type).first; }
  /// MPI_ORDER_C of Open MPI, MPICH and the Forum's ABI; none of the three is MPI_ORDER_FORTRAN elsewhere.
  bool is_c_order(std::int64_t order) override { return order == 0 || order == 56 || order == 0xc; }

 private:
  static Combiner combiner(int number) {
    const Combiners& known = abi().combiners;
    const std::array<std::pair<int, Combiner>, 12> all{{{known.named, Combiner::named},
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
  static std::pair<std::ptrdiff_t, std::ptrdiff_t> bounds(TypeHandle type) {
    std::intptr_t lower = 0, extent = 0;
    real().Type_get_extent(type, &lower, &extent);
    return {lower, extent};
  }
};

using Kept = std::optional<Layout>;

int copy_nothing(Word, int, void*, void*, void*, int* flag) {
  *flag = 0;
  return kSuccess;
}
int remove(Word, int, void* value, void*) {
  delete static_cast<Kept*>(value);
  return kSuccess;
}

const Layout* known(const Kept& kept) { return kept ? &*kept : nullptr; }

/// The predefined types, by the number of their kind of element.
const Layout* find_predefined(std::size_t element, Word type) {
  static std::mutex mutex;
  static std::array<std::unique_ptr<const Kept>, 64> layouts;
  const std::lock_guard lock(mutex);
  auto& layout = layouts[element];
  if (!layout) {
    RealTypes types;
    layout = std::make_unique<const Kept>(Layout::of(types, type));
  }
  return known(*layout);
}

}  // namespace

const Layout* find_layout(Word word) {
  const Word type = abi().handle(word);
  if (const auto* const element = abi().types.find(type))
    return find_predefined(static_cast<std::size_t>(*element), type);
  if (type == abi().type_null) return nullptr;
  static const int keyval = [] {
    int made = -1;
    real().Type_create_keyval(copy_nothing, remove, &made, nullptr);
    return made;
  }();
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  void* value = nullptr;
  int found = 0;
  if (real().Type_get_attr(type, keyval, &value, &found) != kSuccess) return nullptr;
  if (found) return known(*static_cast<Kept*>(value));
  RealTypes types;
  auto made = std::make_unique<Kept>(Layout::of(types, type));
  if (real().Type_set_attr(type, keyval, made.get()) != kSuccess) return nullptr;
  return known(*made.release());
}

}  // namespace isthmus::mpi
