// Lu, Curtis and Chapman (2022), Listing 5: random updates of a table that lies on the devices. With standard OpenSHMEM
// a thread on each PE reads and writes the device for the others; with symmetric mapped memory an update is a get and a
// put. Both are run, and the table looked at. Each PE updates entries of its own, so that the outcome is known.
//   OSHCC_CXX=clang++-19 oshc++ -O2 -fopenmp -fopenmp-targets=aarch64-unknown-linux-gnu listing5_random_access.cpp
//   SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:KIND=LIBOMP oshrun -n 2 ./a.out
#include <omp.h>
#include <shmemx_omp.h>

#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int kEntries = 1 << 12, kUpdates = 500, kMaxPes = 64;

/// The i-th update of a PE: which PE's table, which entry, and what it is changed by.
struct Update {
  int pe, entry;
  uint64_t by;
};
static Update update(int pe, int i, int n) {
  uint64_t x = (static_cast<uint64_t>(pe) << 32 | static_cast<uint32_t>(i)) * 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 32;
  const int own = static_cast<int>(x >> 8) & (kEntries - 1);
  return {static_cast<int>(x % static_cast<uint64_t>(n)), own / kMaxPes * kMaxPes + pe, x};
}

static int me, n;

// ---- Standard OpenSHMEM: what is wanted, what comes back, and what has been changed, by PE ----
static uint64_t wanted[kMaxPes], answer, changed[kMaxPes];
static uint64_t sig_answer, sig_changed[kMaxPes], sig_stop;

static void update_by_request(const Update& u) {
  static uint64_t value;
  sig_answer = 0;
  shmem_uint64_atomic_set(&wanted[me], static_cast<uint64_t>(u.entry) + 1, u.pe);  // "ready to get"
  shmem_signal_wait_until(&sig_answer, SHMEM_CMP_EQ, 1);                           // "data put"
  value = answer ^ u.by;
  shmem_uint64_put_signal(&changed[me], &value, 1, &sig_changed[me], 1, SHMEM_SIGNAL_SET, u.pe);  // "data updated"
  shmem_quiet();
}

static void serve(uint64_t* table, int device) {
  omp_set_default_device(device);
  while (shmem_signal_fetch(&sig_stop) == 0) {
    for (int pe = 0; pe < n; ++pe) {
      const uint64_t entry = shmem_uint64_atomic_fetch(&wanted[pe], me);
      if (entry == 0) continue;
      wanted[pe] = 0;
      uint64_t* one = &table[entry - 1];
#pragma omp target update from(one [0:1])
      shmem_uint64_put_signal(&answer, one, 1, &sig_answer, 1, SHMEM_SIGNAL_SET, pe);
      shmem_signal_wait_until(&sig_changed[pe], SHMEM_CMP_EQ, 1);
      sig_changed[pe] = 0;
      *one = changed[pe];
#pragma omp target update to(one [0:1])
    }
    std::this_thread::yield();
  }
}

// ---- With symmetric mapped memory ----
static void update_directly(uint64_t* table, const Update& u) {
  const uint64_t v = shmem_uint64_g(&table[u.entry], u.pe);
  shmem_uint64_p(&table[u.entry], v ^ u.by, u.pe);
  shmem_quiet();
}

static int count_wrong(const uint64_t* table) {
  std::vector<uint64_t> expected(kEntries);
  for (int i = 0; i < kEntries; ++i) expected[i] = i;
  for (int pe = 0; pe < n; ++pe)
    for (int i = 0; i < kUpdates; ++i)
      if (const Update u = update(pe, i, n); u.pe == me) expected[u.entry] ^= u.by;
  int wrong = 0;
  for (int i = 0; i < kEntries; ++i) wrong += table[i] != expected[i];
  return wrong;
}

template <typename Updates>
static int run(const char* name, uint64_t* table, const Updates& updates) {
  for (int i = 0; i < kEntries; ++i) table[i] = i;
#pragma omp target update to(table [0:kEntries])
  shmem_barrier_all();
  const auto start = std::chrono::steady_clock::now();
  updates();
  shmem_barrier_all();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
#pragma omp target update from(table [0:kEntries])
  const int wrong = count_wrong(table);
  if (me == 0) std::printf("%s: %.1f thousand updates a second\n", name, n * kUpdates / seconds.count() / 1e3);
  std::printf("PE %d, %s: %d wrong\n", me, name, wrong);
  return wrong;
}

int main() {
  int provided;
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
  me = shmem_my_pe();
  n = shmem_n_pes();
  if (n > kMaxPes || provided != SHMEM_THREAD_MULTIPLE) shmem_global_exit(1);
  const int device = shmemx_omp_device();
  omp_set_default_device(device);
  int wrong = 0;

  auto* table = static_cast<uint64_t*>(shmem_malloc(kEntries * sizeof(uint64_t)));
#pragma omp target data map(close, tofrom : table [0:kEntries])
  {
    wrong += run("standard", table, [&] {
      std::thread server(serve, table, device);
      for (int i = 0; i < kUpdates; ++i) update_by_request(update(me, i, n));
      shmem_barrier_all();
      shmem_uint64_atomic_set(&sig_stop, 1, me);
      server.join();
    });
    wrong += run("extended", table, [&] {
#pragma omp target data use_device_ptr(table)
      for (int i = 0; i < kUpdates; ++i) update_directly(table, update(me, i, n));
    });
  }
  shmem_free(table);
  shmem_finalize();
  return wrong != 0;
}
