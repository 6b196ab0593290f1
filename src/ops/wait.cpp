#include "ops/wait.hpp"

#include "base/error.hpp"

namespace isthmus::ops {

void bad_comparison(const char* call, int op) {
  base::fatal(call, base::text("comparison operator %d does not exist; use SHMEM_CMP_EQ, NE, GT, GE, LT or LE", op));
}

void check_variables(const comm::Context& context, const char* call, const void* variables, std::size_t n,
                     std::size_t size) {
  if (context.checks() && n > 0) context.reach(call, variables, n * size, context.team()->me, size);
}

}  // namespace isthmus::ops
