/* The functions of OpenSHMEM, each family once: shmem.h reads this file with ISTHMUS_FN(result, name, parameters)
 * making shmem_ prototypes, pshmem.h with one that makes their pshmem_ twins. No include guards here and in functions/
 * for that reason. */

/* A family with and without a context: shmem_<name>(parameters) and shmem_ctx_<name>(ctx, parameters). */
#define ISTHMUS_WITH_CTX(...) (shmem_ctx_t ctx, __VA_ARGS__)
#define ISTHMUS_FN_CTX(result, name, parameters)  \
  ISTHMUS_FN(result, shmem_##name, parameters)    \
  ISTHMUS_FN(result, shmem_ctx_##name, ISTHMUS_WITH_CTX parameters)

#include "functions/setup.h"
#include "functions/memory.h"
#include "functions/team.h"
#include "functions/context.h"
#include "functions/rma.h"
#include "functions/atomic.h"
#include "functions/signal.h"
#include "functions/order.h"
#include "functions/wait.h"
#include "functions/lock.h"
#include "functions/collective.h"
#include "functions/active_set.h"

#undef ISTHMUS_FN_CTX
#undef ISTHMUS_WITH_CTX
