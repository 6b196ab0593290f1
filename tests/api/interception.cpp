// Compiles interception.c as C++.
#include "interception.c"
