// Active messages.
#include "ops/am.hpp"

#include "api/stamp.hpp"

using namespace isthmus;
using ops::AmKind;

static_assert(SHMEMX_AM_MAX_ARGS == ops::kAmMaxArgs);
static_assert(SHMEMX_AM_MAX_HANDLERS == ops::ActiveMessages::kMaxHandlers);

namespace {
ops::ActiveMessages& messages(const char* call) { return *runtime::job(call).messages; }
}  // namespace

EXTENSION(int, shmemx_am_register, (shmemx_am_handler_t handler)) {
  return messages("shmemx_am_register").add_handler("shmemx_am_register", handler);
}

EXTENSION(size_t, shmemx_am_max_medium, (void)) { return ops::kAmMaxMedium; }

EXTENSION(void, shmemx_am_request_short, (int pe, int handler, const uint64_t* args, int nargs)) {
  constexpr const char* call = "shmemx_am_request_short";
  messages(call).request(call, pe, {AmKind::short_message, handler, args, nargs});
}

EXTENSION(void, shmemx_am_request_medium,
          (int pe, int handler, const uint64_t* args, int nargs, const void* payload, size_t bytes)) {
  constexpr const char* call = "shmemx_am_request_medium";
  messages(call).request(call, pe, {AmKind::medium, handler, args, nargs, payload, bytes});
}

EXTENSION(void, shmemx_am_request_long,
          (int pe, int handler, const uint64_t* args, int nargs, const void* payload, size_t bytes, void* dest)) {
  constexpr const char* call = "shmemx_am_request_long";
  messages(call).request(call, pe, {AmKind::long_message, handler, args, nargs, payload, bytes, dest});
}

EXTENSION(void, shmemx_am_reply_short, (shmemx_am_token_t token, int handler, const uint64_t* args, int nargs)) {
  constexpr const char* call = "shmemx_am_reply_short";
  messages(call).reply(call, token, {AmKind::short_message, handler, args, nargs});
}

EXTENSION(void, shmemx_am_reply_medium,
          (shmemx_am_token_t token, int handler, const uint64_t* args, int nargs, const void* payload, size_t bytes)) {
  constexpr const char* call = "shmemx_am_reply_medium";
  messages(call).reply(call, token, {AmKind::medium, handler, args, nargs, payload, bytes});
}

EXTENSION(void, shmemx_am_reply_long,
          (shmemx_am_token_t token, int handler, const uint64_t* args, int nargs, const void* payload, size_t bytes,
           void* dest)) {
  constexpr const char* call = "shmemx_am_reply_long";
  messages(call).reply(call, token, {AmKind::long_message, handler, args, nargs, payload, bytes, dest});
}

EXTENSION(int, shmemx_am_source, (shmemx_am_token_t token)) {
  return messages("shmemx_am_source").source("shmemx_am_source", token);
}

EXTENSION(void, shmemx_am_poll, (void)) { messages("shmemx_am_poll").poll(); }
EXTENSION(void, shmemx_am_quiet, (void)) { messages("shmemx_am_quiet").quiet("shmemx_am_quiet"); }
