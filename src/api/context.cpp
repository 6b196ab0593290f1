// Contexts and sessions.
#include "api/stamp.hpp"
#include "api/team_handle.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "device/calls.hpp"

using namespace isthmus;
using runtime::context_at;
using runtime::world;

namespace {

/// The options only promise something of the program, which no way through the library is any shorter for.
int create(const char* call, comm::Team* team, shmem_ctx_t* ctx) {
  runtime::Job& job = runtime::job(call);
  *ctx = SHMEM_CTX_INVALID;
  if (!team) return 1;
  try {
    *ctx = static_cast<shmem_ctx_t>(runtime::handle_of(runtime::create_context(job, *team)));
  } catch (const base::SetupError& failure) {
    base::debug(base::text("%s: %s", call, failure.what()));
    return 1;
  }
  device::context_made(reinterpret_cast<std::uint64_t>(*ctx), reinterpret_cast<std::uint64_t>(api::handle_of(team)));
  return 0;
}

}  // namespace

API(int, shmem_ctx_create, ([[maybe_unused]] long options, shmem_ctx_t* ctx)) {
  return create("shmem_ctx_create", runtime::job("shmem_ctx_create").world.get(), ctx);
}

API(int, shmem_team_create_ctx, (shmem_team_t team, [[maybe_unused]] long options, shmem_ctx_t* ctx)) {
  return create("shmem_team_create_ctx", api::find_team("shmem_team_create_ctx", team), ctx);
}

API(void, shmem_ctx_destroy, (shmem_ctx_t ctx)) {
  if (ctx == SHMEM_CTX_INVALID) return;
  if (ctx == SHMEM_CTX_DEFAULT) base::fatal("shmem_ctx_destroy", "SHMEM_CTX_DEFAULT cannot be destroyed; leave it alone");
  comm::Context& context = *context_at(ctx);
  if (!context.memory()) base::fatal("shmem_ctx_destroy", "the context has been destroyed already; destroy it once");
  device::context_ends(reinterpret_cast<std::uint64_t>(ctx));
  runtime::destroy_context(context);
}

API(int, shmem_ctx_get_team, (shmem_ctx_t ctx, shmem_team_t* team)) {
  context_at(ctx)->must_exist("shmem_ctx_get_team");
  comm::Team* found = context_at(ctx)->team();
  *team = found ? api::handle_of(found) : SHMEM_TEAM_INVALID;
  return found ? 0 : 1;
}

// Sessions are hints, which this implementation does not use; only the arguments are checked.
API(void, shmem_ctx_session_start, (shmem_ctx_t ctx, long, const shmem_ctx_session_config_t* config, long config_mask)) {
  const comm::Context& context = *context_at(ctx);
  context.must_exist("shmem_ctx_session_start");
  if (context.checks() && config_mask != 0 && !config)
    base::fatal("shmem_ctx_session_start", "config is null, but the mask selects fields of it; pass one, or mask 0");
}
API(void, shmem_ctx_session_stop, (shmem_ctx_t ctx)) { context_at(ctx)->must_exist("shmem_ctx_session_stop"); }
