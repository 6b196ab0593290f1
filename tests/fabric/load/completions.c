/* Operations that are complete leave nothing behind: what the process has from malloc does not grow with their number, on the
 * default context and on another one. */
#include <malloc.h>
#include <shmem.h>
#include <stdio.h>

#include "expect.h"

enum { operations = 10000, bytes = 4096, growth = 256 << 10 };

static long word;
static char to[bytes], from[bytes];

static void get(shmem_ctx_t ctx, int pe) { (void)shmem_ctx_long_g(ctx, &word, pe); }
static void put_value(shmem_ctx_t ctx, int pe) {
  shmem_ctx_long_p(ctx, &word, 1, pe);
  shmem_ctx_quiet(ctx);
}
static void put(shmem_ctx_t ctx, int pe) { shmem_ctx_putmem(ctx, to, from, bytes, pe); }
static void put_nbi(shmem_ctx_t ctx, int pe) {
  static int calls;
  shmem_ctx_putmem_nbi(ctx, to, from, bytes, pe);
  if (++calls % 64 == 0) shmem_ctx_quiet(ctx);
}

static const struct {
  const char* name;
  void (*call)(shmem_ctx_t, int);
} kinds[] = {{"get", get}, {"p and quiet", put_value}, {"put", put}, {"put_nbi", put_nbi}};

static void repeat(void (*call)(shmem_ctx_t, int), shmem_ctx_t ctx, int times) {
  const int next = (shmem_my_pe() + 1) % shmem_n_pes();
  for (int i = 0; i < times; ++i) call(ctx, next);
  shmem_ctx_quiet(ctx);
  shmem_barrier_all();
}

int main(void) {
  shmem_init();
  shmem_ctx_t contexts[] = {SHMEM_CTX_DEFAULT, SHMEM_CTX_INVALID};
  EXPECT(shmem_ctx_create(0, &contexts[1]) == 0);
  for (unsigned kind = 0; kind < sizeof kinds / sizeof kinds[0]; ++kind)
    for (int own = 0; own < 2; ++own) {
      repeat(kinds[kind].call, contexts[own], operations / 5);
      const size_t before = mallinfo2().uordblks;
      repeat(kinds[kind].call, contexts[own], operations);
      const size_t after = mallinfo2().uordblks;
      if (after > before + growth)
        printf("%s on %s context: %zu bytes more\n", kinds[kind].name, own ? "another" : "the default", after - before);
      EXPECT(after <= before + growth);
    }
  shmem_ctx_destroy(contexts[1]);
  shmem_finalize();
  return 0;
}
