// Included before every source of the layer, which is compiled with hidden visibility: what the public headers declare is
// exported, and everything else is the layer's own, which calls without indirection.
#pragma once
#pragma GCC visibility push(default)
#include <gasnet.h>
#include <gasnet_coll.h>
#include <gasnet_mk.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>
#pragma GCC visibility pop
