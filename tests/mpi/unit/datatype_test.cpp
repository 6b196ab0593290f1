// Packing of elements with gaps that have more bytes than an int counts, and the communicator that the MPI gets.
#include "datatype.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <vector>

#include "mpi_double.hpp"

namespace isthmus::mpi {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20, kBlocks = 2049, kLarge = kBlock * kBlocks;
// Blocks at the same place, many times; and a type that the MPI alone knows.
constexpr Word kRepeated = 0x1000, kOpaque = 0x2000, kComm = 0x3000;

struct Packed {
  int narrow = 0, wide = 0;
  std::int64_t count = 0, bytes = 0;
  Word comm = 0;
};
Packed packed;

class DatatypeTest : public testing::Test {
 protected:
  DatatypeTest() {
    packed = {};
    mpi_->Type_get_envelope = [](Word type, int* integers, int* addresses, int* types, int* combiner) {
      const bool repeated = type == kRepeated;
      *integers = repeated ? 2 : 0;
      *addresses = *types = repeated;
      *combiner = repeated ? 105 : type == kOpaque ? 112 : 101;
      return kSuccess;
    };
    mpi_->Type_get_contents = [](Word, int, int, int, int* integers, std::intptr_t* addresses, void* types) {
      integers[0] = kBlocks;
      integers[1] = kBlock;
      addresses[0] = 0;
      *static_cast<Word*>(types) = MpiDouble::kBytes;
      return kSuccess;
    };
    mpi_->Type_size_c = [](Word type, std::int64_t* size) {
      *size = type == MpiDouble::kBytes ? 1 : opaque_bytes;
      return kSuccess;
    };
    mpi_->Type_get_extent = [](Word type, std::intptr_t* lower, std::intptr_t* extent) {
      *lower = 0;
      *extent = type == MpiDouble::kBytes ? 1 : kBlock;
      return kSuccess;
    };
    mpi_->Pack = [](const void*, int count, Word, void*, int bytes, int*, Word comm) {
      packed = {packed.narrow + 1, packed.wide, count, bytes, comm};
      return kSuccess;
    };
    mpi_->Unpack = [](const void*, int bytes, int*, void*, int count, Word, Word comm) {
      packed = {packed.narrow + 1, packed.wide, count, bytes, comm};
      return kSuccess;
    };
  }
  void add_wide_forms() {
    mpi_->Pack_c = [](const void*, std::int64_t count, Word, void*, std::int64_t bytes, std::int64_t*, Word comm) {
      packed = {packed.narrow, packed.wide + 1, count, bytes, comm};
      return kSuccess;
    };
    mpi_->Unpack_c = [](const void*, std::int64_t bytes, std::int64_t*, void*, std::int64_t count, Word, Word comm) {
      packed = {packed.narrow, packed.wide + 1, count, bytes, comm};
      return kSuccess;
    };
  }

  MpiDouble mpi_;
  std::byte place_[16];
  static inline std::int64_t opaque_bytes = 0;
};

/// Room for kLarge bytes, of which all blocks but the last are the same memory, and none behind them.
class Room {
 public:
  Room() {
    const int memory = memfd_create("room", 0);
    EXPECT_EQ(ftruncate(memory, kBlock), 0);
    void* const all = mmap(nullptr, kLarge + kBlock, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    EXPECT_NE(all, MAP_FAILED);
    at_ = static_cast<std::byte*>(all);
    for (std::size_t block = 0; block < kBlocks; ++block) {
      const bool last = block + 1 == kBlocks;
      const int flags = MAP_FIXED | (last ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED);
      EXPECT_NE(mmap(at_ + block * kBlock, kBlock, PROT_READ | PROT_WRITE, flags, last ? -1 : memory, 0), MAP_FAILED);
    }
    close(memory);
  }
  ~Room() { munmap(at_, kLarge + kBlock); }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  std::byte* at() const { return at_; }
  std::byte* last() const { return at_ + kLarge - kBlock; }

 private:
  std::byte* at_;
};

TEST_F(DatatypeTest, PacksAnElementThatNoIntCounts) {
  const Shape shape = describe_type(kRepeated);
  ASSERT_EQ(shape.size, kLarge);
  ASSERT_FALSE(shape.contiguous);
  const Room room;
  std::vector<std::byte> block(kBlock), back(kBlock);
  for (std::size_t i = 0; i < kBlock; ++i) block[i] = static_cast<std::byte>(i * 7 + i / 256);
  pack(room.at(), block.data(), 1, kRepeated, shape, kComm);
  EXPECT_EQ(std::memcmp(room.at(), block.data(), kBlock), 0);
  EXPECT_EQ(std::memcmp(room.last(), block.data(), kBlock), 0);
  room.last()[5] = std::byte{99};
  block[5] = std::byte{99};
  unpack(back.data(), room.at(), 1, kRepeated, shape, kComm);
  EXPECT_EQ(back, block);
  EXPECT_EQ(packed.narrow + packed.wide, 0);
}

TEST_F(DatatypeTest, LeavesALargeElementThatOnlyTheMpiKnowsToItsWideForms) {
  opaque_bytes = std::int64_t{3} << 30;
  add_wide_forms();
  const Shape shape = describe_type(kOpaque);
  pack(place_, place_, 2, kOpaque, shape, kComm);
  EXPECT_EQ(packed.wide, 2);  // elements
  EXPECT_EQ(packed.narrow, 0);
  EXPECT_EQ(packed.count, 1);
  EXPECT_EQ(packed.bytes, opaque_bytes);
  unpack(place_, place_, 1, kOpaque, shape, kComm);
  EXPECT_EQ(packed.wide, 3);
  EXPECT_EQ(packed.bytes, opaque_bytes);
}

TEST_F(DatatypeTest, EndsWhereNothingCanPackALargeElement) {
  opaque_bytes = std::int64_t{3} << 30;
  const Shape shape = describe_type(kOpaque);
  EXPECT_EXIT(pack(place_, place_, 1, kOpaque, shape, kComm), testing::ExitedWithCode(1),
              "an element of 3221225472 bytes .* libdouble .*set ISTHMUS_MPI=off");
}

TEST_F(DatatypeTest, PassesTheCommunicatorOfTheCallInASession) {
  opaque_bytes = 8;
  const Shape shape = describe_type(kOpaque);
  pack(place_, place_, 1, kOpaque, shape, kComm);
  EXPECT_EQ(packed.comm, kComm);
  unpack(place_, place_, 1, kOpaque, shape, kComm);
  EXPECT_EQ(packed.comm, kComm);
  MpiDouble::initialized = 1;
  pack(place_, place_, 1, kOpaque, shape, kComm);
  EXPECT_EQ(packed.comm, MpiDouble::kSelf);
  EXPECT_EQ(packed.narrow, 3);
}

}  // namespace
}  // namespace isthmus::mpi
