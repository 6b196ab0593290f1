/* Collectives. Those of GASNet-EX are in gasnetex.h. */
#ifndef ISTHMUS_GASNET_COLL_H
#define ISTHMUS_GASNET_COLL_H

#include "gasnetex.h"

#endif
