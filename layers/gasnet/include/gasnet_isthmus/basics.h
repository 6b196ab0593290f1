/* What the headers of the tools stand on: the platform's names, fixed-width integers and the compiler's annotations. */
#ifndef ISTHMUS_GASNET_BASICS_H
#define ISTHMUS_GASNET_BASICS_H

/* C++ compilers of 2011 and before have the printf and limit macros of these headers only on demand. */
#ifndef __STDC_FORMAT_MACROS
#define __STDC_FORMAT_MACROS 1
#endif
#ifndef __STDC_LIMIT_MACROS
#define __STDC_LIMIT_MACROS 1
#endif
#ifndef __STDC_CONSTANT_MACROS
#define __STDC_CONSTANT_MACROS 1
#endif
/* More than is needed here: clients count on what GASNet's own headers bring along. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/types.h>
#include <unistd.h>
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

#include "gasnet_config.h"
#include "gasnet_isthmus/annotations.h"
#include "gasnet_portable_platform.h"

/* What clients ask the system's configuration for. */
#ifndef HAVE_PTHREAD_H
#define HAVE_PTHREAD_H 1
#endif
#ifndef HAVE_MMAP
#define HAVE_MMAP 1
#endif
#define GASNETI_PSHM_ENABLED 1
#define GASNETI_TOOLS_CONDUIT ISTHMUS

#endif
