// Memory kinds: whose memory a segment is. Device memory is allocated and copied by the library (shmemx_local_*).
#pragma once
#include <gasnet_fwd.h>
#include <gasnet_mk.h>

struct isthmus_gasnet_kind {
  gex_MK_Class_t mk_class;
  const char* name;  ///< as shmemx_local_malloc wants it
  int device;        ///< its number; -1: the library chooses
  const void* cdata;
};
