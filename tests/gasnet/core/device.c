/* Segments in device memory: puts and gets between host and device segments of any two ranks, in all forms. The argument is
 * the kind's name. Each rank's segment has another size. */
#include <gasnet_mk.h>
#include <gasnetex.h>

#include "frame.h"

enum { BYTES = 300000, DEVICE = 1 };

static char expected[BYTES], seen[BYTES];

/* The bytes that a rank writes in one round. */
static void fill(char *into, gex_Rank_t rank, int round) {
  for (int i = 0; i < BYTES; ++i) into[i] = (char)(i * 7 + (int)rank * 31 + round * 101 + i / 251);
}

enum form { BLOCKING, EVENT, IMPLICIT, REGION };

static void put(enum form form, gex_TM_t pair, gex_Rank_t rank, void *dest, void *src) {
  if (form == BLOCKING) gex_RMA_PutBlocking(pair, rank, dest, src, BYTES, 0);
  if (form == EVENT) gex_Event_Wait(gex_RMA_PutNB(pair, rank, dest, src, BYTES, GEX_EVENT_DEFER, 0));
  if (form == REGION) gex_NBI_BeginAccessRegion(0);
  if (form == IMPLICIT || form == REGION) gex_RMA_PutNBI(pair, rank, dest, src, BYTES, GEX_EVENT_DEFER, 0);
  if (form == REGION) gex_Event_Wait(gex_NBI_EndAccessRegion(0));
  if (form == IMPLICIT) gex_NBI_Wait(GEX_EC_PUT, 0);
}

static void get(enum form form, gex_TM_t pair, void *dest, gex_Rank_t rank, void *src) {
  if (form == BLOCKING) gex_RMA_GetBlocking(pair, dest, rank, src, BYTES, 0);
  if (form == EVENT) gex_Event_Wait(gex_RMA_GetNB(pair, dest, rank, src, BYTES, 0));
  if (form == REGION) gex_NBI_BeginAccessRegion(0);
  if (form == IMPLICIT || form == REGION) gex_RMA_GetNBI(pair, dest, rank, src, BYTES, 0);
  if (form == REGION) gex_Event_Wait(gex_NBI_EndAccessRegion(0));
  if (form == IMPLICIT) gex_NBI_Wait(GEX_EC_GET, 0);
}

int main(int argc, char **argv) {
  gex_MK_Create_args_t args;
  gex_MK_t kind = GEX_MK_INVALID;
  gex_EP_t device_ep;
  gex_Segment_t device_segment;
  EXPECT_EQ(argc, 2);
  start(&argc, &argv);
  memset(&args, 0, sizeof args);
  args.gex_class = strcmp(argv[1], "CUDA") == 0  ? GEX_MK_CLASS_CUDA_UVA
                   : strcmp(argv[1], "HIP") == 0 ? GEX_MK_CLASS_HIP
                                                 : GEX_MK_CLASS_ZE;
  EXPECT_EQ(gex_MK_Create(&kind, client, &args, 0), GASNET_OK);
  EXPECT_EQ(gex_MK_QueryClass(kind), args.gex_class);
  EXPECT(gex_MK_QueryClient(kind) == client);
  gex_MK_SetCData(kind, &args);
  EXPECT(gex_MK_QueryCData(kind) == &args);
  EXPECT_EQ(gex_EP_Create(&device_ep, client, GEX_EP_CAPABILITY_RMA, 0), GASNET_OK);
  EXPECT_EQ(gex_EP_QueryIndex(device_ep), DEVICE);
  EXPECT_EQ(gex_Segment_Create(&device_segment, client, NULL, (uintptr_t)(me + 2) * BYTES, kind, 0), GASNET_OK);
  EXPECT_EQ(gex_EP_BindSegment(ep, device_segment, 0), GASNET_ERR_BAD_ARG);
  EXPECT_EQ(gex_EP_BindSegment(device_ep, device_segment, 0), GASNET_OK);
  EXPECT_EQ(gex_EP_PublishBoundSegment(tm, &device_ep, 1, 0), GASNET_OK);
  /* By the two indices: of the local endpoint, and of the one at the target. */
  const gex_TM_t to_device = gex_TM_Pair(ep, DEVICE), within_devices = gex_TM_Pair(device_ep, DEVICE),
                 to_host = gex_TM_Pair(device_ep, 0);
  const gex_Rank_t after = (me + 1) % n, before = (me + n - 1) % n;
  char *const mine = (char *)gex_Segment_QueryAddr(device_segment), *theirs = NULL;
  char *const host_mine = (char *)gex_Segment_QueryAddr(segment), *const host_theirs = (char *)segment_of(after);
  uintptr_t size = 0;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(to_device, after, (void **)&theirs, NULL, &size, 0));
  EXPECT_EQ(size, (uintptr_t)(after + 2) * BYTES);
  for (int form = BLOCKING; form <= REGION; ++form) {
    fill(seen, me, form);
    put((enum form)form, to_device, after, theirs, seen); /* host to device */
    meet();
    memset(seen, 0, BYTES);
    get((enum form)form, to_device, seen, me, mine); /* its own device to host */
    fill(expected, before, form);
    EXPECT(memcmp(seen, expected, BYTES) == 0);
    memset(seen, 0, BYTES);
    get((enum form)form, to_device, seen, after, theirs); /* another's device to host */
    fill(expected, me, form);
    EXPECT(memcmp(seen, expected, BYTES) == 0);
    meet();
    put((enum form)form, within_devices, after, theirs + BYTES, mine); /* device to device */
    put((enum form)form, to_host, after, host_theirs, mine);           /* device to host */
    meet();
    fill(expected, (before + n - 1) % n, form);
    EXPECT(memcmp(host_mine, expected, BYTES) == 0);
    memset(seen, 0, BYTES);
    get(BLOCKING, to_device, seen, me, mine + BYTES);
    EXPECT(memcmp(seen, expected, BYTES) == 0);
    meet();
    fill(host_mine, me, 50 + form);
    meet();
    get((enum form)form, to_host, mine, after, host_theirs); /* host to device, by the device's owner */
    get(BLOCKING, to_device, seen, me, mine);
    fill(expected, after, 50 + form);
    EXPECT(memcmp(seen, expected, BYTES) == 0);
    meet();
  }
  finish();
}
