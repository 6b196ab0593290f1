// Marks functions that programs call by their C names; everything else in the library has hidden visibility.
#pragma once

#define ISTHMUS_EXPORT extern "C" [[gnu::visibility("default")]]
