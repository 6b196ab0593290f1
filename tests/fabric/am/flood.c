/* Every PE floods every PE with short requests as fast as it can. Usage: flood MESSAGES, the total. Each message must
 * be handled once, in its sender's order; sums show whether one was lost, doubled or changed. */
#include "program.h"

typedef struct {
  uint64_t messages, sum;
  uint64_t unused[6]; /* a line of its own */
} Account;
static Account got[max_pes];

static void take(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  Account* from = &got[shmemx_am_source(token)];
  EXPECT_EQ(nargs, 2);
  EXPECT(payload == NULL && bytes == 0);
  EXPECT_EQ(args[0], from->messages);
  ++from->messages;
  from->sum += args[1];
}

int main(int argc, char** argv) {
  begin();
  EXPECT_EQ(argc, 2);
  const uint64_t each = strtoull(argv[1], NULL, 10) / (uint64_t)(n * n); /* for each pair of PEs */
  const int handler = shmemx_am_register(take);
  shmem_barrier_all();
  for (uint64_t i = 0; i < each; ++i)
    for (int k = 0; k < n; ++k) {
      const int pe = (me + k) % n;
      const uint64_t args[2] = {i, pattern(1, me, pe, i)};
      shmemx_am_request_short(pe, handler, args, 2);
    }
  shmemx_am_quiet();
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < each; ++i) sum += pattern(1, pe, me, i);
    EXPECT_EQ(got[pe].messages, each);
    EXPECT_EQ(got[pe].sum, sum);
  }
  return end();
}
