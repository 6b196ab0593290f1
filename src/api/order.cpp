// Ordering and completion.
#include "ops/order.hpp"

#include "api/stamp.hpp"
#include "base/error.hpp"

using namespace isthmus;
using runtime::context_at;
using runtime::world;

API(void, shmem_fence, (void)) { ops::fence(world.context); }
API(void, shmem_quiet, (void)) { ops::quiet(world.context); }
API(void, shmem_ctx_fence, (shmem_ctx_t ctx)) {
  context_at(ctx)->must_exist("shmem_ctx_fence");
  ops::fence(*context_at(ctx), "shmem_ctx_fence");
}
API(void, shmem_ctx_quiet, (shmem_ctx_t ctx)) {
  context_at(ctx)->must_exist("shmem_ctx_quiet");
  ops::quiet(*context_at(ctx), "shmem_ctx_quiet");
}

EXTENSION(int, shmemx_quiet_test, (void)) { return ops::test_quiet(world.context, "shmemx_quiet_test") ? 1 : 0; }

// pe_quiet completes operations to all PEs, which includes the given ones: on mapped memory a narrower quiet would not
// be cheaper.
namespace {
void pe_quiet(const char* call, const comm::Context& context, const int* pes, size_t npes) {
  context.must_exist(call);
  if (context.checks() && npes > 0 && !pes) base::fatal(call, "target_pes is null; pass the list, or npes 0");
  for (size_t i = 0; context.checks() && i < npes; ++i)
    if (pes[i] < 0 || pes[i] >= context.n_pes())
      base::fatal(call, base::text("PE %d (number %zu of the list) is out of range; there are PEs 0 to %d", pes[i], i,
                                   context.n_pes() - 1));
  if (npes > 0) ops::quiet(context, call);
}
}  // namespace

API(void, shmem_pe_quiet, (const int* target_pes, size_t npes)) {
  pe_quiet("shmem_pe_quiet", world.context, target_pes, npes);
}
API(void, shmem_ctx_pe_quiet, (shmem_ctx_t ctx, const int* target_pes, size_t npes)) {
  pe_quiet("shmem_ctx_pe_quiet", *context_at(ctx), target_pes, npes);
}
