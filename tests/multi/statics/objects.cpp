// C++ globals must be constructed before main as usual, and be symmetric afterwards.
#include <atomic>
#include <string>
#include <vector>

#include "expect.h"

namespace {

int constructed = 0;

struct Counted {
  explicit Counted(int v) : value(v) { ++constructed; }
  virtual ~Counted() = default;
  virtual int twice() const { return 2 * value; }
  int value;
};

struct Derived : Counted {
  using Counted::Counted;
  int twice() const override { return 3 * value; }
};

Derived object(21);
std::vector<int> numbers{1, 2, 3};
std::string long_text(1000, 'x');
const std::string constant_text = "constant";
std::atomic<long> counter{5};

Counted& lazily() {
  static Derived late(4);
  return late;
}

void check_constructed() {
  EXPECT_EQ(constructed, 1);
  EXPECT_EQ(object.twice(), 63);
  EXPECT_EQ(numbers.size(), 3);
  EXPECT_EQ(numbers[2], 3);
  EXPECT(long_text == std::string(1000, 'x'));
  EXPECT(constant_text == "constant");
  EXPECT_EQ(counter, 5);
}

}  // namespace

inline int across_files = 9;

int main() {
  check_constructed();
  shmem_init();
  check_constructed();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  EXPECT_EQ(lazily().twice(), 12);
  EXPECT_EQ(constructed, 2);
  shmem_barrier_all();

  shmem_int_p(&object.value, 1000 + me, (me + 1) % n);
  shmem_int_p(&lazily().value, 2000 + me, (me + 1) % n);
  shmem_int_p(&across_files, 3000 + me, (me + 1) % n);
  shmem_barrier_all();
  const int from = (me + n - 1) % n;
  EXPECT_EQ(object.twice(), 3 * (1000 + from));
  EXPECT_EQ(lazily().value, 2000 + from);
  EXPECT_EQ(across_files, 3000 + from);

  // The processor's atomics must work on a peer's variable, and together with the library's.
  constexpr int kTimes = 20000;
  auto* theirs = static_cast<std::atomic<long>*>(shmem_ptr(&counter, 0));
  for (int i = 0; i < kTimes; ++i)
    if (theirs)
      theirs->fetch_add(1);
    else
      shmem_long_atomic_inc(reinterpret_cast<long*>(&counter), 0);
  shmem_barrier_all();
  if (me == 0) EXPECT_EQ(counter, 5 + long{kTimes} * n);
  numbers.assign(100000, me);  // the elements are on the C++ heap, which is not symmetric
  shmem_barrier_all();
  EXPECT_EQ(numbers[99999], me);
  shmem_finalize();
  return 0;
}
