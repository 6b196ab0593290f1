/* The extensions of Isthmus to OpenSHMEM 1.6. */
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
 * The description has the form of SHMEM_SYMMETRIC_PARTITION<ID>, as "SIZE=1G:KIND=CUDA". A space is a partition whose
 * number is larger than any in the environment: every function that takes a partition takes a space. If a PE cannot
 * make the space, create prints why and returns SHMEMX_SPACE_INVALID on all PEs. Destroy frees everything in the space,
 * with a barrier on entry. At most 64 spaces exist at a time; they can be in host memory only if all PEs are on one
 * node. */
typedef int shmemx_space_t;
#define SHMEMX_SPACE_INVALID 0
shmemx_space_t shmemx_space_create(const char *description);
void *shmemx_space_malloc(shmemx_space_t space, size_t size);
void shmemx_space_destroy(shmemx_space_t space);

/* Ends this process with status 0 when all PEs have called it, without freeing what other threads of it may still use:
 * unlike shmem_finalize it may be called while they are in calls of the library. It does not return. Nothing is flushed,
 * nor run at exit. */
void shmemx_leave(void);

/* Local. The partition that holds an address of this PE; 0 for every other address. */
int shmemx_partition_of(const void *ptr);
/* Local. "HOST", "CUDA", "HIP", "ZE" or "LIBOMP", for any address. Device memory is recognised only if some partition
 * is of its kind; every other address is HOST. */
const char *shmemx_kind_of(const void *ptr);

typedef struct {
  size_t size;         /* bytes of the partition */
  size_t used;         /* bytes allocated, rounding included */
  size_t largest_free; /* the largest allocation that would succeed */
} shmemx_heap_info_t;

/* Local. 0, or nonzero for a partition that was not configured. */
int shmemx_heap_query(int partition, shmemx_heap_info_t *info);

typedef struct {
  void *base;       /* the partition's first byte on this PE */
  size_t size;      /* bytes, as shmemx_heap_query has them */
  const char *kind; /* as shmemx_kind_of has it */
  int device;       /* its number among the kind's devices; -1: host memory */
} shmemx_partition_info_t;

/* Local. 0, or nonzero for a partition that was not configured. */
int shmemx_partition_query(int partition, shmemx_partition_info_t *info);

/* Teams of any PEs. All PEs of the parent call; 0 on all of them, or nonzero with SHMEM_TEAM_INVALID on all of them when
 * no team was made. PEs that are in none of the new teams get 0 and SHMEM_TEAM_INVALID. config, config_mask: as for
 * shmem_team_split_strided. */
#define SHMEMX_TEAM_NO_COLOR (-1)

/* Makes one team for each color, of the PEs that pass it, ordered by ascending key; PEs with equal keys keep the
 * parent's order. A PE with a negative color is in none. */
int shmemx_team_split_color(shmem_team_t parent_team, int color, int key, const shmem_team_config_t *config,
                            long config_mask, shmem_team_t *new_team);
/* Makes a team of the n PEs of the parent that the list names, in its order. All PEs pass the same list. */
int shmemx_team_from_set(shmem_team_t parent_team, const int *pes, int n, const shmem_team_config_t *config,
                         long config_mask, shmem_team_t *new_team);
/* Makes a team of the lowest of the parent's PEs on each node. */
int shmemx_team_node_leaders(shmem_team_t parent_team, const shmem_team_config_t *config, long config_mask,
                             shmem_team_t *new_team);

/* Memory that is symmetric over a team only: members use it like any symmetric memory, and other PEs spend none.
 * Collective over the team. NULL on all members if they have no room in common (SHMEM_TEAM_HEAP_SIZE). Free has a
 * barrier on entry. What is not freed is freed with the team. */
void *shmemx_team_malloc(shmem_team_t team, size_t bytes);
void *shmemx_team_align(shmem_team_t team, size_t alignment, size_t bytes);
void shmemx_team_free(shmem_team_t team, void *ptr);

/* Gather, scatter, and an all-to-all whose blocks are as long as their senders say. Collective over the team, in host or
 * device memory; lengths and offsets are bytes. Buffers must not overlap, and may be reused on return. Returns 0.
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
 * whatever the program does, and are complete when the request says so. Buffers are as in the blocking ones and must
 * not be touched until then. Blocking collectives on the same team may be called meanwhile. Returns 0, and a request
 * that test or wait releases. Requests of a team must be complete before it is destroyed.
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
/* A barrier of the team. It does not wait for puts that were begun before: call shmem_quiet first. */
int shmemx_sync_nb(shmem_team_t team, shmemx_req_t *request);
#define ISTHMUS_FN(result, name, parameters) result name parameters;
#include "shmem/functions/background.h"
#undef ISTHMUS_FN

/* Calls that are queued on a stream of CUDA or HIP, of this PE's device: the stream argument is a cudaStream_t, a hipStream_t,
 * or null for the default stream; of OpenMP's interop objects shmemx_omp.h makes one. They return at once, and take place when
 * all that was queued on the stream before is complete; what is queued later begins when the buffers may be reused, or are
 * filled. Arguments are as in the calls without a stream, and buffers, which may be of any memory, must not be touched until
 * the stream has passed. All PEs of a team queue its collectives in the same order. docs/device-calls.md has the rules.
 *
 *   shmemx_putmem_on_stream(dest, source, n, pe, stream), shmemx_<type>_put_on_stream, shmemx_put<size>_on_stream, ...: put, get,
 *     put_nbi, get_nbi, put_signal, put_signal_nbi, iput, iget, p, g (which returns the value, so it waits for the stream)
 *   shmemx_signal_set_on_stream, shmemx_signal_add_on_stream, shmemx_signal_wait_until_on_stream,
 *     shmemx_<type>_wait_until_on_stream, _wait_until_all_on_stream, _wait_until_all_vector_on_stream
 *   shmemx_quiet_on_stream, shmemx_barrier_all_on_stream, shmemx_sync_all_on_stream, shmemx_barrier_on_stream,
 *     shmemx_team_sync_on_stream
 *   shmemx_<type>_broadcast_on_stream, fcollect, alltoall; shmemx_<type>_{and,or,xor,max,min,sum,prod}_reduce_on_stream
 */
typedef void *shmemx_stream_t;
#define ISTHMUS_FN(result, name, parameters) result name parameters;
#include "shmem/functions/on_stream.h"
#undef ISTHMUS_FN

/* Puts and gets whose completion shows one by one. They return before they are complete; then *completed, any variable of
 * this PE, grows by 1, atomically: a put is complete when it is at its target for every PE to see, a get when dest is
 * filled. Until then source and dest must not be touched. Operations may share a counter. The library's calls that wait,
 * and shmemx_am_poll, work on what is under way. shmem_quiet completes it, too; *completed may grow only in a later one of
 * those calls. */
void shmemx_putmem_counted(void *dest, const void *source, size_t nelems, int pe, uint64_t *completed);
void shmemx_getmem_counted(void *dest, const void *source, size_t nelems, int pe, uint64_t *completed);
/* The same, if they can be begun without waiting for room. Return 0, or nonzero if they did nothing: poll, and try again. */
int shmemx_putmem_counted_try(void *dest, const void *source, size_t nelems, int pe, uint64_t *completed);
int shmemx_getmem_counted_try(void *dest, const void *source, size_t nelems, int pe, uint64_t *completed);

/* Messages of bytes to PEs of other nodes, for layers that have handlers, credits and replies of their own. One layer of a
 * process can use them.
 *
 * listen: Local, before a message can come: the PEs meet in a barrier before the first one is sent. Returns 0, or nonzero if
 * somebody listens already, or no PE is on another node. The receiver runs on any thread that is in the library, one at a
 * time, and must not call the library; the bytes are valid until it returns, and not aligned.
 *
 * send: `message` has SHMEMX_WIRE_FRAME bytes of room, which the library fills in, and then n bytes, up to shmemx_wire_max().
 * Returns 0 if the message is on its way, and may be reused; nonzero if there is no room now: poll, and try again. Messages
 * to one PE arrive in order, and after what was put there before a shmem_fence.
 *
 * look: takes what has come, at less cost than shmemx_am_poll, which has to be called now and then, too.
 * nap: sleeps until something comes from another node, puts included, at most so many nanoseconds. Nonzero if it did. With 0 it
 * yields to PEs that share this core, and sleeps for a moment only where other programs compute there. */
#define SHMEMX_WIRE_FRAME 16
typedef void (*shmemx_wire_receiver_t)(int source, const void *bytes, size_t n);
int shmemx_wire_listen(shmemx_wire_receiver_t receiver);
size_t shmemx_wire_max(void);
int shmemx_wire_send(int pe, void *message, size_t n);
int shmemx_wire_look(void);
int shmemx_wire_nap(long nanoseconds);

/* Memory of this PE alone, for layers that have their own idea of who reaches it. Local calls.
 *
 * malloc: memory of a kind, as shmemx_kind_of names it, on one of its devices by number. NULL, having printed the reason,
 * if there is none. free: what malloc returned.
 * copy: between memory of any kinds, also what other code of the process has allocated. It is complete on return.
 * share, map: share fills in what another PE of the node needs to map device memory, and map returns where it is mapped
 * there, for copies; it stays mapped. share returns nonzero, and map NULL, where the driver does not allow it. */
typedef struct {
  uint64_t words[12];
} shmemx_local_handle_t;
void *shmemx_local_malloc(const char *kind, int device, size_t bytes);
void shmemx_local_free(void *ptr);
void shmemx_local_copy(void *dest, const void *source, size_t bytes);
int shmemx_local_share(const void *ptr, shmemx_local_handle_t *handle);
void *shmemx_local_map(const shmemx_local_handle_t *handle);

/* Nonzero if shmem_quiet would return at once, and then all that it says of puts and gets of the default context holds.
 * Does not wait but for copies of device memory. While other threads go on putting it may be zero for long. */
int shmemx_quiet_test(void);

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

/* Local. Returns the handler's number: 0, 1, .. in the order of registration, which has to be the same on all PEs; -1
 * if SHMEMX_AM_MAX_HANDLERS are registered. */
int shmemx_am_register(shmemx_am_handler_t handler);
size_t shmemx_am_max_medium(void);

/* These return when args and payload may be reused, and may run handlers meanwhile. Not allowed inside a handler. */
void shmemx_am_request_short(int pe, int handler, const uint64_t *args, int nargs);
void shmemx_am_request_medium(int pe, int handler, const uint64_t *args, int nargs, const void *payload, size_t bytes);
void shmemx_am_request_long(int pe, int handler, const uint64_t *args, int nargs, const void *payload, size_t bytes,
                            void *dest);

/* These reply to the sender of a request. Allowed inside the request's handler, at most once. The reply is sent when
 * the handler returns. */
void shmemx_am_reply_short(shmemx_am_token_t token, int handler, const uint64_t *args, int nargs);
void shmemx_am_reply_medium(shmemx_am_token_t token, int handler, const uint64_t *args, int nargs, const void *payload,
                            size_t bytes);
void shmemx_am_reply_long(shmemx_am_token_t token, int handler, const uint64_t *args, int nargs, const void *payload,
                          size_t bytes, void *dest);
int shmemx_am_source(shmemx_am_token_t token);

/* Runs the handlers of the messages that have arrived. */
void shmemx_am_poll(void);
/* Waits until all requests of this PE and the replies to them have been handled. Not allowed inside a handler. */
void shmemx_am_quiet(void);

#ifdef __cplusplus
}
#endif

#endif
