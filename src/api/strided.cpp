// Strided (iput, iget) and block-strided (ibput, ibget) put and get.
#include "ops/strided.hpp"

#include "api/stamp.hpp"

using namespace isthmus;

#define STRIDED(VERB, NAME, TYPE, SIZE, ALIGNMENT)                                                               \
  ON_CONTEXT(void, NAME, (TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe), \
             ops::VERB##_strided(context, call, dest, source, {dst, sst, 1, nelems, SIZE, ALIGNMENT}, pe);)
#define BLOCKS(VERB, NAME, TYPE, SIZE, ALIGNMENT)                                                                   \
  ON_CONTEXT(void, NAME,                                                                                            \
             (TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe), \
             ops::VERB##_strided(context, call, dest, source, {dst, sst, bsize, nblocks, SIZE, ALIGNMENT}, pe);)

#define TYPED(NAME, TYPE)                                      \
  STRIDED(put, NAME##_iput, TYPE, sizeof(TYPE), alignof(TYPE)) \
  STRIDED(get, NAME##_iget, TYPE, sizeof(TYPE), alignof(TYPE)) \
  BLOCKS(put, NAME##_ibput, TYPE, sizeof(TYPE), alignof(TYPE)) \
  BLOCKS(get, NAME##_ibget, TYPE, sizeof(TYPE), alignof(TYPE))
ISTHMUS_RMA_TYPES(TYPED)

#define SIZED(BITS, BYTES)                 \
  STRIDED(put, iput##BITS, void, BYTES, 1) \
  STRIDED(get, iget##BITS, void, BYTES, 1) \
  BLOCKS(put, ibput##BITS, void, BYTES, 1) \
  BLOCKS(get, ibget##BITS, void, BYTES, 1)
ISTHMUS_SIZES(SIZED)
