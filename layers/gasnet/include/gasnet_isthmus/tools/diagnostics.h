/* A test of the library that clients run in their own jobs. Only libgasnet has it. */
#ifndef ISTHMUS_GASNET_TOOLS_DIAGNOSTICS_H
#define ISTHMUS_GASNET_TOOLS_DIAGNOSTICS_H

#include "gasnet_fwd.h"
#include "gasnet_isthmus/basics.h"

GASNETT_BEGIN_EXTERNC

/* The handlers that the test needs, for gex_EP_RegisterHandlers. */
void gasnett_diagnostic_gethandlers(gex_AM_Entry_t **htable_p, int *htable_cnt_p);
/* Collective over the team. Tests messages, puts, gets and barriers with a peer, `iters` times each, and locks between
 * `threadcnt` threads; sections: the letters of those to run, or NULL for all. Needs a page of both segments. Returns the number
 * of errors, each of which it prints. */
int gasnett_run_diagnostics(int iters, int threadcnt, const char *sections, gex_TM_t team, void *myseg, gex_Rank_t peer,
                            void *peerseg, unsigned int seed);

GASNETT_END_EXTERNC

#endif
