// Usage: constructs pool|heap|all|stock [CASE]; stdout has values alone, stderr failed checks.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "constructs.hpp"

Way way = Way::stock;
static std::atomic<int> failures = 0, checks = 0;

std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

void check(bool right, const char* what, const char* file, int line) {
  ++checks;
  if (right) return;
  ++failures;
  std::fprintf(stderr, "FAILED %s:%d: %s\n", file, line, what);
}

/// Host memory: from the symmetric heap, which is never freed, or from malloc.
static char* heap = nullptr;
static constexpr std::size_t kHeapBytes = 24 << 20;
static double* allocate(std::size_t bytes) {
  if (way != Way::heap) return static_cast<double*>(std::malloc(bytes));
  static std::atomic<std::size_t> used = 0;
  const std::size_t at = used.fetch_add((bytes + 63) & ~std::size_t{63});
  if (at + bytes > kHeapBytes) std::abort();
  return reinterpret_cast<double*>(heap + at);
}

double* numbers(int n, double first) {
  double* p = allocate(n * sizeof(double));
  for (int i = 0; i < n; ++i) p[i] = first + i;
  select(p, n * sizeof(double));
  return p;
}

void drop(double* p) {
  unselect(p);
  if (way != Way::heap) std::free(p);
}

void select(const void* p, std::size_t bytes) {
  if (selective()) CHECK(shmemx_omp_map_symmetric(p, bytes) == 0);
}

void unselect(const void* p) {
  if (selective()) CHECK(shmemx_omp_unmap_symmetric(p) == 0);
}

double sum(const double* p, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i) total += p[i];
  return total;
}

bool in_partition(const void* p, int device) { return shmemx_partition_of(p) == 2 + device; }

void expect_symmetric(const void* host, int device) {
  void* address = omp_get_mapped_ptr(host, device);
  CHECK(address != nullptr);
  if (!with_library()) return;
  CHECK(in_partition(address, device));
  shmemx_omp_object_t object;
  CHECK(shmemx_omp_object_query(host, device, &object) == 0);
  CHECK(object.address == address);
  CHECK(object.place == (shmemx_partition_of(host) == 1 ? SHMEMX_OMP_MIRROR : SHMEMX_OMP_POOL));
}

void expect_counts(const void* host, unsigned long references, unsigned long holds, int device) {
  if (!with_library()) return;
  shmemx_omp_object_t object;
  CHECK(shmemx_omp_object_query(host, device, &object) == 0);
  CHECK(object.references == references);
  CHECK(object.holds == holds);
}

void expect_gone(const void* host, int device) { CHECK(!omp_target_is_present(host, device)); }

static void expect_nothing_left(const char* name) {
  for (int device = 0; with_library() && device < 2 && device < omp_get_num_devices(); ++device) {
    shmemx_omp_info_t info;
    CHECK(shmemx_omp_query(device, &info) == 0);
    if (info.objects == 0 && info.pool_used == 0) continue;
    ++failures;
    std::fprintf(stderr, "FAILED %s: %zu objects, %zu bytes are left on device %d\n", name, std::size_t(info.objects),
                 info.pool_used, device);
  }
}

int main(int n, char** arguments) {
  const char* const ways[] = {"stock", "pool", "heap", "all"};
  for (int i = 0; n > 1 && i < 4; ++i)
    if (std::strcmp(arguments[1], ways[i]) == 0) way = static_cast<Way>(i);
  if (with_library()) {
    shmem_init();
    if (way == Way::heap) heap = static_cast<char*>(shmem_malloc(kHeapBytes));
  }
  for (const Case& one : cases()) {
    if (n > 2 && std::strcmp(arguments[2], one.name) != 0) continue;
    std::printf("[%s]\n", one.name);
    one.run();
    expect_nothing_left(one.name);
  }
  std::fflush(stdout);
  if (with_library()) {
    shmemx_omp_info_t info;
    CHECK(shmemx_omp_query(0, &info) == 0);
    std::fprintf(stderr, "%zu cases: %zu maps into the mirror, %zu into the pool, %zu elsewhere\n", cases().size(),
                 std::size_t(info.mirror_maps), std::size_t(info.pool_maps), std::size_t(info.vendor_maps));
    shmem_finalize();
  }
  std::fprintf(stderr, "%s: %d checks, %d failed\n", n > 1 ? arguments[1] : "stock", checks.load(), failures.load());
  return failures != 0;
}
