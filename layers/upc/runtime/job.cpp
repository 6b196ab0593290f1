// Start-up: the segment, static shared variables, and main.
#include "job.hpp"

#include <shmem.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "heap.hpp"

extern "C" {
int upcr_threads, upcr_mythread, upcr_forall_depth;
char *upcr_base[UPCR_MAX_THREADS], *upcr_my_base;
uint64_t upcr_origin;
int upc_main_of_the_program(int count, char** words);
}

namespace isthmus::upc {
namespace {

/// A unit's functions: the first asks for room for its variables, the second sets their values.
struct Registered {
  void (*layout)();
  void (*initialise)();
  uint64_t threads;  ///< upcc -T, or 0
};
Registered* units = nullptr;
size_t unit_count = 0;

/// Bytes with a suffix K, M, G or T.
uint64_t bytes_of(const char* name, const char* text) {
  char* end = nullptr;
  uint64_t bytes = strtoull(text, &end, 0);
  const char* suffixes = "KMGT";
  const char* suffix = *end ? strchr(suffixes, *end & ~0x20) : nullptr;
  if (suffix) {
    const auto shift = 10 * (suffix - suffixes + 1);
    bytes = bytes >> (64 - shift) ? 0 : bytes << shift;
    ++end;
    if (*end == 'B' || *end == 'b') ++end;
  }
  if (end == text || *end || !bytes)
    fatal("%s=%s is not a number of bytes: write for example 512M (or K, G, T)", name, text);
  return bytes;
}

void map_segments() {
  bool one_node = true;
  for (int thread = 0; thread < upcr_threads; ++thread) {
    upcr_base[thread] = static_cast<char*>(shmem_ptr(segment, thread));
    one_node &= upcr_base[thread] != nullptr;
  }
  // Also for numbers that no thread has: a reference by such a pointer is SHMEM's to report.
  for (uint64_t thread = 0; thread < UPCR_MAX_THREADS; ++thread) {
    const char* near = upcr_base[thread];
    distances[thread] = reinterpret_cast<uint64_t>(near ? near : segment) - pointer(thread, 0) + (near ? 0 : kElsewhere);
  }
  upcr_my_base = segment;
  start_barriers(one_node);
  if (!one_node) return;
  map_at_one_distance();
  remove_far_jumps();
}

void allocate_segment() {
  const char* wanted = getenv("UPC_SHARED_HEAP_SIZE");
  segment_bytes = wanted ? bytes_of("UPC_SHARED_HEAP_SIZE", wanted) : uint64_t{4} << 30;
  segment_bytes = (segment_bytes + static_bytes + kHeadBytes + 4095) & ~uint64_t{4095};
  if (segment_bytes > UPCR_MAX_SEGMENT)
    fatal("a thread's shared memory of %lu bytes does not fit a pointer to shared, which reaches %lu", segment_bytes, UPCR_MAX_SEGMENT);
  segment = static_cast<char*>(shmem_align(kHeadBytes, segment_bytes));
  if (!segment)
    fatal("no %lu bytes of symmetric memory: set SHMEM_SYMMETRIC_SIZE higher, or UPC_SHARED_HEAP_SIZE lower", segment_bytes);
  memset(segment, 0, static_bytes);
}

void finish() {
  fflush(nullptr);
  shmem_barrier_all();
  shmem_finalize();
}

}  // namespace

void fatal(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char text[512];
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  fflush(stdout);
  fprintf(stderr, "UPC thread %d: %s\n", upcr_mythread, text);
  shmem_global_exit(1);
  abort();
}

void barrier() { shmem_barrier_all(); }

}  // namespace isthmus::upc

using namespace isthmus::upc;

// Called by constructors of units, before main.
extern "C" void upcr_register(void (*layout)(), void (*initialise)(), uint64_t threads) {
  units = static_cast<Registered*>(realloc(units, (unit_count + 1) * sizeof *units));
  if (!units) abort();
  units[unit_count++] = {.layout = layout, .initialise = initialise, .threads = threads};
}

// Gives a static shared variable its place. A dynamic one has that many elements for each thread.
extern "C" void upcr_layout(uint64_t* offset, uint64_t elements, uint64_t block, uint64_t size, uint64_t dynamic, uint64_t alignment) {
  const uint64_t threads = static_cast<uint64_t>(upcr_threads);
  if (dynamic) elements *= threads;
  if (alignment < 16) alignment = 16;
  static_bytes = (static_bytes + alignment - 1) & ~(alignment - 1);
  *offset = static_bytes;
  static_bytes += (block == 0 ? elements : ((elements + block - 1) / block + threads - 1) / threads * block) * size;
}

// Copies this thread's elements out of initial values of a variable, which begin with its element `first`. There is room for `room` of
// them: a run with few threads has a smaller array, and values beyond its end are dropped, as clang does.
extern "C" void upcr_image(uint64_t offset, uint64_t first, uint64_t room, uint64_t elements, uint64_t block, uint64_t size,
                           const char* values) {
  const uint64_t threads = static_cast<uint64_t>(upcr_threads), me = static_cast<uint64_t>(upcr_mythread);
  for (uint64_t i = 0; i < elements && i < room; ++i) {
    const uint64_t at = first + i, number = block ? at / block : 0, phase = block ? at % block : at;
    if (number % threads == me) memcpy(segment + offset + (number / threads * block + phase) * size, values + i * size, size);
  }
}

extern "C" void upc_global_exit(int status) {
  fflush(nullptr);
  shmem_global_exit(status);
  abort();
}

// Looking at a word is what makes progress in SHMEM.
extern "C" void upc_poll() { shmem_uint64_test(&head()->broadcast[0], SHMEM_CMP_EQ, 0); }

int main(int count, char** words) {
  shmem_init();
  upcr_mythread = shmem_my_pe();
  upcr_threads = shmem_n_pes();
  if (upcr_threads > static_cast<int>(UPCR_MAX_THREADS))
    fatal("a pointer to shared holds %lu threads, and there are %d: configure Isthmus with more ISTHMUS_UPC_THREAD_BITS",
          UPCR_MAX_THREADS, upcr_threads);
  for (size_t i = 0; i < unit_count; ++i)
    if (const uint64_t wanted = units[i].threads; wanted && wanted != static_cast<uint64_t>(upcr_threads) && upcr_mythread == 0)
      fatal("compiled for %lu threads (-T) and started with %d: oshrun -n %lu", wanted, upcr_threads, wanted);
  static_bytes = kHeadBytes;
  for (size_t i = 0; i < unit_count; ++i) units[i].layout();
  allocate_segment();
  map_segments();
  start_heaps();
  for (size_t i = 0; i < unit_count; ++i) units[i].initialise();
  shmem_barrier_all();
  atexit(finish);
  exit(upc_main_of_the_program(count, words));
}
