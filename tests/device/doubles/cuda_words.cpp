// The double of libcuda.so.1: words that streams write and wait for.
#include <functional>
#include <span>
#include <thread>
#include <vector>

#include "cuda.hpp"
#include "cuda_state.hpp"

namespace cuda {
namespace {

using doubles::Operation;
using doubles::Return;

/// A write of one word; null where there is none.
template <class Word>
std::function<void()> write_to(Address address, Word value) {
  doubles::Part part;
  if (address % sizeof(Word) != 0 || is_place(address, doubles::Place::pageable) ||
      !doubles::memory().locate(pointer_to(address), sizeof(Word), part)) {
    return nullptr;
  }
  return [part, value] { __atomic_store_n(reinterpret_cast<Word*>(part.bytes), value, __ATOMIC_RELEASE); };
}

Error write_values(const char* name, StreamHandle stream, const std::vector<std::function<void()>>& writes) {
  return call(name, Needs::context, not_supported, [&] {
    for (const auto& write : writes)
      if (!write) return invalid_value;
    Operation operation;
    operation.work = [writes] {
      for (const auto& write : writes) write();
      return 0;
    };
    return submit(stream, std::move(operation), Return::in_haste);
  });
}

template <class Word>
bool satisfied(Word seen, Word value, unsigned how) {
  switch (how) {
    case kWaitEq:
      return seen == value;
    case kWaitAnd:
      return (seen & value) != 0;
    case kWaitNor:
      return static_cast<Word>(~(seen | value)) != 0;
    default:
      return static_cast<std::make_signed_t<Word>>(seen - value) >= 0;
  }
}

template <class Word>
Error wait_value(const char* name, StreamHandle stream, Address address, Word value, unsigned how) {
  return call(name, Needs::context, not_supported, [&] {
    doubles::Part part;
    if (address % sizeof(Word) != 0 || is_place(address, doubles::Place::pageable) || how > kWaitNor ||
        !doubles::memory().locate(pointer_to(address), sizeof(Word), part)) {
      return invalid_value;
    }
    Operation operation;
    operation.waits = true;
    operation.work = [part, value, how] {
      while (!satisfied(__atomic_load_n(reinterpret_cast<Word*>(part.bytes), __ATOMIC_ACQUIRE), value, how)) {
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
      return 0;
    };
    return submit(stream, std::move(operation), Return::at_once);
  });
}

}  // namespace
}  // namespace cuda

using namespace cuda;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Error cuStreamWriteValue32_v2(StreamHandle stream, Address address, std::uint32_t value, unsigned) {
  return write_values("cuStreamWriteValue32_v2", stream, {write_to(address, value)});
}
Error cuStreamWriteValue64_v2(StreamHandle stream, Address address, std::uint64_t value, unsigned) {
  return write_values("cuStreamWriteValue64_v2", stream, {write_to(address, value)});
}
Error cuStreamBatchMemOp_v2(StreamHandle stream, unsigned count, const BatchedWrite* writes, unsigned flags) {
  std::vector<std::function<void()>> all(flags == 0 ? 0 : 1);
  for (const BatchedWrite& write : std::span(writes, count)) {
    if (write.operation == kBatchWrite64)
      all.push_back(write_to(write.address, write.value));
    else if (write.operation == kBatchWrite32)
      all.push_back(write_to(write.address, static_cast<std::uint32_t>(write.value)));
    else
      all.push_back(nullptr);  // no other operation is here
  }
  return write_values("cuStreamBatchMemOp_v2", stream, all);
}
Error cuStreamWaitValue32_v2(StreamHandle stream, Address address, std::uint32_t value, unsigned flags) {
  return wait_value("cuStreamWaitValue32_v2", stream, address, value, flags);
}
Error cuStreamWaitValue64_v2(StreamHandle stream, Address address, std::uint64_t value, unsigned flags) {
  return wait_value("cuStreamWaitValue64_v2", stream, address, value, flags);
}
}
