/* What devices see of the job, as the library fills it in (src/device) and the header's functions read it. Everything here
 * is shared by code of different compilers: fixed-width types, and a version that changes with the layout and with what the
 * members of a collective expect of one another. */
#ifndef ISTHMUS_DEVICE_STATE_H
#define ISTHMUS_DEVICE_STATE_H

#include <stdint.h>

#define ISTHMUS_DEVICE_VERSION 6u
#define ISTHMUS_DEVICE_NEAR_PES 256 /* PEs in the table below; in larger jobs it is empty */
#define ISTHMUS_DEVICE_NEAR_ROWS 512
#define ISTHMUS_DEVICE_NEAR_SPAN ((int64_t)1 << 38)

/* A row of the table that a put looks at first, by PE modulo ISTHMUS_DEVICE_NEAR_ROWS. It serves the addresses of one
 * segment, the window, which begins at `base` and has no other segment within NEAR_SPAN bytes of it. probe is
 * INT64_MIN - base, so that for addresses in the window, and for no others, address + probe is below
 * INT64_MIN + NEAR_SPAN; delta leads from an address to the PE's copy of it. In a row of zeros every address fails the
 * test: rows of PEs that do not exist or are not mapped, all rows under SHMEM_CHECK, and a state that is not filled. */
struct isthmus_device_near {
  int64_t probe, delta;
} __attribute__((aligned(16)));

/* A range of symmetric memory. mapped[pe] is where the device finds PE pe's copy, or 0. */
struct isthmus_device_segment {
  uint64_t base, size;
  const uint64_t *mapped;
  uint64_t atomic; /* whether the device's atomics on it are atomic with those of the host and of other devices */
};

/* ---- The request ring: what a device cannot do by loads and stores, the owner's proxy thread does ----
 *
 * A thread takes a ticket from `tickets`; ticket t uses slot t % ISTHMUS_DEVICE_SLOTS, and is served after all lower
 * tickets. Requests and answers travel in words whose upper half is the tag, the low half of t + 1, and whose lower half
 * is data: they may become visible in any order, and are complete when all of them have the tag. So neither side has to
 * fence, which takes a device as long as a trip to the host, and an answer is fetched by the load that finds it. Where a
 * request refers to memory that the thread has stored to, its last word is stored with release.
 * A slot is free again when `served` is above its ticket: at once after a request that wants no answer, else
 * when the thread has stored t + 1 to `taken`. `tickets`, `seen` and `quieted` are in device memory, since all threads
 * use them; what the proxy reads or writes is in pinned host memory. */
#define ISTHMUS_DEVICE_SLOTS 1024
#define ISTHMUS_DEVICE_STAGED 256 /* bytes that a request can carry */

enum isthmus_device_op {
  isthmus_device_put = 1,  /* count bytes from source, or staged, to dest */
  isthmus_device_get,      /* count bytes from source to dest, or staged */
  isthmus_device_iput,     /* count blocks of c elements of `size` bytes, a and b elements apart at dest and source */
  isthmus_device_iget,     /* the same */
  isthmus_device_signal,   /* operation b with value a on the word at dest */
  isthmus_device_put_signal, /* put, then operation `size` with value b on the word at a */
  isthmus_device_atomic,   /* operation b with operand a, and c to compare with, on the word of `size` bytes at dest */
  isthmus_device_fence,
  isthmus_device_quiet,
  isthmus_device_exit      /* shmem_global_exit(a) */
};

/* Bits of a request's flags. */
#define ISTHMUS_DEVICE_ANSWER 1 /* the thread waits until the request is done */
#define ISTHMUS_DEVICE_IN_SLOT 2 /* the data is in the slot's part of `staging` */
#define ISTHMUS_DEVICE_LATER 4 /* nbi */
#define ISTHMUS_DEVICE_IN_WORD 8 /* the data, of at most 8 bytes, is in `a` of a put, in the answer of a get */

enum isthmus_device_atomic_op {
  isthmus_device_fetch, isthmus_device_set, isthmus_device_swap, isthmus_device_cswap, isthmus_device_add,
  isthmus_device_and, isthmus_device_or, isthmus_device_xor
};

struct isthmus_device_request {
  uint64_t dest, source, count, a, b, c;
  int32_t pe; /* in the world team */
  uint8_t op, size, flags, unused;
};

/* A request as it travels: its bytes in order, four in each word. */
#define ISTHMUS_DEVICE_WORDS 14
struct isthmus_device_slot {
  uint64_t words[16];
} __attribute__((aligned(128)));

struct isthmus_device_answer {
  uint64_t low, high; /* halves of the value, with the tag */
} __attribute__((aligned(16)));

struct isthmus_device_counters {
  uint64_t tickets; /* the next one */
  uint64_t padding[15];
  uint64_t seen;    /* what `served` was when a thread last looked */
  uint64_t quieted; /* requests with lower tickets are complete at their targets */
  uint32_t used;    /* whether device code has made a request */
  uint32_t more_padding;
};

struct isthmus_device_ring {
  struct isthmus_device_slot *slots;
  struct isthmus_device_answer *answers;
  uint64_t *taken;
  char *staging; /* ISTHMUS_DEVICE_STAGED bytes for each slot */
  uint64_t *served;
  struct isthmus_device_counters *counters;
};

/* ---- Mistakes: the first one is written here, and the host prints it and ends the job ---- */

enum isthmus_device_mistake {
  isthmus_device_bad_pe = 1,
  isthmus_device_bad_address,
  isthmus_device_bad_length,
  isthmus_device_bad_comparison,
  isthmus_device_bad_context,
  isthmus_device_bad_team,
  isthmus_device_unreadable,
  isthmus_device_bad_signal,
  isthmus_device_no_memory, /* for collectives: the device can load no symmetric memory */
  isthmus_device_too_many_teams
};

#define ISTHMUS_DEVICE_CALL_NAME 64

struct isthmus_device_fault {
  uint32_t claimed, ready;
  int32_t mistake, pe;
  uint64_t address, bytes;
  char call[ISTHMUS_DEVICE_CALL_NAME];
};

/* A wait that lasts longer than SHMEM_DEVICE_WAIT_REPORT: the host prints a line and clears `claimed`. */
struct isthmus_device_stall {
  uint32_t claimed, ready;
  uint64_t address, wanted, seen;
  char call[ISTHMUS_DEVICE_CALL_NAME];
};

/* ---- Collectives ----
 *
 * Each team has an area in symmetric memory of the library. In a PE's own area, `round` counts the rounds that the PE has
 * finished; a collective takes one or more. Words and counts have an element for each member, which that member writes
 * into the areas of the others: its word is the last round that it has told of, having entered it or, as the root of a large
 * broadcast, finished it. Rounds only grow, so nothing is reset. The cells of a member hold small data, each half word of it
 * beside the low half of the round's number, so that data and notice travel together; where every member sends some to all
 * others they need no words. Rounds use two sets of cells in turns: a member may write the cells of round r when all members
 * have entered round r - 1, as they have read those of round r - 2 then. `settled` is the last round that all members are
 * known to have entered. */
#define ISTHMUS_DEVICE_SYNC_TEAMS 128 /* teams with a number below this have an area */
#define ISTHMUS_DEVICE_CELLS 65536    /* bytes, the last ones of an area */

struct isthmus_device_rounds {
  uint64_t round, settled;
  uint64_t padding[14];
};

/* ---- Teams and contexts that exist ---- */

#define ISTHMUS_DEVICE_TEAMS 512
#define ISTHMUS_DEVICE_CONTEXTS 2048

struct isthmus_device_team {
  uint64_t handle; /* 0: no team in this row */
  int32_t me, size;
  int32_t start, stride; /* the members, if there is no list of them */
  const int32_t *list;
  int32_t slot;   /* the team's number, the same on all members */
  int32_t direct; /* whether every member can load from and store to the device memory of all others */
};

struct isthmus_device_context {
  uint64_t handle, team; /* the team's handle */
};

struct isthmus_device_directory {
  uint32_t teams, contexts; /* rows that have been used */
  struct isthmus_device_team team[ISTHMUS_DEVICE_TEAMS];
  struct isthmus_device_context context[ISTHMUS_DEVICE_CONTEXTS];
};

/* Bits of the state's flags. */
#define ISTHMUS_DEVICE_READS_HOST 1u /* the device can load from and store to the host's memory */
#define ISTHMUS_DEVICE_ALL_MAPPED 2u /* no operation needs the ring */
#define ISTHMUS_DEVICE_PROMPT 4u /* requests are complete when a call returns, so that quiet need not look for any */
#define ISTHMUS_DEVICE_DIRECT 8u /* `direct` of the world team */

struct isthmus_device_state {
  struct isthmus_device_near near_pes[ISTHMUS_DEVICE_NEAR_ROWS];
  uint32_t version; /* ISTHMUS_DEVICE_VERSION; 0: not filled */
  uint32_t bytes;   /* sizeof(struct isthmus_device_state) */
  int32_t me, n_pes;
  uint32_t flags, my_row; /* `my_row` is `me` */
  uint32_t n_segments, padding;
  const struct isthmus_device_segment *segments;
  struct isthmus_device_ring ring;
  struct isthmus_device_fault *fault;
  const struct isthmus_device_directory *directory;
  char *areas;         /* this PE's areas of teams for collectives; null if the device can load no symmetric memory */
  uint64_t area_bytes; /* of one team */
  struct isthmus_device_stall *stall;
  uint64_t wait_report; /* nanoseconds until a wait is reported; 0: never */
  uint64_t cell_bytes;  /* of one member's cells in a set (clang 22 writes no SPIR-V for a structure that ends in padding) */
};

/* A copy of the state in device code that this process has loaded. write() copies `bytes` from the host to it and reads
 * them back; it returns 0, or nonzero if the device code is not loaded yet. */
struct isthmus_device_image {
  uint32_t version, bytes;
  const char *language; /* "OpenMP", "CUDA", "HIP" or "host" */
  int (*write)(const void *state, uint64_t bytes, int device);
  struct isthmus_device_image *next; /* for the library */
};

#endif
