// One program, two models: what an app needs of its job besides its own exchange. job_shmem.c has it in OpenSHMEM 1.4,
// so that any library's oshcc compiles it, job_mpi.c in MPI. Everything here is collective but me, pes and fail.
#pragma once
#include <stddef.h>

/// `threads`: more than one thread communicates at a time.
void job_begin(int threads);
void job_end(void);
int job_me(void);
int job_pes(void);
void job_barrier(void);
double job_max(double value);
double job_sum(double value);

/// Allocates host memory that an exchange can reach, symmetric in OpenSHMEM. Ends the job with a line if there is none.
void* job_alloc(size_t bytes);
void job_free(void* memory);

/// On PE 0: `bytes` of every PE, in order. Elsewhere `all` is not used.
void job_gather(const void* mine, size_t bytes, void* all);

/// Ends the whole job with a line.
_Noreturn void job_fail(const char* app, const char* problem);

/// Seconds on a clock that only runs forwards.
double job_clock(void);
