// The same uses in C++.
#include "constants.c"
