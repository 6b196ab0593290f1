#include "base/copy.hpp"

#include <gtest/gtest.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

namespace isthmus::base {
namespace {

std::string letters(std::size_t n) {
  std::string text(n, ' ');
  for (std::size_t i = 0; i < n; ++i) text[i] = static_cast<char>('a' + i * 7 % 23 + i / 256 % 3);
  return text;
}

/// Lengths around 8 KiB and its steps, at every offset within a cache line on both sides: the result must be that of
/// std::string, and no other byte may change.
TEST(Copy, CopiesWhatItShould) {
  const std::string source = letters(40000);
  for (const std::size_t bytes : {0, 1, 63, 8191, 8192, 8193, 8255, 8256, 8257, 8319, 8320, 8321, 12345, 32768})
    for (std::size_t to = 0; to < 66; to += 5)
      for (std::size_t from = 0; from < 66; from += 7) {
        std::string dest(40000, '.'), expected = dest;
        expected.replace(to, bytes, source, from, bytes);
        copy(dest.data() + to, source.data() + from, bytes);
        ASSERT_EQ(dest, expected) << bytes << " bytes from " << from << " to " << to;
        if (bytes < 8192) continue;
        dest.assign(40000, '.');
        copy_long(dest.data() + to, source.data() + from, bytes);
        ASSERT_EQ(dest, expected) << bytes << " bytes from " << from << " to " << to;
      }
}

/// Overlapping ranges must be copied as by memmove.
TEST(Copy, MayOverlap) {
  const std::string source = letters(40000);
  for (const std::size_t bytes : {100, 8192, 20000})
    for (const int shift : {-9000, -129, -128, -64, -1, 0, 1, 64, 127, 128, 8191, 9000}) {
      const std::size_t from = 10000, to = from + static_cast<std::size_t>(shift);
      std::string both = source, expected = source;
      expected.replace(to, bytes, source, from, bytes);
      copy(both.data() + to, both.data() + from, bytes);
      ASSERT_EQ(both, expected) << bytes << " bytes, " << shift << " further";
      if (bytes < 8192) continue;
      both = source;
      copy_long(both.data() + to, both.data() + from, bytes);
      ASSERT_EQ(both, expected) << bytes << " bytes, " << shift << " further";
    }
}

TEST(Copy, OfNothingTakesNullPointers) {
  copy(nullptr, nullptr, 0);
  store_once(nullptr, nullptr, 0);
}

TEST(StoreOnce, StoresWhatItShould) {
  const std::string source = letters(40000);
  std::vector<std::size_t> lengths = {255, 256, 257, 2047, 2048, 8191, 8192, 8193, 8320, 12345, 32768};
  for (std::size_t bytes = 0; bytes < 200; ++bytes) lengths.push_back(bytes);
  for (const std::size_t bytes : lengths)
    for (std::size_t to = 0; to < 66; to += 5)
      for (std::size_t from = 0; from < 66; from += 13) {
        std::string dest(bytes + 200, '.'), expected = dest;
        expected.replace(to, bytes, source, from, bytes);
        store_once(dest.data() + to, source.data() + from, bytes);
        ASSERT_EQ(dest, expected) << bytes << " bytes from " << from << " to " << to;
      }
  for (const int shift : {-9, -1, 0, 1, 9}) {
    std::string both = letters(300), expected = both;
    const std::size_t to = 100 + static_cast<std::size_t>(shift);
    expected.replace(to, 100, letters(300), 100, 100);
    store_once(both.data() + to, both.data() + 100, 100);
    ASSERT_EQ(both, expected) << "100 bytes, " << shift << " further";
  }
}

/// Counts the stores to a byte by a breakpoint of the processor.
class Stores {
 public:
  explicit Stores(const void* byte) {
    perf_event_attr wanted{};
    wanted.type = PERF_TYPE_BREAKPOINT;
    wanted.size = sizeof wanted;
    wanted.bp_type = HW_BREAKPOINT_W;
    wanted.bp_addr = reinterpret_cast<std::uintptr_t>(byte);
    wanted.bp_len = HW_BREAKPOINT_LEN_1;
    wanted.exclude_kernel = wanted.exclude_hv = 1;
    event_ = static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
  }
  ~Stores() {
    if (event_ >= 0) close(event_);
  }
  Stores(const Stores&) = delete;
  Stores& operator=(const Stores&) = delete;
  bool counts() const { return event_ >= 0; }
  std::uint64_t seen() const {
    std::uint64_t count = 0;
    return read(event_, &count, sizeof count) == sizeof count ? count : ~std::uint64_t{0};
  }

 private:
  int event_ = -1;
};

TEST(StoreOnce, StoresEachByteOnce) {
  alignas(64) static char dest[20000], source[20000];
  {
    const Stores stores(dest);
    *const_cast<volatile char*>(dest) = 1;
    if (!stores.counts() || stores.seen() != 1) GTEST_SKIP() << "no breakpoints here";
  }
  std::vector<std::size_t> lengths = {100, 127, 128, 129, 200, 1000, 2048, 9000, 12345};
  for (std::size_t bytes = 1; bytes < 70; ++bytes) lengths.push_back(bytes);
  for (const std::size_t bytes : lengths)
    for (const std::size_t offset : {0, 8, 20})
      for (const std::size_t byte : {std::size_t{0}, bytes / 2, bytes - std::min<std::size_t>(bytes, 9), bytes - 1}) {
        const Stores stores(dest + offset + byte);
        store_once(dest + offset, source, bytes);
        ASSERT_EQ(stores.seen(), 1U) << "byte " << byte << " of " << bytes << " at " << offset;
      }
}

}  // namespace
}  // namespace isthmus::base
