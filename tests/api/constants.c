/* Uses constants, handles and types in each place where a program may use them: as static initialisers, array lengths,
 * case labels and in #if. It fails to compile if one is not a constant expression. C99 and, by constants.cpp, C++11. */
#include <shmem.h>
#include <stdio.h>

/* Handles must be constant expressions, so that variables can be initialised with them before main. */
static const struct {
  shmem_team_t world, shared, no_team;
  shmem_ctx_t usual, no_ctx;
} handles = {SHMEM_TEAM_WORLD, SHMEM_TEAM_SHARED, SHMEM_TEAM_INVALID, SHMEM_CTX_DEFAULT, SHMEM_CTX_INVALID};

static const shmem_team_config_t team_config = {3};
static const shmem_ctx_session_config_t session_config = {SIZE_MAX};
static const char vendor[SHMEM_MAX_NAME_LEN] = SHMEM_VENDOR_STRING;

/* The sync sizes must be usable as lengths of arrays. */
static long psync[SHMEM_SYNC_SIZE + SHMEM_BCAST_SYNC_SIZE + SHMEM_REDUCE_SYNC_SIZE + SHMEM_BARRIER_SYNC_SIZE +
                  SHMEM_COLLECT_SYNC_SIZE + SHMEM_ALLTOALL_SYNC_SIZE + SHMEM_ALLTOALLS_SYNC_SIZE] = {SHMEM_SYNC_VALUE};
static int pwrk[SHMEM_REDUCE_MIN_WRKDATA_SIZE];

/* As case labels the thread levels must be constants and all different; so must the other labels below. */
static int thread_level(int level) {
  switch (level) {
    case SHMEM_THREAD_SINGLE: return 1;
    case SHMEM_THREAD_FUNNELED: return 2;
    case SHMEM_THREAD_SERIALIZED: return 3;
    case SHMEM_THREAD_MULTIPLE: return 4;
    default: return 0;
  }
}

static int holds(int comparison, int a, int b) {
  switch (comparison) {
    case SHMEM_CMP_EQ: return a == b;
    case SHMEM_CMP_NE: return a != b;
    case SHMEM_CMP_LT: return a < b;
    case SHMEM_CMP_LE: return a <= b;
    case SHMEM_CMP_GT: return a > b;
    case SHMEM_CMP_GE: return a >= b;
    default: return -1;
  }
}

static int applied(int operation, int word, int signal) {
  switch (operation) {
    case SHMEM_SIGNAL_SET: return signal;
    case SHMEM_SIGNAL_ADD: return word + signal;
    default: return -1;
  }
}

/* These must be macros that the preprocessor can compare. */
#if SHMEM_MAJOR_VERSION != 1 || SHMEM_MINOR_VERSION != 6
#error "this is not OpenSHMEM 1.6"
#endif
#if !(SHMEM_THREAD_SINGLE < SHMEM_THREAD_FUNNELED && SHMEM_THREAD_FUNNELED < SHMEM_THREAD_SERIALIZED && \
      SHMEM_THREAD_SERIALIZED < SHMEM_THREAD_MULTIPLE)
#error "thread levels do not increase"
#endif
#if SHMEM_SYNC_SIZE < SHMEM_BCAST_SYNC_SIZE || SHMEM_SYNC_SIZE < SHMEM_REDUCE_SYNC_SIZE || \
    SHMEM_SYNC_SIZE < SHMEM_BARRIER_SYNC_SIZE || SHMEM_SYNC_SIZE < SHMEM_COLLECT_SYNC_SIZE || \
    SHMEM_SYNC_SIZE < SHMEM_ALLTOALL_SYNC_SIZE || SHMEM_SYNC_SIZE < SHMEM_ALLTOALLS_SYNC_SIZE
#error "SHMEM_SYNC_SIZE does not serve every collective"
#endif
#if (SHMEM_CTX_SERIALIZED & SHMEM_CTX_PRIVATE) || (SHMEM_CTX_SERIALIZED & SHMEM_CTX_NOSTORE) || \
    (SHMEM_CTX_PRIVATE & SHMEM_CTX_NOSTORE) || (SHMEM_MALLOC_ATOMICS_REMOTE & SHMEM_MALLOC_SIGNAL_REMOTE)
#error "options share a bit"
#endif

int main(void) {
  int wrong = 0;
  shmem_team_t team = handles.world;
  wrong += team == handles.shared || team == handles.no_team || handles.shared == handles.no_team;
  wrong += handles.usual == handles.no_ctx;
  wrong += team_config.num_contexts != 3 || session_config.total_ops != SIZE_MAX || vendor[0] == '\0';
  wrong += sizeof psync < sizeof(long) || sizeof pwrk < sizeof(int) || psync[0] != 0 || pwrk[0] != 0;
  wrong += thread_level(SHMEM_THREAD_MULTIPLE) != 4 || !holds(SHMEM_CMP_LT, 1, 2);
  wrong += applied(SHMEM_SIGNAL_ADD, 1, 2) != 3;
  if (wrong) printf("%d groups of constants are wrong\n", wrong);
  return wrong != 0;
}
