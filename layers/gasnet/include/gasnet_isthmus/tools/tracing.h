/* Traces and statistics: this library makes none, and these say so. Arguments are not evaluated. */
#ifndef ISTHMUS_GASNET_TOOLS_TRACING_H
#define ISTHMUS_GASNET_TOOLS_TRACING_H

#include "gasnet_isthmus/basics.h"

/* Has no definition: after sizeof a call is checked, but not made. */
GASNETT_BEGIN_EXTERNC
GASNETT_FORMAT_PRINTF(gasneti_ignore_message, 1, 2, int gasneti_ignore_message(const char *format, ...));
GASNETT_END_EXTERNC
#define GASNETI_IGNORE_MESSAGE (void)sizeof gasneti_ignore_message

#define GASNETT_TRACE_ENABLED 0
#define GASNETT_TRACE_PRINTF GASNETI_IGNORE_MESSAGE
#define GASNETT_TRACE_PRINTF_FORCE GASNETI_IGNORE_MESSAGE
#define GASNETT_STATS_PRINTF GASNETI_IGNORE_MESSAGE
#define GASNETT_STATS_PRINTF_FORCE GASNETI_IGNORE_MESSAGE

#define GASNETT_TRACE_GETMASK() ""
#define GASNETT_STATS_GETMASK() ""
#define GASNETT_TRACE_SETMASK(mask) ((void)0)
#define GASNETT_STATS_SETMASK(mask) ((void)0)
#define GASNETT_TRACE_GET_TRACELOCAL() 0
#define GASNETT_TRACE_SET_TRACELOCAL(newval) ((void)0)

#define GASNETT_TRACE_SETSOURCELINE(filename, linenum) ((void)0)
#define GASNETT_TRACE_GETSOURCELINE(pfilename, plinenum) (*(pfilename) = "", *(plinenum) = 0, (void)0)
#define GASNETT_TRACE_FREEZESOURCELINE() ((void)0)
#define GASNETT_TRACE_UNFREEZESOURCELINE() ((void)0)

#define GASNETT_STATS_INIT(callbackfn) ((void)0)
#define GASNETT_STATS_DUMP(reset) ((void)0)

#endif
