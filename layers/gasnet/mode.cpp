// The entry points of one thread mode, which ISTHMUS_GASNET_THIS_MODE names: this file is compiled once for each
// library. Their names have the mode in them, so that a program of another mode does not link.
#include <gasnet_fwd.h>

#include "client.hpp"

using namespace isthmus::gasnet;

#define PASTE_(name, mode) name##_GASNET_##mode
#define PASTE(name, mode) PASTE_(name, mode)
#define OF_MODE(name) PASTE(name, ISTHMUS_GASNET_THIS_MODE)

namespace {
constexpr Mode SEQ [[maybe_unused]] = Mode::seq, PAR [[maybe_unused]] = Mode::par,
                   PARSYNC [[maybe_unused]] = Mode::parsync;
}

extern "C" int OF_MODE(isthmus_gex_Client_Init)(gex_Client_t* client_p, gex_EP_t* ep_p, gex_TM_t* tm_p,
                                                const char* name, int*, char***, gex_Flags_t flags, int checks) {
  const int result = start_client(ISTHMUS_GASNET_THIS_MODE, {name, flags, checks != 0});
  if (result != GASNET_OK) return result;
  if (client_p) *client_p = &the_client;
  if (ep_p) *ep_p = &endpoints[0];
  if (tm_p) *tm_p = &primordial;
  return GASNET_OK;
}

extern "C" int OF_MODE(isthmus_gasnet_init)(int*, char***, int checks) {
  const int result = start_client(ISTHMUS_GASNET_THIS_MODE, {"LEGACY", GEX_FLAG_USES_GASNET1, checks != 0});
  if (result == GASNET_OK) job.legacy = true;
  return result;
}
