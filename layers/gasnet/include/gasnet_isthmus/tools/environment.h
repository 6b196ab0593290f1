/* The environment. The functions with a default report the first query of a key to stderr if GASNET_VERBOSEENV is set; a
 * value that cannot be read ends the program with a line that names the key. */
#ifndef ISTHMUS_GASNET_TOOLS_ENVIRONMENT_H
#define ISTHMUS_GASNET_TOOLS_ENVIRONMENT_H

#include "gasnet_isthmus/basics.h"

GASNETT_BEGIN_EXTERNC

/* The number as text in buf, which is returned; with is_mem_size, in the largest unit from B to TB that it reaches. */
char *gasnett_format_number(int64_t val, char *buf, size_t bufsz, int is_mem_size);
/* The reverse. mem_size_multiplier 0: a plain number, decimal or with 0x; otherwise a size, which may have a fraction and a
 * unit; the multiplier stands in for a missing unit. Reads as far as it can, like atoi. */
int64_t gasnett_parse_int(const char *str, uint64_t mem_size_multiplier);

/* These change the environment of this process alone. */
void gasnett_setenv(const char *key, const char *value);
void gasnett_unsetenv(const char *key);

char *gasnett_getenv(const char *keyname);
char *gasnett_getenv_withdefault(const char *keyname, const char *defaultval);
/* Y, YES, 1, N, NO or 0, in letters of either case. */
int gasnett_getenv_yesno_withdefault(const char *keyname, int defaultval);
int64_t gasnett_getenv_int_withdefault(const char *keyname, int64_t defaultval, uint64_t mem_size_multiplier);
/* A number or a fraction, such as 3/8. */
double gasnett_getenv_dbl_withdefault(const char *keyname, double defaultval);

/* Whether queries are reported; in a job, rank 0 alone does. */
int gasnett_verboseenv(void);
void gasnett_envint_display(const char *key, int64_t val, int is_dflt, int is_mem_size);
void gasnett_envstr_display(const char *key, const char *val, int is_dflt);
void gasnett_envdbl_display(const char *key, double val, int is_dflt);

GASNETT_END_EXTERNC

#endif
