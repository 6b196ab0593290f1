/* Collectives. Those of GASNet-EX are in gasnetex.h; these are the older ones, which are in no specification. */
#ifndef ISTHMUS_GASNET_COLL_H
#define ISTHMUS_GASNET_COLL_H

#include "gasnet_isthmus/legacy_coll.h"
#include "gasnetex.h"

#endif
