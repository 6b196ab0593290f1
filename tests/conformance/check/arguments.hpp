// The arguments of any call, all of them valid at first; each case makes one of them wrong.
#pragma once
#include <shmem.h>

#include <cstdlib>

namespace check {

inline int n, me;
inline int statics[64];
inline long lock_word, psync_word[SHMEM_SYNC_SIZE];
inline int work[64];
inline uint64_t signal_word;
inline int* block;       // 1024 of symmetric heap
inline int* last_bytes;  // the last 16 bytes of the heap
inline int local[1024];  // static, but used as the private side
inline shmem_ctx_t destroyed_context;
inline shmem_team_t destroyed_team;

struct Arguments {
  shmem_ctx_t ctx = SHMEM_CTX_DEFAULT;
  shmem_team_t team = SHMEM_TEAM_WORLD;
  int* there = block;  // the symmetric side
  int* here = local;   // the other: private for transfers, symmetric too for collectives
  size_t count = 4;
  ptrdiff_t dst = 2, sst = 2;
  size_t bsize = 1;
  int pe = 0;
  int root = 0;
  int cmp = SHMEM_CMP_EQ;
  int sig_op = SHMEM_SIGNAL_SET;
  uint64_t* word = &signal_word;
  long* lock = &lock_word;
  long* psync = psync_word;
  int start = 0, log_stride = 0, size = n;
};

/// The kinds of parameters that can be wrong; a family has some of them.
enum Kind : unsigned {
  pe = 1,
  context = 2,
  there = 4,       ///< a symmetric address
  extent = 8,      ///< an end there
  length = 65536,  ///< a length that only this PE gives
  here = 16,       ///< a private buffer, which must exist
  overlap = 32,    ///< two buffers
  alignment = 64,  ///< of the symmetric address
  comparison = 128,
  signal_operator = 256,
  word = 512,  ///< a signal word
  dest_stride = 1024,
  source_stride = 131072,
  stride = dest_stride | source_stride,
  lock = 2048,
  team = 4096,
  root = 8192,
  symmetric_here = 16384,  ///< the second buffer of a collective
  active_set = 32768,
};

struct Family {
  const char* call;  ///< as the message names it
  unsigned kinds;
  bool collective;  ///< all PEs make the call, the others with right arguments
  void (*run)(const Arguments&);
};

struct Bad {
  const char* name;
  unsigned kind;
  const char* cause;  ///< a regular expression for what the message says after the call
  void (*spoil)(Arguments&);
};

extern const Family families[];
extern const size_t n_families;

}  // namespace check
