// Put and get. On mapped host memory a non-blocking call copies at once, like a blocking one.
#include "api/stamp.hpp"
#include "ops/put_get.hpp"

using namespace isthmus;

#define MOVE(VERB, WHEN, NAME, TYPE, SIZE)                                               \
  ON_CONTEXT(void, NAME, (TYPE * dest, const TYPE* source, size_t nelems, int pe),       \
             ops::VERB(context, call, dest, source, nelems, SIZE, pe, ops::When::WHEN);)

#define TYPED(NAME, TYPE)                                                                \
  MOVE(put, now, NAME##_put, TYPE, sizeof(TYPE))                                              \
  MOVE(put, later, NAME##_put_nbi, TYPE, sizeof(TYPE))                                          \
  MOVE(get, now, NAME##_get, TYPE, sizeof(TYPE))                                              \
  MOVE(get, later, NAME##_get_nbi, TYPE, sizeof(TYPE))                                          \
  ON_CONTEXT(void, NAME##_p, (TYPE * dest, TYPE value, int pe),                          \
             ops::put_value(context, call, dest, value, pe);)                            \
  ON_CONTEXT(TYPE, NAME##_g, (const TYPE* source, int pe),                               \
             return ops::get_value(context, call, source, pe);)
ISTHMUS_RMA_TYPES(TYPED)

#define SIZED(BITS, BYTES)                                                               \
  MOVE(put, now, put##BITS, void, BYTES)                                                      \
  MOVE(put, later, put##BITS##_nbi, void, BYTES)                                                \
  MOVE(get, now, get##BITS, void, BYTES)                                                      \
  MOVE(get, later, get##BITS##_nbi, void, BYTES)
ISTHMUS_SIZES(SIZED)

MOVE(put, now, putmem, void, 1)
MOVE(put, later, putmem_nbi, void, 1)
MOVE(get, now, getmem, void, 1)
MOVE(get, later, getmem_nbi, void, 1)
