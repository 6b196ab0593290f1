// Compiles generics.c as C++, where overloads take the place of _Generic.
#include "generics.c"
