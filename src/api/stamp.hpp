// API(result, shmem_x, (parameters)) { body } defines pshmem_x, exported, with shmem_x as its weak alias, so that a
// profiling tool can define shmem_x itself.
#pragma once
#include <pshmem.h>
#include <shmemx.h>

#include "runtime/contexts.hpp"
#include "runtime/world.hpp"

#define API(result, name, parameters)                                                                                \
  extern "C" [[gnu::weak, gnu::alias("p" #name), gnu::visibility("default")]] result name parameters; \
  extern "C" [[gnu::visibility("default")]] result p##name parameters

/// Defines shmem_<name> on the default context and shmem_ctx_<name> on the given one, with the same body, in which
/// `context` and `call` (the function's name) are defined.
#define WITH_CONTEXT(...) (shmem_ctx_t ctx, __VA_ARGS__)
#define ON_CONTEXT(result, name, parameters, ...)                                                  \
  API(result, shmem_##name, parameters) {                                                          \
    const isthmus::comm::Context& context = isthmus::runtime::default_context();                   \
    constexpr const char* call = "shmem_" #name;                                                   \
    __VA_ARGS__                                                                                    \
  }                                                                                                \
  API(result, shmem_ctx_##name, WITH_CONTEXT parameters) {                                         \
    const isthmus::comm::Context& context = *isthmus::runtime::context_at(ctx);                    \
    constexpr const char* call = "shmem_ctx_" #name;                                               \
    __VA_ARGS__                                                                                    \
  }

/// Defines an extension, which has no pshmem_ twin.
#define EXTENSION(result, name, parameters) extern "C" [[gnu::visibility("default")]] result name parameters
