/* What the programs of bench/ops that measure a collective have in common: buffers, sync arrays, the check of a result,
 * and both forms of a call: over an active set (OpenSHMEM 1.4, which any peer has) and over a team (1.5).
 *
 * A size is what one PE has for another: the message of a broadcast, a PE's contribution to a collect, one block of an
 * alltoall, the vector of a reduction. Calls follow one another without a barrier; the slowest PE's time counts. */
#ifndef ISTHMUS_BENCH_COLLECTIVE_H
#define ISTHMUS_BENCH_COLLECTIVE_H

#include <shmem.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness.h"

/* Code that needs teams, left out where the library is older than they are: `has_teams` tells. */
#if SHMEM_MAJOR_VERSION > 1 || SHMEM_MINOR_VERSION >= 5
#define WITH_TEAMS(...) __VA_ARGS__
static const bool has_teams = true;
#else
#define WITH_TEAMS(...)
static const bool has_teams = false;
#endif

/* Begins as harness_begin does, for at least two PEs. */
void collective_begin(int argc, char** argv, const char* name, const char* about);

/* Walks as harness_next_size does through what is whole 64-bit words and at most 4 MiB. */
bool collective_next_size(size_t* bytes);

/* Collective: buffers of that many blocks of the largest size. */
void collective_allocate(int source_blocks, int dest_blocks);

/* Symmetric. The source holds collective_word(me, i) at word i until the program writes to it. */
void* collective_source(void);
void* collective_dest(void);
uint64_t collective_word(int pe, size_t index);

/* The sync array for the next call over an active set: two by turns, since a PE may enter a call while others are still
 * in the one before. `collective_work` has room for a reduction of `bytes` and changes with it. */
long* collective_sync(void);
void* collective_work(void);

/* Whether this PE's dest is what a call on `bytes` bytes must leave there; before the call its bytes were 0xEE. */
typedef bool (*CollectiveOracle)(size_t bytes);

/* Collective: ends the job with a message where the result is wrong, else measures and reports ns per call. */
Sample collective_measure(const char* metric, HarnessBatch batch, size_t bytes, CollectiveOracle right);

/* Whether plain loops over the same memory are measured beside the collective: for sizes that take long beside the
 * meeting of all PEs, where all PEs' memory is mapped (shmem_ptr). The same on all PEs. */
bool collective_has_floor(size_t bytes);

/* Collective: measures and reports what plain code needs for the work of the collective, done by as many processes. The
 * batch must end in a barrier, so that it is over when the last process is through with its part. The floor's time over
 * the collective's is how much of its speed is reached. */
Sample collective_floor(const char* metric, HarnessBatch batch, size_t bytes);

#endif
