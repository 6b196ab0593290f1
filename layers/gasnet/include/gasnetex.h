/* GASNet-EX over Isthmus: specification 0.19. docs/gasnet.md says how to build a client with it. */
#ifndef _INCLUDED_GASNETEX_H
#define _INCLUDED_GASNETEX_H

#include "gasnet_isthmus/mode.h"
#include "gasnet_fwd.h"
#include "gasnet_isthmus/am.h"
#include "gasnet_isthmus/rma.h"
#include "gasnet_isthmus/objects.h"
#include "gasnet_isthmus/progress.h"
/* Clients use the tools without a header of their own. */
#include "gasnet_tools.h"
#if ISTHMUS_GASNET_CHECKS
#include "gasnet_isthmus/checked.h"
#elif !defined(ISTHMUS_GASNET_LAYER) /* whose sources define the functions */
#include "gasnet_isthmus/inline.h"
#endif

#endif
