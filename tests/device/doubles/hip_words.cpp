// The double of libamdhip64.so.6: words that streams write and wait for, and functions that they call.
#include <chrono>
#include <thread>

#include "hip.hpp"
#include "hip_state.hpp"

namespace hip {
namespace {

using doubles::Operation;
using doubles::Return;

/// An aligned word that the device reaches; false where there is none.
template <class Word>
bool locate(void* pointer, doubles::Part& part) {
  return reinterpret_cast<std::uintptr_t>(pointer) % sizeof(Word) == 0 && !is_place(pointer, doubles::Place::pageable) &&
         doubles::memory().locate(pointer, sizeof(Word), part);
}

template <class Word>
Error write_value(const char* name, StreamHandle stream, void* pointer, Word value) {
  return call(name, not_supported, [&] {
    doubles::Part part;
    if (!locate<Word>(pointer, part)) return invalid_value;
    Operation operation;
    operation.work = [part, value] {
      __atomic_store_n(reinterpret_cast<Word*>(part.bytes), value, __ATOMIC_RELEASE);
      return 0;
    };
    return submit(stream, std::move(operation), Return::in_haste);
  });
}

/// Greater or equal (0) and equal (1) are all that is here. HIP compares what the mask leaves, without a sign.
template <class Word>
Error wait_value(const char* name, StreamHandle stream, void* pointer, Word value, unsigned how, Word mask) {
  return call(name, not_supported, [&] {
    doubles::Part part;
    if (!locate<Word>(pointer, part) || how > 1) return invalid_value;
    Operation operation;
    operation.waits = true;
    operation.work = [part, value, how, mask] {
      for (;;) {
        const Word seen = __atomic_load_n(reinterpret_cast<Word*>(part.bytes), __ATOMIC_ACQUIRE) & mask;
        if (how == 1 ? seen == value : seen >= value) return 0;
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
    };
    return submit(stream, std::move(operation), Return::at_once);
  });
}

}  // namespace
}  // namespace hip

using namespace hip;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Error hipStreamWriteValue32(StreamHandle stream, void* pointer, std::uint32_t value, unsigned) {
  return write_value("hipStreamWriteValue32", stream, pointer, value);
}
Error hipStreamWriteValue64(StreamHandle stream, void* pointer, std::uint64_t value, unsigned) {
  return write_value("hipStreamWriteValue64", stream, pointer, value);
}
Error hipStreamWaitValue32(StreamHandle stream, void* pointer, std::uint32_t value, unsigned flags,
                           std::uint32_t mask) {
  return wait_value("hipStreamWaitValue32", stream, pointer, value, flags, mask);
}
Error hipStreamWaitValue64(StreamHandle stream, void* pointer, std::uint64_t value, unsigned flags,
                           std::uint64_t mask) {
  return wait_value("hipStreamWaitValue64", stream, pointer, value, flags, mask);
}

Error hipLaunchHostFunc(StreamHandle stream, void (*function)(void*), void* data) {
  return call("hipLaunchHostFunc", unknown, [&] {
    Operation operation;
    operation.work = [function, data] {
      function(data);
      return 0;
    };
    return submit(stream, std::move(operation), Return::at_once);
  });
}
}
#pragma GCC visibility pop
