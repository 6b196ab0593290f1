// Put and get. On mapped memory a non-blocking call has nothing to leave for later, so it is the blocking one.
#include "api/stamp.hpp"
#include "ops/put_get.hpp"

using namespace isthmus;

#define MOVE(VERB, NAME, TYPE, SIZE)                                                     \
  ON_CONTEXT(void, NAME, (TYPE * dest, const TYPE* source, size_t nelems, int pe),       \
             ops::VERB(context, call, dest, source, nelems, SIZE, pe);)

#define TYPED(NAME, TYPE)                                                                \
  MOVE(put, NAME##_put, TYPE, sizeof(TYPE))                                              \
  MOVE(put, NAME##_put_nbi, TYPE, sizeof(TYPE))                                          \
  MOVE(get, NAME##_get, TYPE, sizeof(TYPE))                                              \
  MOVE(get, NAME##_get_nbi, TYPE, sizeof(TYPE))                                          \
  ON_CONTEXT(void, NAME##_p, (TYPE * dest, TYPE value, int pe),                          \
             ops::put_value(context, call, dest, value, pe);)                            \
  ON_CONTEXT(TYPE, NAME##_g, (const TYPE* source, int pe),                               \
             return ops::get_value(context, call, source, pe);)
ISTHMUS_RMA_TYPES(TYPED)

#define SIZED(BITS, BYTES)                                                               \
  MOVE(put, put##BITS, void, BYTES)                                                      \
  MOVE(put, put##BITS##_nbi, void, BYTES)                                                \
  MOVE(get, get##BITS, void, BYTES)                                                      \
  MOVE(get, get##BITS##_nbi, void, BYTES)
ISTHMUS_SIZES(SIZED)

MOVE(put, putmem, void, 1)
MOVE(put, putmem_nbi, void, 1)
MOVE(get, getmem, void, 1)
MOVE(get, getmem_nbi, void, 1)
