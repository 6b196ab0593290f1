/* Every PE floods every PE with medium messages of the largest size, each of which is answered by another: more replies
 * than any ring holds, both ways at once. flood_replies MESSAGES [sleep]: with "sleep" the last PE stops for a second
 * in the middle, without a call of the library, and loses nothing. */
#include <time.h>
#include <unistd.h>

#include "program.h"

static _Atomic uint64_t requests[max_pes], replies[max_pes]; /* atomic: see threads.c */
static _Atomic int on_reply; /* atomic: see threads.c */
static unsigned char* answer;

static void take_request(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  const int from = shmemx_am_source(token);
  EXPECT_EQ(nargs, 1);
  EXPECT_EQ(args[0], requests[from]);
  EXPECT_EQ(bytes, shmemx_am_max_medium());
  /* Checks both ends and one place between; checking all bytes of all messages would take most of the time. */
  uint64_t words[3];
  memcpy(&words[0], payload, 8);
  memcpy(&words[1], (char*)payload + bytes - 8, 8);
  memcpy(&words[2], (char*)payload + args[0] * 8 % bytes, 8);
  EXPECT_EQ(words[0], pattern(args[0], from, me, 0));
  EXPECT_EQ(words[1], pattern(args[0], from, me, bytes / 8 - 1));
  EXPECT_EQ(words[2], pattern(args[0], from, me, args[0] % (bytes / 8)));
  ++requests[from];
  for (size_t i = 0; i < bytes / 8; ++i) {
    const uint64_t word = ~((uint64_t*)payload)[i];
    memcpy(answer + 8 * i, &word, 8);
  }
  shmemx_am_reply_medium(token, on_reply, args, 1, answer, bytes);
}

static void take_reply(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  const int from = shmemx_am_source(token);
  EXPECT_EQ(nargs, 1);
  EXPECT_EQ(args[0], replies[from]);
  EXPECT_EQ(bytes, shmemx_am_max_medium());
  for (size_t i = 0; i < bytes / 8; i += 37) EXPECT_EQ(((uint64_t*)payload)[i], ~pattern(args[0], me, from, i));
  ++replies[from];
}

int main(int argc, char** argv) {
  begin();
  EXPECT(argc == 2 || argc == 3);
  const uint64_t each = strtoull(argv[1], NULL, 10) / (uint64_t)(n * n);
  const size_t words = shmemx_am_max_medium() / 8;
  uint64_t* payload = (uint64_t*)malloc(words * 8);
  answer = (unsigned char*)malloc(words * 8);
  const int on_request = shmemx_am_register(take_request);
  on_reply = shmemx_am_register(take_reply);
  shmem_barrier_all();
  for (uint64_t i = 0; i < each; ++i) {
    if (argc == 3 && me == n - 1 && i == each / 2) sleep(1);
    for (int k = 0; k < n; ++k) {
      const int pe = (me + k) % n;
      for (size_t w = 0; w < words; ++w) payload[w] = pattern(i, me, pe, w);
      shmemx_am_request_medium(pe, on_request, &i, 1, payload, words * 8);
    }
  }
  shmemx_am_quiet();
  for (int pe = 0; pe < n; ++pe) EXPECT_EQ(replies[pe], each);
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe) EXPECT_EQ(requests[pe], each);
  free(payload);
  free(answer);
  return end();
}
