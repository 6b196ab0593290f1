// Cases of OpenMP's mapping constructs. A case prints values only, so the program must print the same with and without
// the library; what only the library can tell is checked by CHECK. Objects come from malloc (then their device copy is
// in the pool) or from the symmetric heap (then it is in the heap's mirror), and are selected by address, or all are.
#pragma once
#include <omp.h>
#include <shmemx_omp.h>

#include <cstdio>
#include <vector>

// The same object file is linked with the library and without it, so its symbols are weak.
#pragma weak shmem_init
#pragma weak shmem_finalize
#pragma weak shmem_malloc
#pragma weak shmemx_partition_of
#pragma weak shmemx_partition_query
#pragma weak shmemx_device_ptr
#pragma weak shmemx_omp_map_symmetric
#pragma weak shmemx_omp_unmap_symmetric
#pragma weak shmemx_omp_scope_begin
#pragma weak shmemx_omp_scope_end
#pragma weak shmemx_omp_object_query
#pragma weak shmemx_omp_query

struct Case {
  const char* name;
  void (*run)();
};
std::vector<Case>& cases();
struct Registration {
  Registration(const char* name, void (*run)()) { cases().push_back({name, run}); }
};
#define CASE(name)                                        \
  static void name();                                     \
  static const Registration register_##name(#name, name); \
  static void name()

constexpr int kN = 1000;

/// How the program runs: without the library, with selected objects in the pool or on the heap, or with all objects
/// selected.
enum class Way { stock, pool, heap, all };
extern Way way;
inline bool with_library() { return way != Way::stock; }
/// Whether objects that the program does not select stay in the runtime's own memory.
inline bool selective() { return way == Way::pool || way == Way::heap; }

void check(bool right, const char* what, const char* file, int line);
#define CHECK(condition) check(condition, #condition, __FILE__, __LINE__)

/// Allocates n numbers, counting from `first`, and selects them.
double* numbers(int n, double first = 0);
void drop(double* p);
/// Selects or unselects any object.
void select(const void* p, std::size_t bytes);
void unselect(const void* p);
double sum(const double* p, int n);

/// Checks that the object is mapped on the device, in its partition.
void expect_symmetric(const void* host, int device = 0);
/// Whether the address is in the device's partition.
bool in_partition(const void* device_address, int device = 0);
void expect_counts(const void* host, unsigned long references, unsigned long holds = 0, int device = 0);
void expect_gone(const void* host, int device = 0);
