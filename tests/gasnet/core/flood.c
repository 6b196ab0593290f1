/* A million messages from all ranks to all others, whose handlers reply with long payloads. No rank's memory may grow by
 * more than 64 MiB. Beside the argument of the program, a number of messages, the environment chooses nothing. */
#include <gasnetex.h>

#include "frame.h"

enum { long_bytes = 2048, slots = 64 };

static volatile long handled, answered;
static char *bases[64];

static void on_short(gex_Token_t token, gex_AM_Arg_t slot) {
  static char payload[long_bytes];
  gex_Token_Info_t info;
  gex_Token_Info(token, &info, GEX_TI_SRCRANK);
  ++handled;
  payload[0] = (char)slot;
  gex_AM_ReplyLong1(token, 201, payload, sizeof payload, bases[info.gex_srcrank] + slot * long_bytes, GEX_EVENT_NOW, 0,
                    slot);
}
static void on_reply(gex_Token_t token, void *payload, size_t bytes, gex_AM_Arg_t slot) {
  (void)token;
  (void)slot;
  EXPECT(payload == bases[me] + slot * long_bytes && bytes == long_bytes);
  ++answered;
}
static void on_medium(gex_Token_t token, void *payload, size_t bytes) {
  (void)token;
  EXPECT_EQ(((char *)payload)[bytes - 1], 7);
  ++handled;
}

static long resident(void) {
  long pages = 0, unused = 0;
  FILE *const file = fopen("/proc/self/statm", "r");
  EXPECT(file && fscanf(file, "%ld %ld", &unused, &pages) == 2);
  fclose(file);
  return pages * 4096;
}

int main(int argc, char **argv) {
  static char medium[1000];
  gex_AM_Entry_t entries[3];
  long each, before;
  start(&argc, &argv);
  memset(entries, 0, sizeof entries);
  entries[0].gex_index = 200;
  entries[0].gex_fnptr = (gex_AM_Fn_t)on_short;
  entries[1].gex_index = 201;
  entries[1].gex_fnptr = (gex_AM_Fn_t)on_reply;
  entries[2].gex_index = 202;
  entries[2].gex_fnptr = (gex_AM_Fn_t)on_medium;
  entries[0].gex_nargs = entries[1].gex_nargs = 1;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, entries, 3), GASNET_OK);
  EXPECT(n <= 64 && argc == 2);
  for (gex_Rank_t r = 0; r < n; ++r) bases[r] = (char *)segment_of(r);
  each = atol(argv[1]) / (long)n / 2;
  medium[sizeof medium - 1] = 7;
  meet();
  before = resident();
  for (long i = 0; i < each; ++i) {
    const gex_Rank_t to = (me + 1 + (gex_Rank_t)i) % n;
    gex_AM_RequestShort1(tm, to, 200, 0, (gex_AM_Arg_t)(i % slots));
    gex_AM_RequestMedium0(tm, to, 202, medium, sizeof medium, GEX_EVENT_NOW, 0);
  }
  GASNET_BLOCKUNTIL(answered == each);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0)); /* all requests were handled, as far as replies tell */
  {
    long all = 0, total = 0;
    do { /* medium messages have no replies: count them over all ranks */
      const long now = handled;
      gex_Event_Wait(gex_Coll_ReduceToAllNB(tm, &total, &now, GEX_DT_I64, 8, 1, GEX_OP_ADD, NULL, NULL, 0));
      all = 2 * each * (long)n;
    } while (total < all);
    EXPECT_EQ(total, all);
  }
  EXPECT(resident() - before < 64L << 20);
  finish();
}
