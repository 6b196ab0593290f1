// Functions that programs see under their C names; everything else in the library is its own affair.
#pragma once

#define ISTHMUS_EXPORT extern "C" [[gnu::visibility("default")]]
