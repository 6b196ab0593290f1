// Memory of this PE alone.
#pragma once
#include <stddef.h>

/// Room for `count` doubles, given back with free(); where there is none the whole job ends with a message, since the
/// other PEs would wait for this one for ever.
double* local_doubles(size_t count);
