// The same tool in C++.
#include "interception.c"
