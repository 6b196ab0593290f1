// Functions whose code for GPUs read_code.py reads.
#include <shmemx_device.h>

#pragma omp begin declare target
extern "C" {
void read_p(long* x, long value, int pe) { shmem_long_p(x, value, pe); }
long read_g(long* x, int pe) { return shmem_long_g(x, pe); }
long read_fetch_add(long* x, long value, int pe) { return shmem_long_atomic_fetch_add(x, value, pe); }
void read_add(int* x, int value, int pe) { shmem_int_atomic_add(x, value, pe); }
long read_compare_swap(long* x, long a, long b, int pe) { return shmem_long_atomic_compare_swap(x, a, b, pe); }
float read_swap(float* x, float value, int pe) { return shmem_float_atomic_swap(x, value, pe); }
void read_signal_set(uint64_t* x, uint64_t value, int pe) { shmem_signal_set(x, value, pe); }
void read_signal_add(uint64_t* x, uint64_t value, int pe) { shmem_signal_add(x, value, pe); }
void read_wait(long* x, long value) { shmem_long_wait_until(x, SHMEM_CMP_GE, value); }
int read_reduce(short* x, const short* y) { return shmem_short_max_reduce(SHMEM_TEAM_WORLD, x, y, 100); }
void read_quiet() { shmem_quiet(); }
void read_fence() { shmem_fence(); }
}
#pragma omp end declare target
