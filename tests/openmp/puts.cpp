// Mapped objects of several PEs, written and read by target regions and by puts, gets and atomics of others.
#include <omp.h>
#include <shmemx_omp.h>

#include <cstdio>
#include <cstdlib>

#include "expect.hpp"

constexpr int kN = 5000;
static int me, n, right, left;

/// What PE `pe` writes at `i` in round `seed`.
static double value(int seed, int pe, int i) { return seed * 1e6 + pe * 1e4 + i; }

static double sum_of(int seed, int pe) {
  double sum = 0;
  for (int i = 0; i < kN; ++i) sum += value(seed, pe, i);
  return sum;
}

/// On every PE a kernel fills the first half of x, which is put into the second half of its right neighbour's x, where
/// a kernel checks it. `x` is a host pointer to 2 kN numbers that are mapped.
static void exchange(double* x, int seed) {
  const int pe = me;
#pragma omp target
  for (int i = 0; i < kN; ++i) x[i] = seed * 1e6 + pe * 1e4 + i;
  shmem_barrier_all();
#pragma omp target data use_device_ptr(x)
  {
    EXPECT(shmemx_partition_of(x) == 2);
    shmem_double_put(x + kN, x, kN, right);
  }
  shmem_barrier_all();
  double sum = 0, got = 0;
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < kN; ++i) sum += x[kN + i];
  EXPECT(sum == sum_of(seed, left));
  // The same without a region, by translating the host's address.
  auto* there = static_cast<double*>(shmemx_device_ptr(x));
  shmem_double_get(&got, there + 7, 1, right);
  EXPECT(got == value(seed, right, 7));
  EXPECT(shmem_double_g(static_cast<double*>(shmemx_device_ptr(x + 8)), left) == value(seed, left, 8));
  shmem_barrier_all();
}

static void heap_object() {
  auto* x = static_cast<double*>(shmem_malloc(2 * kN * sizeof(double)));
  for (int i = 0; i < 2 * kN; ++i) x[i] = -1;
#pragma omp target data map(close, tofrom : x [0:2 * kN])
  exchange(x, 1);
  EXPECT(x[3] == value(1, me, 3) && x[kN + 3] == value(1, left, 3));
  shmem_free(x);
}

static void other_object() {
  auto* x = static_cast<double*>(std::malloc(2 * kN * sizeof(double)));
  {
    const shmemx::omp_symmetric_scope scope;
#pragma omp target enter data map(alloc : x [0:2 * kN])
  }
  exchange(x, 2);
#pragma omp target exit data map(from : x [0:2 * kN])
  EXPECT(x[kN + 4] == value(2, left, 4));
  EXPECT(shmemx_device_ptr(x) == nullptr);
  std::free(x);
}

/// Whether an object that begins at this address is selected when it is mapped.
static bool is_selected(char* p) {
  shmemx_omp_object_t object;
#pragma omp target data map(alloc : p [0:10])
  EXPECT(shmemx_omp_object_query(p, -1, &object) == 0);
  return object.place != SHMEMX_OMP_NOT_SELECTED;
}

/// Ranges within others, across their ends and at the same beginning; each is removed alone.
static void overlapping_ranges() {
  static char bytes[1000];
  char* a = bytes;
  shmemx_omp_map_symmetric(a + 100, 500);
  shmemx_omp_map_symmetric(a + 300, 10);
  shmemx_omp_map_symmetric(a + 550, 150);
  EXPECT(!is_selected(a + 90) && is_selected(a + 100) && is_selected(a + 305) && is_selected(a + 400));
  EXPECT(is_selected(a + 610) && !is_selected(a + 700));
  shmemx_omp_map_symmetric(a + 100, 20);
  EXPECT(is_selected(a + 400));
  EXPECT(shmemx_omp_unmap_symmetric(a + 100) == 0 && shmemx_omp_unmap_symmetric(a + 100) != 0);
  EXPECT(!is_selected(a + 110) && is_selected(a + 305) && !is_selected(a + 400) && is_selected(a + 550));
  EXPECT(shmemx_omp_unmap_symmetric(a + 300) == 0 && shmemx_omp_unmap_symmetric(a + 550) == 0);
  EXPECT(!is_selected(a + 305) && !is_selected(a + 550));
}

/// Objects of the heap must be symmetric whatever the order in which PEs map them, each at its place in the heap's
/// mirror.
static void any_order() {
  double* object[3];
  for (double*& one : object) one = static_cast<double*>(shmem_calloc(2 * kN, sizeof(double)));
  for (int k = 0; k < 3; ++k) {
    double* x = object[(k + me) % 3];
#pragma omp target enter data map(close, to : x [0:2 * kN])
  }
  for (int k = 0; k < 3; ++k) {
    auto* there = static_cast<char*>(shmemx_device_ptr(object[k]));
    auto* first = static_cast<char*>(shmemx_device_ptr(object[0]));
    EXPECT(there - first == reinterpret_cast<char*>(object[k]) - reinterpret_cast<char*>(object[0]));
    exchange(object[k], 3 + k);
  }
  for (double* x : object) {
#pragma omp target exit data map(delete : x [0:2 * kN])
    shmem_free(x);
  }
}

static void allocators(int device) {
  omp_alloctrait_t traits[] = {{omp_atk_alignment, 4096}};
  const omp_allocator_handle_t own = omp_init_allocator(omp_shmem_mem_space, 1, traits);
  for (const omp_allocator_handle_t allocator : {omp_shmem_mem_alloc, own}) {
    auto* there = static_cast<double*>(omp_alloc(2 * kN * sizeof(double), allocator));
    EXPECT(shmemx_partition_of(there) == 2);
    EXPECT(allocator != own || reinterpret_cast<uintptr_t>(there) % 4096 == 0);
    const int pe = me;
#pragma omp target is_device_ptr(there)
    for (int i = 0; i < kN; ++i) there[i] = 7e6 + pe * 1e4 + i;
    shmem_barrier_all();
    shmem_double_put(there + kN, there, kN, right);
    shmem_barrier_all();
    double sum = 0;
#pragma omp target is_device_ptr(there) map(tofrom : sum)
    for (int i = 0; i < kN; ++i) sum += there[kN + i];
    EXPECT(sum == sum_of(7, left));
    omp_free(there, allocator);
  }
  auto* counter = static_cast<long*>(omp_calloc(1, sizeof(long), own));
  shmem_barrier_all();
  shmem_long_atomic_add(counter, me + 1, 0);
  shmem_barrier_all();
  EXPECT(shmem_long_g(counter, 0) == n * (n + 1) / 2);
  shmem_barrier_all();
  omp_free(counter, own);
  omp_destroy_allocator(own);
  double* ordinary = static_cast<double*>(omp_alloc(80, omp_default_mem_alloc));
  ordinary[9] = 1;
  EXPECT(shmemx_partition_of(ordinary) == 0);
  omp_free(ordinary, omp_default_mem_alloc);
  shmemx_omp_info_t info;
  EXPECT(shmemx_omp_query(device, &info) == 0 && info.pool_used == 0 && info.objects == 0);
}

/// A byte of the memory at `there`, on the device or not.
static unsigned char byte_at(const unsigned char* there, size_t i) {
  unsigned char byte = 0;
  if (shmemx_partition_of(there) == 0) return there[i];
  shmem_getmem(&byte, there + i, 1, me);
  return byte;
}

/// omp_realloc between our blocks, and between ours and the runtime's, in both directions: the contents must be kept,
/// and no other byte may be copied.
static void reallocations(int device) {
  constexpr size_t kOld = 64, kNew = 8192, kAlignment = 4096;
  unsigned char pattern[kOld], other[kOld + kAlignment];
  for (size_t i = 0; i < kOld; ++i) pattern[i] = static_cast<unsigned char>(i + 1);
  for (unsigned char& byte : other) byte = 0xee;
  omp_alloctrait_t traits[] = {{omp_atk_alignment, kAlignment}};
  const omp_allocator_handle_t aligned = omp_init_allocator(omp_shmem_mem_space, 1, traits);
  // The pool reuses the block that was freed last for a request of its size, so the bytes around the old block are made
  // to differ from those in the new one: a copy of too many bytes shows.
  auto* around = static_cast<unsigned char*>(omp_alloc(sizeof other, omp_shmem_mem_alloc));
  shmem_putmem(around, other, sizeof other, me);
  omp_free(around, omp_shmem_mem_alloc);
  auto* block = static_cast<unsigned char*>(omp_alloc(kOld, aligned));
  EXPECT(block >= around && block + kOld <= around + sizeof other);
  shmem_putmem(block, pattern, kOld, me);
  omp_free(omp_calloc(1, kNew, omp_shmem_mem_alloc), omp_shmem_mem_alloc);
  block = static_cast<unsigned char*>(omp_realloc(block, kNew, omp_shmem_mem_alloc, aligned));
  EXPECT(shmemx_partition_of(block) == 2);
  for (size_t i = 0; i < kNew; ++i) EXPECT(byte_at(block, i) == (i < kOld ? pattern[i] : 0));
  block = static_cast<unsigned char*>(omp_realloc(block, kOld / 2, aligned, omp_shmem_mem_alloc));
  // To the runtime's allocator and back, larger and smaller.
  for (const size_t bytes : {kNew, kOld / 2}) {
    block = static_cast<unsigned char*>(omp_realloc(block, bytes, omp_default_mem_alloc, aligned));
    EXPECT(shmemx_partition_of(block) == 0);
    for (size_t i = 0; i < kOld / 2; ++i) EXPECT(block[i] == pattern[i]);
    block = static_cast<unsigned char*>(omp_realloc(block, kOld + kNew - bytes, aligned, omp_default_mem_alloc));
    EXPECT(shmemx_partition_of(block) == 2);
    EXPECT(reinterpret_cast<uintptr_t>(block) % kAlignment == 0);
    for (size_t i = 0; i < kOld / 2; ++i) EXPECT(byte_at(block, i) == pattern[i]);
  }
  EXPECT(omp_realloc(block, 0, omp_default_mem_alloc, aligned) == nullptr);
  void* ordinary = omp_alloc(kOld, omp_default_mem_alloc);
  EXPECT(omp_realloc(ordinary, 0, aligned, omp_default_mem_alloc) == nullptr);
  void* fresh = omp_realloc(nullptr, kOld, aligned, aligned);
  EXPECT(shmemx_partition_of(fresh) == 2);
  omp_free(fresh, aligned);
  omp_destroy_allocator(aligned);
  shmemx_omp_info_t info;
  EXPECT(shmemx_omp_query(device, &info) == 0 && info.pool_used == 0);
}

static int taken = 0, given = 0;
static void* take(size_t bytes, int partition) {
  ++taken;
  return shmem_partition_malloc(bytes, partition);
}
static void give(void* p) {
  ++given;
  shmem_partition_free(p);
}

/// Registers allocators for all maps of the device: those of the pool, and functions of the program.
static void registered(int device) {
  auto* x = static_cast<double*>(std::malloc(2 * kN * sizeof(double)));
  EXPECT(__tgt_set_shmem_allocator(shmem_partition_malloc, shmem_partition_free, device) == 0);
#pragma omp target data map(alloc : x [0:2 * kN])
  {
    exchange(x, 8);
    EXPECT(__tgt_set_shmem_allocator(take, give, device) != 0);  // while objects are there
  }
  EXPECT(__tgt_set_shmem_allocator(take, give, device) == 0);
#pragma omp target data map(alloc : x [0:2 * kN])
  {
    auto* there = static_cast<double*>(shmemx_device_ptr(x));
    EXPECT(shmemx_partition_of(there) == 2 && taken == 1);
    shmem_double_p(there, me, right);
    shmem_barrier_all();
    EXPECT(shmem_double_g(there, me) == left);
  }
  EXPECT(taken == 1 && given == 1);
  EXPECT(__tgt_set_shmem_allocator(nullptr, nullptr, device) == 0);
#pragma omp target data map(alloc : x [0:2 * kN])
  EXPECT(shmemx_partition_of(shmemx_device_ptr(x)) == 0 || shmemx_device_ptr(x) == x);
  std::free(x);
}

int main() {
  for (int round = 0; round < 2; ++round) {  // a job may be joined again
    shmem_init();
    me = shmem_my_pe();
    n = shmem_n_pes();
    right = (me + 1) % n;
    left = (me + n - 1) % n;
    const int device = shmemx_omp_device();
    EXPECT(device == me % omp_get_num_devices());
    omp_set_default_device(device);
    heap_object();
    other_object();
    overlapping_ranges();
    any_order();
    allocators(device);
    reallocations(device);
    taken = given = 0;
    registered(device);
    void* rest = shmem_partition_malloc(1 << 20, 2);  // some of the partition is the program's own
    EXPECT(rest != nullptr);
    shmem_free(rest);
    if (me == 0) std::printf("mapped objects of %d PEs are where the others put\n", n);
    shmem_finalize();
  }
  return 0;
}
