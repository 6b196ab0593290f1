/* Calls every type-generic name with every type it covers, on a few PEs, and checks what arrived and which typed
 * function was called. Linked with the recorder, a tool that notes the function called last. C11, and by generics.cpp
 * C++ too. */
#include <shmem.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
#include <type_traits>
typedef std::complex<double> complexd;
typedef std::complex<float> complexf;
#define RESULT_IS(type, call) static_assert(std::is_same<decltype(call), type>::value, "result of " #call)
#define CALLED_WAIT_UNTIL_LONG CALLED("shmem_wait_until") /* shmem_wait_until itself is the overload for long */
extern "C" {
#else
typedef double _Complex complexd;
typedef float _Complex complexf;
#define RESULT_IS(type, call) _Static_assert(_Generic((call), type: 1, default: 0), "result of " #call)
#define CALLED_WAIT_UNTIL_LONG CALLED("shmem_long_wait_until")
#endif
extern const char *recorded;
#ifdef __cplusplus
}
#endif

enum { N = 16 };
static int me, n, right, left;
static shmem_ctx_t ctx = SHMEM_CTX_INVALID;

#define CHECK(condition)                                                                                         \
  do {                                                                                                           \
    if (!(condition)) {                                                                                          \
      fprintf(stderr, "%s:%d: PE %d: %s: not %s\n", __FILE__, __LINE__, me, __func__, #condition);               \
      shmem_global_exit(1);                                                                                      \
    }                                                                                                            \
  } while (0)
#define CALLED(name)                                                                                             \
  do {                                                                                                           \
    if (strcmp(recorded, name) != 0) {                                                                           \
      fprintf(stderr, "%s:%d: PE %d: %s was called and not %s\n", __FILE__, __LINE__, me, recorded, name);       \
      shmem_global_exit(1);                                                                                      \
    }                                                                                                            \
  } while (0)

/* Element i of what PE pe sends: small enough for a char, and different for every pair. */
static int sent(int pe, int i) { return pe * 20 + i + 1; }

static void quiet(void) {
  shmem_quiet();
  shmem_ctx_quiet(ctx);
}

#include "generic_calls.inc"

/* Three type-generic names are functions of another signature as well; each call must reach the right one. */
static void call_names_of_functions(void) {
  static uint64_t set, set_by_ctx, sum;
  static long psync[SHMEM_SYNC_SIZE];

  shmem_signal_set(&set, 3, right);
  CALLED("shmem_signal_set");
  shmem_signal_set(ctx, &set_by_ctx, 4, right);
  CALLED("shmem_ctx_signal_set");
  CHECK(shmem_signal_wait_until(&set, SHMEM_CMP_NE, 0) == 3);
  CHECK(shmem_signal_wait_until(&set_by_ctx, SHMEM_CMP_NE, 0) == 4);

  shmem_signal_add(&sum, 5, right);
  CALLED("shmem_signal_add");
  shmem_signal_add(ctx, &sum, 6, right);
  CALLED("shmem_ctx_signal_add");
  CHECK(shmem_signal_wait_until(&sum, SHMEM_CMP_EQ, 11) == 11);

  int failed = shmem_sync(SHMEM_TEAM_WORLD);
  CALLED("shmem_team_sync");
  CHECK(failed == 0);
  for (int i = 0; i < SHMEM_SYNC_SIZE; ++i) psync[i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  shmem_sync(0, 0, n, psync);
  CALLED("shmem_sync");
  shmem_barrier_all();
}

int main(void) {
  const int count = (int)(sizeof calls / sizeof calls[0]);
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  right = (me + 1) % n;
  left = (me + n - 1) % n;
  CHECK(n * 4 <= N);
  CHECK(shmem_ctx_create(0, &ctx) == 0);
  for (int i = 0; i < count; ++i) calls[i]();
  call_names_of_functions();
  shmem_ctx_destroy(ctx);
  if (me == 0) printf("%d calls of generics on %d PEs\n", count, n);
  shmem_finalize();
  return 0;
}
