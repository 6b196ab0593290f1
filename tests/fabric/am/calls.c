/* Every request and every reply, with 0 to 16 arguments and payloads of 0, 1, odd and most bytes, to every PE, this one
 * too: the handler sees what was sent, and the reply what the handler sent. Long payloads go to the heap and to static
 * data. */
#include "program.h"

enum { short_kind, medium_kind, long_heap, long_static, kinds };
enum { long_most = 20001, sizes = 6 };

static unsigned char* heap; /* an area for each source, and one for long replies */
static unsigned char statics[(max_pes + 1) * long_most];
static int on_request[kinds], on_reply[kinds];
static uint64_t requests, replies;

static unsigned char* area(int kind, int source) {
  return (kind == long_heap ? heap : statics) + (size_t)source * long_most;
}

static size_t size_of(int kind, int index) {
  const size_t most = kind == short_kind ? 0 : kind == medium_kind ? shmemx_am_max_medium() : long_most;
  const size_t sizes_of[sizes] = {0, 1, 7, 1023, most - 1, most};
  return most == 0 ? 0 : sizes_of[index];
}

/* Argument i of a message; args[0], if present, is the size of the payload. */
static uint64_t argument(int kind, int from, int to, int i, int index) {
  return i == 0 ? (uint64_t)index : pattern((uint64_t)kind + 10, from, to, (size_t)(i * 100 + index));
}

static int index_in(const uint64_t* args, int nargs, size_t bytes, int kind) {
  if (nargs > 0) return (int)args[0];
  for (int index = 0; index < sizes; ++index)
    if (size_of(kind, index) == bytes) return index;
  return -1;
}

static void check(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes, int kind) {
  const int from = shmemx_am_source(token);
  const int index = index_in(args, nargs, bytes, kind);
  EXPECT(index >= 0 && index < sizes);
  EXPECT_EQ(bytes, size_of(kind, index));
  for (int i = 0; i < nargs; ++i) EXPECT_EQ(args[i], argument(kind, from, me, i, index));
  if (bytes > 0) expect_pattern(payload, bytes, (uint64_t)kind, from, me);
  if (kind == short_kind || (kind == medium_kind && bytes == 0)) EXPECT(payload == NULL);
  if (kind == medium_kind) EXPECT_EQ((uintptr_t)payload % 8, 0);
}

/* Replies to each kind by the same kind, from a buffer that is overwritten before the reply can arrive. */
static void handle(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes, int kind) {
  check(token, args, nargs, payload, bytes, kind);
  ++requests;
  const int from = shmemx_am_source(token);
  static unsigned char copy[long_most];
  uint64_t mine[16];
  const int index = index_in(args, nargs, bytes, kind);
  for (int i = 0; i < nargs; ++i) mine[i] = argument(kind, me, from, i, index);
  fill_pattern(copy, bytes, (uint64_t)kind, me, from);
  if (kind == short_kind)
    shmemx_am_reply_short(token, on_reply[kind], mine, nargs);
  else if (kind == medium_kind)
    shmemx_am_reply_medium(token, on_reply[kind], mine, nargs, copy, bytes);
  else
    shmemx_am_reply_long(token, on_reply[kind], mine, nargs, copy, bytes, area(kind, n));
  memset(mine, 0xee, sizeof mine);
  memset(copy, 0xee, bytes);
}

#define HANDLERS(kind)                                                                                            \
  static void request_##kind(shmemx_am_token_t t, const uint64_t* args, int nargs, void* payload, size_t bytes) { \
    if (kind >= long_heap) EXPECT(payload == area(kind, shmemx_am_source(t)));                                    \
    handle(t, args, nargs, payload, bytes, kind);                                                                 \
  }                                                                                                               \
  static void reply_##kind(shmemx_am_token_t t, const uint64_t* args, int nargs, void* payload, size_t bytes) {   \
    if (kind >= long_heap) EXPECT(payload == area(kind, n));                                                      \
    check(t, args, nargs, payload, bytes, kind);                                                                  \
    ++replies;                                                                                                    \
  }
HANDLERS(short_kind)
HANDLERS(medium_kind)
HANDLERS(long_heap)
HANDLERS(long_static)

static void send(int pe, int kind, int nargs, int index) {
  static unsigned char payload[long_most];
  uint64_t args[16];
  const size_t bytes = size_of(kind, index);
  for (int i = 0; i < nargs; ++i) args[i] = argument(kind, me, pe, i, index);
  fill_pattern(payload, bytes, (uint64_t)kind, me, pe);
  if (kind == short_kind)
    shmemx_am_request_short(pe, on_request[kind], nargs ? args : NULL, nargs);
  else if (kind == medium_kind)
    shmemx_am_request_medium(pe, on_request[kind], nargs ? args : NULL, nargs, bytes ? payload : NULL, bytes);
  else
    shmemx_am_request_long(pe, on_request[kind], nargs ? args : NULL, nargs, bytes ? payload : NULL, bytes,
                           area(kind, me));
  memset(payload, 0xdd, bytes);
  memset(args, 0xdd, sizeof args);
}

int main(void) {
  begin();
  EXPECT(shmemx_am_max_medium() >= 4096);
  heap = (unsigned char*)shmem_malloc((size_t)(n + 1) * long_most);
  int number = 0;
#define REGISTER(kind)                                                        \
  EXPECT_EQ(on_request[kind] = shmemx_am_register(request_##kind), number++); \
  EXPECT_EQ(on_reply[kind] = shmemx_am_register(reply_##kind), number++);
  REGISTER(short_kind)
  REGISTER(medium_kind)
  REGISTER(long_heap)
  REGISTER(long_static)
  shmem_barrier_all();
  uint64_t sent = 0;
  for (int kind = 0; kind < kinds; ++kind)
    for (int nargs = 0; nargs <= 16; ++nargs)
      for (int index = 0; index < (kind == short_kind ? 1 : sizes); ++index)
        for (int pe = 0; pe < n; ++pe) {
          send((me + pe) % n, kind, nargs, index);
          ++sent;
          if (kind >= long_heap) shmemx_am_quiet(); /* the areas are used again */
        }
  shmemx_am_quiet();
  EXPECT_EQ(replies, sent);
  shmem_barrier_all();
  EXPECT_EQ(requests, sent);
  return end();
}
