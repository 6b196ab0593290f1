/* What Isthmus has beyond OpenSHMEM 1.6. */
#ifndef ISTHMUS_SHMEMX_H
#define ISTHMUS_SHMEMX_H

#include "shmem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Partitions: SHMEM_SYMMETRIC_PARTITION<ID>=SIZE=..; partition 1 is the symmetric heap. Collective over all PEs, like
 * shmem_malloc, with a barrier on exit (free: on entry). shmem_free takes memory of any partition too. NULL when the
 * partition is full; an id that was not configured ends the job. With KIND=CUDA, HIP, ZE or LIBOMP the memory is that of
 * a device, and the address one for the device's kernels and copies. */
void *shmem_partition_malloc(size_t size, int partition);
void *shmem_partition_align(size_t alignment, size_t size, int partition);
void shmem_partition_free(void *ptr);

/* Spaces: partitions that the program makes while it runs. Collective over all PEs, the same arguments on all of them.
 * The description is what SHMEM_SYMMETRIC_PARTITION<ID> would say, as "SIZE=1G:KIND=CUDA". A space's number is a
 * partition's, larger than any in the environment: all that takes a partition takes a space. SHMEMX_SPACE_INVALID on all
 * PEs when one of them cannot make it, with a line that says why. Destroy: with everything in it; a barrier on entry.
 * At most 64 at a time; in host memory only where all PEs are on one node. */
typedef int shmemx_space_t;
#define SHMEMX_SPACE_INVALID 0
shmemx_space_t shmemx_space_create(const char *description);
void *shmemx_space_malloc(shmemx_space_t space, size_t size);
void shmemx_space_destroy(shmemx_space_t space);

/* Local. The partition that holds an address of this PE; 0 for every other address. */
int shmemx_partition_of(const void *ptr);
/* Local. "HOST", "CUDA", "HIP", "ZE" or "LIBOMP", for any address: of kinds that no partition has, nothing is known, and
 * what is of no known kind is HOST. */
const char *shmemx_kind_of(const void *ptr);

typedef struct {
  size_t size;         /* bytes of the partition */
  size_t used;         /* bytes allocated, rounding included */
  size_t largest_free; /* the largest allocation that would succeed */
} shmemx_heap_info_t;

/* Local. 0, or nonzero for a partition that was not configured. */
int shmemx_heap_query(int partition, shmemx_heap_info_t *info);

typedef struct {
  void *base;       /* its first byte on this PE */
  size_t size;      /* bytes */
  const char *kind; /* as shmemx_kind_of has it */
  int device;       /* as its kind counts them; -1: host memory */
} shmemx_partition_info_t;

/* Local. 0, or nonzero for a partition that was not configured. */
int shmemx_partition_query(int partition, shmemx_partition_info_t *info);

/* Teams of any PEs. All PEs of the parent call; 0 on all of them, or nonzero with SHMEM_TEAM_INVALID on all of them when
 * no team was made. PEs that are in none of the new teams get 0 and SHMEM_TEAM_INVALID. config, config_mask: as for
 * shmem_team_split_strided. */
#define SHMEMX_TEAM_NO_COLOR (-1)

/* One team for each color: those that pass the same one, by ascending key, equal keys in the parent's order. A negative
 * color: in none. */
int shmemx_team_split_color(shmem_team_t parent_team, int color, int key, const shmem_team_config_t *config,
                            long config_mask, shmem_team_t *new_team);
/* The n PEs of the parent that the list names, in its order. The same list on all PEs. */
int shmemx_team_from_set(shmem_team_t parent_team, const int *pes, int n, const shmem_team_config_t *config,
                         long config_mask, shmem_team_t *new_team);
/* The lowest of the parent's PEs on each node. */
int shmemx_team_node_leaders(shmem_team_t parent_team, const shmem_team_config_t *config, long config_mask,
                             shmem_team_t *new_team);

/* Memory that is symmetric over a team only: any symmetric address to its members, at no cost to the others. Collective
 * over the team. NULL on all members when they have no room in common (SHMEM_TEAM_HEAP_SIZE). Free: a barrier on entry;
 * what is left goes with the team. */
void *shmemx_team_malloc(shmem_team_t team, size_t bytes);
void *shmemx_team_align(shmem_team_t team, size_t alignment, size_t bytes);
void shmemx_team_free(shmem_team_t team, void *ptr);

/* Gather, scatter, and an all-to-all whose blocks are as long as their senders say. Collective over the team, in host or
 * device memory; lengths and offsets are bytes. Buffers do not overlap, and may be used again on return. 0.
 *
 * gather: nbytes of every member's source, any memory, in team order into the root's dest, symmetric.
 * scatter: block i of the root's source, symmetric, into member i's dest, any memory.
 * gatherv: nbytes[i] of member i's source, symmetric, to dest_offsets[i] of the root's dest, any memory; scatterv: nbytes[i]
 * at source_offsets[i] of the root's source, any memory, to member i's dest, symmetric. The arrays are the root's; others
 * may pass NULL. */
int shmemx_gathermem(shmem_team_t team, void *dest, const void *source, size_t nbytes, int PE_root);
int shmemx_scattermem(shmem_team_t team, void *dest, const void *source, size_t nbytes, int PE_root);
int shmemx_gathervmem(shmem_team_t team, void *dest, const size_t *dest_offsets, const void *source,
                      const size_t *nbytes, int PE_root);
int shmemx_scattervmem(shmem_team_t team, void *dest, const void *source, const size_t *source_offsets,
                       const size_t *nbytes, int PE_root);
/* nbytes[i] at source_offsets[i] of this PE's source, any memory, go to member i; what member i has for this PE comes to
 * dest_offsets[i] of its dest, symmetric. Nobody needs to know how much it gets; offsets are exchanged inside. */
int shmemx_alltoallvmem(shmem_team_t team, void *dest, const size_t *dest_offsets, const void *source,
                        const size_t *source_offsets, const size_t *nbytes);

/* Collectives that do not block: begun by every PE of the team in the same order, they go on without calls, beside
 * whatever the program does, and are complete when the request says so. Buffers are as in the blocking ones and not to
 * be touched until then. Blocking collectives on the same team may be called meanwhile. 0, and a request that test or
 * wait takes back. Requests of a team must be complete before it is destroyed.
 *
 *   shmemx_sync_nb(team, &request)
 *   shmemx_broadcastmem_nb, shmemx_fcollectmem_nb, shmemx_alltoallmem_nb, shmemx_<type>_broadcast_nb, ...
 *   shmemx_<type>_{and,or,xor,max,min,sum,prod}_reduce_nb(team, dest, source, nreduce, &request)
 */
typedef struct shmemx_request *shmemx_req_t;
#define SHMEMX_REQ_INVALID ((shmemx_req_t)0)

/* Nonzero when the collective is complete: then *request becomes SHMEMX_REQ_INVALID, which is complete, too. */
int shmemx_req_test(shmemx_req_t *request);
void shmemx_req_wait(shmemx_req_t *request);
/* The barrier. It does not wait for puts that were begun before: call shmem_quiet first. */
int shmemx_sync_nb(shmem_team_t team, shmemx_req_t *request);
#define ISTHMUS_FN(result, name, parameters) result name parameters;
#include "shmem/functions/background.h"
#undef ISTHMUS_FN

/* Active messages: a message names a function, its handler, that runs at the PE it is sent to. docs/active-messages.md
 * has an example and the rules. */
#define SHMEMX_AM_MAX_ARGS 16
#define SHMEMX_AM_MAX_HANDLERS 256

/* Names the message that a handler handles; valid until the handler returns. */
typedef struct shmemx_am_token *shmemx_am_token_t;

/* Short: payload is NULL. Medium: a copy, aligned to 8 bytes, valid until the handler returns. Long: the address in
 * this PE's symmetric memory to which the payload has been put. */
typedef void (*shmemx_am_handler_t)(shmemx_am_token_t token,
                                    const uint64_t *args, int nargs,
                                    void *payload, size_t bytes);

/* Local; the same order on all PEs gives the same numbers: 0, 1, ... -1 when there is no room for more. */
int shmemx_am_register(shmemx_am_handler_t handler);
size_t shmemx_am_max_medium(void);

/* Return when args and payload may be reused; may run handlers meanwhile. Not inside a handler. */
void shmemx_am_request_short(int pe, int handler, const uint64_t *args, int nargs);
void shmemx_am_request_medium(int pe, int handler, const uint64_t *args, int nargs, const void *payload, size_t bytes);
void shmemx_am_request_long(int pe, int handler, const uint64_t *args, int nargs, const void *payload, size_t bytes,
                            void *dest);

/* To the sender of the request, inside its handler, at most once. Sent when the handler returns. */
void shmemx_am_reply_short(shmemx_am_token_t token, int handler, const uint64_t *args, int nargs);
void shmemx_am_reply_medium(shmemx_am_token_t token, int handler, const uint64_t *args, int nargs, const void *payload,
                            size_t bytes);
void shmemx_am_reply_long(shmemx_am_token_t token, int handler, const uint64_t *args, int nargs, const void *payload,
                          size_t bytes, void *dest);
int shmemx_am_source(shmemx_am_token_t token);

/* Runs the handlers of what has come. */
void shmemx_am_poll(void);
/* Waits until all requests of this PE have been handled, and the replies to them. Not inside a handler. */
void shmemx_am_quiet(void);

#ifdef __cplusplus
}
#endif

#endif
