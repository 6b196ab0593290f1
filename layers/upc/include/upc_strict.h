/* References are strict unless they say otherwise. Not guarded: every inclusion decides anew. */
#include <upc.h>
#pragma upc strict
