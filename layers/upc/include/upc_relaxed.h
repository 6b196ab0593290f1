/* References are relaxed unless they say otherwise. Not guarded: every inclusion decides anew. */
#include <upc.h>
#pragma upc relaxed
