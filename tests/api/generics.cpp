// The same calls in C++: overloads in place of _Generic.
#include "generics.c"
