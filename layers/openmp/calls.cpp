// libisthmus_omp_calls.so, for programs that link it: in every call that moves or combines data, an address in a mapped
// object of the symmetric heap stands for the object's copy on the default device. Each declaration in the public
// headers is expanded to a forwarder, so there is no list of functions here; ifunc resolves them once, when the library
// is loaded.
#include <pshmem.h>
#include <shmemx_omp.h>

#include <type_traits>

namespace {

template <typename Value>
Value on_device(Value value) {
  if constexpr (std::is_pointer_v<Value> && !std::is_function_v<std::remove_pointer_t<Value>>)
    return static_cast<Value>(shmemx_omp_copy(value));
  else
    return value;
}

template <auto function>
struct Forward;
template <typename Result, typename... Arguments, Result (*function)(Arguments...)>
struct Forward<function> {
  static Result call(Arguments... arguments) { return function(on_device(arguments)...); }
};
template <typename Result, typename... Arguments, Result (*function)(Arguments...) noexcept>
struct Forward<function> {
  static Result call(Arguments... arguments) { return function(on_device(arguments)...); }
};

}  // namespace

#define ISTHMUS_FN(result, name, parameters)                                        \
  extern "C" {                                                                      \
  static decltype(&p##name) find_##name() { return &Forward<&p##name>::call; }      \
  [[gnu::ifunc("find_" #name), gnu::visibility("default")]] result name parameters; \
  }
#define ISTHMUS_WITH_CTX(...) (shmem_ctx_t ctx, __VA_ARGS__)
#define ISTHMUS_FN_CTX(result, name, parameters) \
  ISTHMUS_FN(result, shmem_##name, parameters)   \
  ISTHMUS_FN(result, shmem_ctx_##name, ISTHMUS_WITH_CTX parameters)
#include <shmem/functions/active_set.h>
#include <shmem/functions/atomic.h>
#include <shmem/functions/collective.h>
#include <shmem/functions/rma.h>
#include <shmem/functions/signal.h>
#include <shmem/functions/wait.h>
