// Scenarios of what only one vendor has.
#include <limits>

#include "cuda.hpp"
#include "doubles_scenarios/scenario.hpp"
#include "hip.hpp"
#include "ze.hpp"

namespace {

constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

cuda::Address address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

std::uint64_t* allocated(Vendor& vendor) {
  void* pointer = nullptr;
  check_equal(vendor.allocate(0, 4096, &pointer), 0, "allocation");
  return static_cast<std::uint64_t*>(pointer);
}

/// The order between a stream that synchronises with the null stream, one that does not, and the null stream.
const Scenario streams("cuda.streams", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  const auto create = vendor.entry<decltype(cuStreamCreate)>("cuStreamCreate");
  const auto down = vendor.entry<decltype(cuMemcpyDtoH_v2)>("cuMemcpyDtoH_v2");
  std::uint64_t *there = allocated(vendor), *other = allocated(vendor), word = 0;
  auto* up = static_cast<std::uint64_t*>(vendor.pin(4096));
  vendor.copy_now(there, &word, 8);
  vendor.copy_now(other, &word, 8);
  *up = 5;
  cuda::StreamHandle blocking = nullptr, alone = nullptr;
  check_equal(create(&blocking, 0), 0, "a blocking stream");
  check_equal(create(&alone, cuda::kStreamNonBlocking), 0, "a stream alone");
  check_equal(vendor.copy(blocking, there, up, 8), 0, "copy");
  check_equal(vendor.copy(alone, other, up, 8), 0, "copy");
  word = 7;
  check_equal(down(&word, address(there), 8), 0, "copy down");
  check_equal(static_cast<long long>(word), 5, "the null stream waited for the blocking one");
  check_equal(down(&word, address(other), 8), 0, "copy down");
  check_equal(static_cast<long long>(word), 0, "but not for the other");
  check_equal(vendor.entry<decltype(cuCtxSynchronize)>("cuCtxSynchronize")(), 0, "synchronise");
  check_equal(down(&word, address(other), 8), 0, "copy down");
  check_equal(static_cast<long long>(word), 5, "after all were waited for");
});

/// A copy from pageable memory may return when the driver has read the bytes, before they are on the device.
const Scenario pageable("cuda.pageable", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  std::uint64_t *there = allocated(vendor), word = 0, seen = 77;
  vendor.copy_now(there, &word, 8);
  word = 3;
  const auto up = vendor.entry<decltype(cuMemcpyHtoD_v2)>("cuMemcpyHtoD_v2");
  check_equal(up(address(there), &word, 8), 0, "copy up");
  word = 4;  // ours again
  vendor.copy_now(&seen, there, 8);
  check_equal(static_cast<long long>(seen), 0, "a stream alone does not see it yet");
  check_equal(vendor.entry<decltype(cuCtxSynchronize)>("cuCtxSynchronize")(), 0, "synchronise");
  vendor.copy_now(&seen, there, 8);
  check_equal(static_cast<long long>(seen), 3, "what was there when the copy was begun");
});

const Scenario last_error("hip.last_error", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  const auto last = vendor.entry<decltype(hipGetLastError)>("hipGetLastError");
  const auto attributes = vendor.entry<decltype(hipPointerGetAttributes)>("hipPointerGetAttributes");
  hip::PointerAttributes found{};
  int local = 0;
  check_equal(last(), 0, "at first");
  check_equal(attributes(&found, &local), hip::invalid_value, "attributes of the stack");
  check_equal(vendor.entry<decltype(hipDeviceSynchronize)>("hipDeviceSynchronize")(), 0, "a call that succeeds");
  check_equal(last(), hip::invalid_value, "the error is kept");
  check_equal(last(), 0, "until it is asked for");
});

struct ZeObjects {
  ze::ContextHandle context = nullptr;
  ze::DeviceHandle device = nullptr;

  explicit ZeObjects(Vendor& vendor) {
    std::uint32_t n = 1;
    ze::DriverHandle driver = nullptr;
    check_equal(vendor.entry<decltype(zeDriverGet)>("zeDriverGet")(&n, &driver), 0, "driver");
    n = 1;
    check_equal(vendor.entry<decltype(zeDeviceGet)>("zeDeviceGet")(driver, &n, &device), 0, "device");
    const ze::ContextDesc desc{ze::kContextDesc, nullptr, 0};
    check_equal(vendor.entry<decltype(zeContextCreate)>("zeContextCreate")(driver, &desc, &context), 0, "context");
  }
};

/// Copies 1, 2, ... to the same word. In a list without order any may be the last; with barriers between them the last
/// is.
const Scenario order("ze.order", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  const ZeObjects objects(vendor);
  const ze::CommandQueueDesc desc{ze::kCommandQueueDesc, nullptr, 1, 0, 0, ze::kModeAsynchronous, 0};
  ze::CommandListHandle list = nullptr;
  check_equal(vendor.entry<decltype(zeCommandListCreateImmediate)>("zeCommandListCreateImmediate")(
                  objects.context, objects.device, &desc, &list),
              0, "list");
  const auto barrier = vendor.entry<decltype(zeCommandListAppendBarrier)>("zeCommandListAppendBarrier");
  std::uint64_t* there = allocated(vendor);
  constexpr std::uint64_t kCopies = 16;
  auto* up = static_cast<std::uint64_t*>(vendor.pin(4096));
  for (std::uint64_t i = 0; i < kCopies; ++i) up[i] = i + 1;
  int out_of_order = 0;
  for (int round = 0; round < 20; ++round) {
    for (const bool barriers : {false, true}) {
      for (std::uint64_t i = 0; i < kCopies; ++i) {
        check_equal(vendor.copy(list, there, up + i, 8), 0, "copy");
        if (barriers) check_equal(barrier(list, nullptr, 0, nullptr), 0, "barrier");
      }
      check_equal(vendor.finish(list), 0, "finish");
      std::uint64_t word = 0;
      vendor.copy_now(&word, there, 8);
      if (barriers) check_equal(static_cast<long long>(word), kCopies, "the last with barriers");
      out_of_order += word != kCopies ? 1 : 0;
    }
  }
  check(out_of_order > 5, "without barriers another was the last, mostly");
});

const Scenario queues("ze.queues", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  const ZeObjects objects(vendor);
  ze::CommandQueueHandle queue = nullptr;
  ze::CommandListHandle list = nullptr;
  ze::EventPoolHandle pool = nullptr;
  ze::EventHandle gate = nullptr, end = nullptr;
  const ze::CommandQueueDesc queue_desc{ze::kCommandQueueDesc, nullptr, 1, 0, 0, ze::kModeAsynchronous, 0};
  const ze::CommandListDesc list_desc{ze::kCommandListDesc, nullptr, 1, ze::kListInOrder};
  const ze::EventPoolDesc pool_desc{ze::kEventPoolDesc, nullptr, 1, 2};
  const auto make_event = vendor.entry<decltype(zeEventCreate)>("zeEventCreate");
  check_equal(vendor.entry<decltype(zeCommandQueueCreate)>("zeCommandQueueCreate")(objects.context, objects.device,
                                                                                   &queue_desc, &queue),
              0, "queue");
  check_equal(vendor.entry<decltype(zeCommandListCreate)>("zeCommandListCreate")(objects.context, objects.device,
                                                                                 &list_desc, &list),
              0, "list");
  check_equal(
      vendor.entry<decltype(zeEventPoolCreate)>("zeEventPoolCreate")(objects.context, &pool_desc, 0, nullptr, &pool), 0,
      "pool");
  const ze::EventDesc gate_desc{ze::kEventDesc, nullptr, 0, 0, 0}, end_desc{ze::kEventDesc, nullptr, 1, 4, 4};
  check_equal(make_event(pool, &gate_desc, &gate), 0, "event");
  check(make_event(pool, &gate_desc, &end) != 0, "an index is given once");
  check_equal(make_event(pool, &end_desc, &end), 0, "event");

  std::uint64_t* there = allocated(vendor);
  auto* pinned = static_cast<std::uint64_t*>(vendor.pin(4096));
  const auto append = vendor.entry<decltype(zeCommandListAppendMemoryCopy)>("zeCommandListAppendMemoryCopy");
  check_equal(append(list, there, pinned, 8, nullptr, 1, &gate), 0, "copy up, after the gate");
  check_equal(append(list, pinned + 1, there, 8, end, 0, nullptr), 0, "copy down, then the end");
  const auto execute = vendor.entry<decltype(zeCommandQueueExecuteCommandLists)>("zeCommandQueueExecuteCommandLists");
  check(execute(queue, 1, &list, nullptr) != 0, "a list that is open does not run");
  check_equal(vendor.entry<decltype(zeCommandListClose)>("zeCommandListClose")(list), 0, "close");
  const auto wait = vendor.entry<decltype(zeEventHostSynchronize)>("zeEventHostSynchronize");
  for (std::uint64_t round = 1; round <= 3; ++round) {  // a list runs more than once
    pinned[1] = 0;
    check_equal(execute(queue, 1, &list, nullptr), 0, "execute");
    check_equal(wait(end, 20'000'000), ze::not_ready, "nothing before the gate");
    pinned[0] = 40 + round;  // read when it runs, not when it was appended
    check_equal(vendor.entry<decltype(zeEventHostSignal)>("zeEventHostSignal")(gate), 0, "signal");
    check_equal(wait(end, kForever), 0, "the end");
    check_equal(static_cast<long long>(pinned[1]), static_cast<long long>(40 + round), "what came down");
    check_equal(vendor.entry<decltype(zeCommandQueueSynchronize)>("zeCommandQueueSynchronize")(queue, kForever), 0,
                "synchronise");
    for (const ze::EventHandle event : {gate, end}) {
      check_equal(vendor.entry<decltype(zeEventHostReset)>("zeEventHostReset")(event), 0, "reset");
    }
  }
});

const Scenario in_use("ze.in_use", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  std::uint64_t* there = allocated(vendor);
  auto* list = static_cast<ze::CommandListHandle>(vendor.open_queue(0));
  check_equal(vendor.fill(list, there, 1, 8), 0, "fill");
  check_equal(vendor.free(there), ze::handle_object_in_use, "memory that work is under way for");
  check_equal(vendor.entry<decltype(zeCommandListDestroy)>("zeCommandListDestroy")(list), ze::handle_object_in_use,
              "a list with work under way");
  check_equal(vendor.finish(list), 0, "finish");
  check_equal(vendor.free(there), 0, "free");
  vendor.close_queue(list);
});

}  // namespace
