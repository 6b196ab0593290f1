/* Messages that tell of handled requests may find no room: they are tried again by polls, also where nothing arrives any more
 * because the sender waits for them. This program's shmemx_wire_send is called instead of the library's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gasnetex.h>

#include "frame.h"

enum { requests = 1000, credit_bytes = 16 };

static volatile int handled;
static int refusals = 40;

int shmemx_wire_send(int pe, void *message, size_t bytes);
int shmemx_wire_send(int pe, void *message, size_t bytes) {
  static int (*next)(int, void *, size_t);
  if (!next) *(void **)&next = dlsym(RTLD_NEXT, "shmemx_wire_send");
  return bytes == credit_bytes && refusals-- > 0 ? 1 : next(pe, message, bytes);
}

static void on_request(gex_Token_t token, gex_AM_Arg_t unused) {
  (void)token;
  (void)unused;
  ++handled;
}

int main(int argc, char **argv) {
  gex_AM_Entry_t entry;
  int i;
  start(&argc, &argv);
  memset(&entry, 0, sizeof entry);
  entry.gex_index = 200;
  entry.gex_fnptr = (gex_AM_Fn_t)on_request;
  entry.gex_nargs = 1;
  EXPECT_EQ(gex_EP_RegisterHandlers(ep, &entry, 1), GASNET_OK);
  meet();
  if (me == 0) /* a request without an argument is as long as a credit */
    for (i = 0; i < requests; ++i) gex_AM_RequestShort1(tm, 1, 200, 0, i);
  else
    while (handled < requests) gasnet_AMPoll();
  EXPECT(me == 0 || refusals < 0);
  meet();
  finish();
}
