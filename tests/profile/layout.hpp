// For comparing records with those of a vendor's header.
#pragma once
#include <cstddef>

#define SAME(ours, our_field, theirs, their_field)                            \
  static_assert(offsetof(ours, our_field) == offsetof(theirs, their_field) && \
                sizeof(decltype(ours::our_field)) % sizeof(decltype(theirs::their_field)) == 0)
