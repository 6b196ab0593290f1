// The cache of mappings, with a driver that counts what is open.
#include "device/mappings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"

namespace isthmus::mpi {
namespace {

std::set<void*> opened;
int opens, closes;
bool refuses;

void* import_handle(const memkind::Handle& handle, std::size_t) {
  ++opens;
  if (refuses) throw base::SetupError("refused");
  void* at = reinterpret_cast<void*>(std::to_integer<std::uintptr_t>(handle.bytes[0]) * 0x10000 + 0x1000000 * opens);
  opened.insert(at);
  return at;
}
void release_import(void* at, std::size_t) {
  ++closes;
  EXPECT_EQ(opened.erase(at), 1U);
}

class MappingsTest : public testing::Test {
 protected:
  MappingsTest() {
    kind_.import_handle = import_handle;
    kind_.release_import = release_import;
    opens = closes = 0;
    refuses = false;
  }
  ~MappingsTest() override {
    mappings_.close_all();
    EXPECT_TRUE(opened.empty());
  }

  char* get(Mappings::Call& call, const Mappings::Key& key, std::size_t bytes) {
    char* at = nullptr;
    if (call.find(key, at) != Mappings::Call::State::unknown) return at;
    memkind::Handle handle;
    handle.bytes[0] = static_cast<std::byte>(key.id);
    return call.open(key, bytes, kind_, handle);
  }
  char* get(const Mappings::Key& key, std::size_t bytes) {
    Mappings::Call call(mappings_);
    return get(call, key, bytes);
  }

  Mappings mappings_{1000};
  memkind::Kind kind_{};
};

TEST_F(MappingsTest, OpensOnce) {
  char* const first = get({1, 0x1000, 5}, 100);
  EXPECT_EQ(get({1, 0x1000, 5}, 100), first);
  EXPECT_EQ(opens, 1);
  EXPECT_NE(get({2, 0x1000, 5}, 100), first);  // another process's
  EXPECT_EQ(opens, 2);
  EXPECT_EQ(mappings_.bytes(), 200U);
}

TEST_F(MappingsTest, ANewIdReplacesTheOldMapping) {
  char* const first = get({1, 0x1000, 5}, 100);
  EXPECT_NE(get({1, 0x1000, 6}, 100), first);
  EXPECT_EQ(opens, 2);
  EXPECT_EQ(closes, 0);  // the call that opened one closes none
  EXPECT_NE(get({1, 0x1000, 6}, 100), first);
  EXPECT_EQ(closes, 1);
  EXPECT_FALSE(opened.count(first));
}

TEST_F(MappingsTest, SoDoesAnAllocationThatOverlaps) {
  get({1, 0x1000, 5}, 0x100);
  get({1, 0x1100, 6}, 0x80);  // beside it
  EXPECT_EQ(closes, 0);
  get({1, 0x1080, 7}, 0x81);  // over the end of one, and the beginning of the other
  for (int calls = 0; calls < 3; ++calls) {
    EXPECT_EQ(closes, std::min(calls, 2));
    get({1, 0x1080, 7}, 0x81);
  }
  EXPECT_EQ(closes, 2);
}

TEST_F(MappingsTest, ClosesTheLeastRecentlyUsed) {
  char* const a = get({1, 0x1000, 1}, 400);
  char* const b = get({1, 0x2000, 2}, 400);
  get({1, 0x1000, 1}, 400);
  get({1, 0x3000, 3}, 400);
  EXPECT_TRUE(opened.count(a));
  EXPECT_FALSE(opened.count(b));
  EXPECT_EQ(mappings_.bytes(), 800U);
}

TEST_F(MappingsTest, ClosesNothingThatACallUses) {
  char *a, *b, *c;
  {
    Mappings::Call call(mappings_);
    a = get(call, {1, 0x1000, 1}, 700);
    b = get(call, {1, 0x2000, 2}, 700);
    c = get(call, {1, 0x1000, 3}, 700);  // the same address, in the same call: nobody knows which one is gone
    EXPECT_TRUE(opened.count(a) && opened.count(b) && opened.count(c));
  }
  get({1, 0x1000, 3}, 700);
  EXPECT_LE(mappings_.bytes(), 1000U);
  EXPECT_TRUE(opened.count(c));
}

TEST_F(MappingsTest, OneAboveTheLimitStaysUntilAnotherNeedsRoom) {
  char* const pool = get({1, 0x1000, 1}, 5000);
  EXPECT_NE(pool, nullptr);
  EXPECT_EQ(get({1, 0x1000, 1}, 5000), pool);
  EXPECT_EQ(opens, 1);
  get({2, 0x1000, 1}, 100);
  EXPECT_EQ(mappings_.bytes(), 100U);
}

TEST_F(MappingsTest, TheLimitGrowsByWhatIsOpenedAgain) {
  for (int turn = 0; turn < 10; ++turn)
    for (std::uint64_t i = 1; i <= 4; ++i) get({1, i * 0x1000, i}, 400);
  EXPECT_LE(opens, 10);
  EXPECT_EQ(mappings_.bytes(), 1600U);
  for (std::uint64_t i = 10; i <= 30; ++i) get({1, i * 0x1000, i}, 400);  // each of them once
  EXPECT_LE(mappings_.bytes(), 2600U);
}

TEST_F(MappingsTest, AsksOnceForWhatIsRefused) {
  refuses = true;
  EXPECT_EQ(get({1, 0x1000, 1}, 10), nullptr);
  refuses = false;
  EXPECT_EQ(get({1, 0x1000, 1}, 10), nullptr);
  EXPECT_EQ(opens, 1);
  EXPECT_NE(get({1, 0x1000, 2}, 10), nullptr);
  EXPECT_EQ(mappings_.bytes(), 10U);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    refuses = i % 2;
    get({1, 0x10000 + i * 0x1000, i}, 10);
  }
}

}  // namespace
}  // namespace isthmus::mpi
