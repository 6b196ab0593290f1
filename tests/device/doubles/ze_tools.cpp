// The double of libze_loader.so.1: its tracing layer.
#include "core/observer.hpp"
#include "ze_state.hpp"

using namespace ze;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

/// PTI calls this to be told what the devices do; the double tells it by functions of its own.
Result zelTracerCreate(const void*, void** tracer) {
  return call("zelTracerCreate", uninitialized, [&] {
    *tracer = &process();
    doubles::find_observer("libpti_view.so.1");
    return success;
  });
}

}  // extern "C"
#pragma GCC visibility pop
