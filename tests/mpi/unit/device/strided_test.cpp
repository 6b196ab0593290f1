// Kernels that copy between layouts, on the double of CUDA's driver: random types against the host's packing.
#include "device/strided.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "cuda.hpp"
#include "memkind/describe.hpp"
#include "types/type_double.hpp"

namespace isthmus::mpi {
namespace {

using memkind::kCuda;

template <class Function>
Function* find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(dlopen("libcuda.so.1", RTLD_NOW), name));
}

/// Device memory with the same bytes as a vector has.
class Mirrored {
 public:
  explicit Mirrored(std::vector<char> bytes) : bytes_(std::move(bytes)) {
    cuda::Address address = 0;
    EXPECT_EQ(find<decltype(cuMemAlloc_v2)>("cuMemAlloc_v2")(&address, bytes_.size()), cuda::success);
    at_ = reinterpret_cast<char*>(address);
    EXPECT_EQ(memkind::describe(at_).kind, &kCuda);  // which makes its device the home device
    kCuda.copy(at_, bytes_.data(), bytes_.size());
  }
  ~Mirrored() { find<decltype(cuMemFree_v2)>("cuMemFree_v2")(reinterpret_cast<cuda::Address>(at_)); }
  Mirrored(const Mirrored&) = delete;
  Mirrored& operator=(const Mirrored&) = delete;

  char* at() const { return at_; }
  char* bytes() { return bytes_.data(); }  ///< what should be there
  bool same() const {
    std::vector<char> seen(bytes_.size());
    kCuda.copy(seen.data(), at_, seen.size());
    return seen == bytes_;
  }

 private:
  std::vector<char> bytes_;
  char* at_ = nullptr;
};

class StridedTest : public testing::Test {
 protected:
  StridedTest() {
    setenv("DOUBLE_KERNELS", DOUBLE_KERNELS, 1);  // the double reads it when it is loaded
    find<decltype(cuInit)>("cuInit")(0);
    cuda::ContextHandle context;
    find<decltype(cuDevicePrimaryCtxRetain)>("cuDevicePrimaryCtxRetain")(&context, 0);
    find<decltype(cuCtxSetCurrent)>("cuCtxSetCurrent")(context);
  }
  std::vector<char> rubbish(std::size_t n) {
    std::vector<char> made(n);
    for (char& byte : made) byte = static_cast<char>(random_());
    return made;
  }
  Strides strides(const Layout& layout, std::size_t count) {
    Strides made;
    EXPECT_TRUE(make_strides(layout, count, scratch_, kCuda, 0, lists_.emplace_back(), made));
    return made;
  }

  std::mt19937_64 random_{11};
  Scratch scratch_{1 << 20};
  std::vector<std::shared_ptr<void>> lists_;
};

/// Copies part of `sections` arrays of elements out of their layout, and into another one.
TEST_F(StridedTest, RandomTypes) {
  if (!kCuda.device->launch) GTEST_SKIP() << "this build has no kernels";
  TypeDouble mpi;
  for (int i = 0; i < 120; ++i) {
    const TypeHandle type = random_type(mpi, random_, 1 + i % 3);
    const std::optional<Layout> from = Layout::of(mpi, type);
    ASSERT_TRUE(from);
    if (from->size() == 0) continue;
    const std::size_t count = 1 + random_() % 9, packed = from->size() * count, sections = 1 + random_() % 3;
    // The other side: bytes or words with gaps between them, or none.
    const std::size_t word = packed % 8 == 0 ? 8 : 1, extent = word * (1 + random_() % 3);
    const std::optional<Layout> to =
        Layout::of(mpi, mpi.resized(0, static_cast<std::ptrdiff_t>(extent), mpi.basic(word)));
    const std::size_t from_span = (from->span(count) + 15) / 16 * 16, to_span = packed / word * extent;
    Mirrored source(rubbish(from_span * sections)), dest(rubbish(to_span * sections));
    const std::size_t first = word * (random_() % (packed / word)), bytes = packed - first;
    std::vector<Section> all;
    std::vector<char> between(packed);
    for (std::size_t s = 0; s < sections; ++s) {
      all.push_back({dest.at() + s * to_span, source.at() + s * from_span});
      from->pack(between.data(), source.bytes() + s * from_span - from->true_lower(), first, bytes);
      to->unpack(dest.bytes() + s * to_span, between.data(), first, bytes);
    }
    ASSERT_TRUE(begin_strided(kCuda, strides(*to, packed / word), strides(*from, count), all, first, bytes));
    memkind::finish_copies();
    EXPECT_TRUE(dest.same()) << "type " << i << ", out of it";
    EXPECT_TRUE(source.same());

    for (Section& section : all) std::swap(section.to, section.from);
    for (std::size_t s = 0; s < sections; ++s) {
      to->pack(between.data(), dest.bytes() + s * to_span, first, bytes);
      from->unpack(source.bytes() + s * from_span - from->true_lower(), between.data(), first, bytes);
    }
    ASSERT_TRUE(begin_strided(kCuda, strides(*from, count), strides(*to, packed / word), all, first, bytes));
    memkind::finish_copies();
    EXPECT_TRUE(source.same()) << "type " << i << ", into it";
    if (HasFailure()) return;
  }
  lists_.clear();
}

}  // namespace
}  // namespace isthmus::mpi
