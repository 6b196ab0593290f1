/* gasnet_exit by some ranks or all, in a handler, and with different codes; the first argument says how. */
#include <gasnetex.h>

#include <unistd.h>

#include "frame.h"

static void on_exit_message(gex_Token_t token, gex_AM_Arg_t code) {
  (void)token;
  gasnet_exit(code);
}

int main(int argc, char **argv) {
  const char *const how = argc > 1 ? argv[1] : "";
  gex_AM_Entry_t entry;
  EXPECT_EQ(gex_Client_Init(&client, &ep, &tm, "TEST", &argc, &argv, 0), GASNET_OK);
  me = gex_TM_QueryRank(tm);
  n = gex_TM_QuerySize(tm);
  if (strcmp(how, "before_attach") == 0) gasnet_exit(21);
  EXPECT_EQ(gex_Segment_Attach(&segment, tm, SEGMENT_BYTES), GASNET_OK);
  memset(&entry, 0, sizeof entry);
  entry.gex_index = 200;
  entry.gex_fnptr = (gex_AM_Fn_t)on_exit_message;
  entry.gex_nargs = 1;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, &entry, 1), GASNET_OK);
  meet();
  printf("rank %d was here\n", (int)me); /* has to be seen, although nobody flushes it */
  if (strcmp(how, "all") == 0) gasnet_exit(22);
  if (strcmp(how, "different") == 0) gasnet_exit(me == 0 ? 0 : 1 << me); /* one of the codes, and no mixture */
  if (strcmp(how, "one_others_wait") == 0 && me == n - 1) gasnet_exit(23);
  if (strcmp(how, "one_others_compute") == 0) {
    if (me == 0) gasnet_exit(24);
    for (;;) sleep(1);
  }
  if (strcmp(how, "handler") == 0 && me == 0) gex_AM_RequestShort1(tm, n - 1, 200, 0, 25);
  if (strcmp(how, "all_well") == 0) gasnet_exit(0);
  for (;;) meet();
}
