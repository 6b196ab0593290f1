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

// Objects of a size may have any alignment, so they are moved as bytes.
#define MOVE_SIZED(VERB, WHEN, NAME, BYTES)                                              \
  ON_CONTEXT(void, NAME, (void* dest, const void* source, size_t nelems, int pe),        \
             ops::VERB(context, call, dest, source, base::product(nelems, BYTES), 1, pe, ops::When::WHEN);)
#define SIZED(BITS, BYTES)                                                               \
  MOVE_SIZED(put, now, put##BITS, BYTES)                                                 \
  MOVE_SIZED(put, later, put##BITS##_nbi, BYTES)                                         \
  MOVE_SIZED(get, now, get##BITS, BYTES)                                                 \
  MOVE_SIZED(get, later, get##BITS##_nbi, BYTES)
ISTHMUS_SIZES(SIZED)

MOVE(put, now, putmem, void, 1)
MOVE(put, later, putmem_nbi, void, 1)
MOVE(get, now, getmem, void, 1)
MOVE(get, later, getmem_nbi, void, 1)
