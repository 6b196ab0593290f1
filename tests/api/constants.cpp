// Compiles constants.c as C++.
#include "constants.c"
