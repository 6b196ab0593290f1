// Scenarios of queues: asynchrony, order, failures, kernels.
#include <chrono>
#include <cstring>
#include <thread>

#include "core/kernels.hpp"
#include "doubles_scenarios/scenario.hpp"

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kWords = 1 << 15;
constexpr std::size_t kBytes = kWords * sizeof(std::uint64_t);

std::uint64_t* words_of(void* pointer) { return static_cast<std::uint64_t*>(pointer); }

std::uint64_t* allocated(Vendor& vendor, int device, std::size_t bytes = kBytes) {
  void* pointer = nullptr;
  check_equal(vendor.allocate(device, bytes, &pointer), 0, "allocation");
  return words_of(pointer);
}

std::uint64_t word_now(Vendor& vendor, const std::uint64_t* there) {
  std::uint64_t word = 0;
  vendor.copy_now(&word, there, sizeof word);
  return word;
}

void set_now(Vendor& vendor, std::uint64_t* there, std::uint64_t word) { vendor.copy_now(there, &word, sizeof word); }

/// With delays of seconds, work that was begun must not be visible to other queues or the host until it is waited for;
/// a wait must then end at once.
const Scenario late("work.late", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  std::uint64_t* there = allocated(vendor, 0);
  auto *up = words_of(vendor.pin(kBytes)), *down = words_of(vendor.pin(kBytes));
  const auto begun = Clock::now();
  set_now(vendor, there, 1);
  up[0] = 2;
  down[0] = 3;
  void *first = vendor.open_queue(0), *second = vendor.open_queue(0);
  check_equal(vendor.copy(first, there, up, kBytes), 0, "copy up");
  check(Clock::now() - begun < std::chrono::seconds(2), "the call returns at once");
  check_equal(static_cast<long long>(word_now(vendor, there)), 1, "the word before anybody waited");
  check_equal(vendor.copy(second, down, there, kBytes), 0, "copy down");
  check_equal(static_cast<long long>(down[0]), 3, "the host's word before anybody waited");
  check_equal(vendor.finish(second), 0, "finish");
  check_equal(static_cast<long long>(down[0]), 1, "the host's word: the queues know nothing of one another");
  check(!vendor.idle(first), "the first queue is busy");
  check_equal(vendor.finish(first), 0, "finish");
  check(vendor.idle(first), "the first queue is idle");
  check_equal(static_cast<long long>(word_now(vendor, there)), 2, "the word afterwards");
  check(Clock::now() - begun < std::chrono::seconds(5), "who waits does not wait for the delays");
});

/// Polling alone must get the work done, too.
const Scenario asking("work.asking", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  std::uint64_t* there = allocated(vendor, 0);
  void* queue = vendor.open_queue(0);
  const auto begun = Clock::now();
  check_equal(vendor.fill(queue, there, 7, 8), 0, "fill");
  int times = 0;
  while (!vendor.idle(queue)) ++times;
  check(times > 0, "not done at first");
  check(Clock::now() - begun < std::chrono::seconds(5), "done after a while");
});

/// The work of one queue is done in its order.
const Scenario in_order("work.in_order", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  constexpr int kRounds = 200;
  std::uint64_t *a = allocated(vendor, 0), *b = allocated(vendor, 1);
  auto* up = words_of(vendor.pin(kRounds * 8));
  void* queue = vendor.open_queue(0);
  for (int i = 0; i < kRounds; ++i) {
    up[i] = static_cast<std::uint64_t>(i) + 1;
    std::uint64_t *to = i % 2 != 0 ? a : b, *from = i % 2 != 0 ? b : a;
    check_equal(vendor.copy(queue, to + i, up + i, 8), 0, "copy");
    check_equal(vendor.copy(queue, from + i + 1, to + i, 8), 0, "copy");
    check_equal(vendor.copy(queue, to + kWords - 1, from + i + 1, 8), 0, "copy");
  }
  check_equal(vendor.finish(queue), 0, "finish");
  check_equal(static_cast<long long>(word_now(vendor, a + kWords - 1)), kRounds, "the last that a got");
  check_equal(static_cast<long long>(word_now(vendor, b + kWords - 1)), kRounds - 1, "the last that b got");
});

/// Work of one queue may overtake that of another.
const Scenario overtaking("work.overtaking", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  constexpr std::size_t kQueues = 8;
  std::uint64_t* there = allocated(vendor, 0);
  auto* down = static_cast<volatile std::uint64_t*>(vendor.pin(kBytes));
  for (std::size_t i = 0; i < kQueues; ++i) down[i] = 0;
  set_now(vendor, there, 1);
  for (std::size_t i = 0; i < kQueues; ++i) {
    check_equal(vendor.copy(vendor.open_queue(0), const_cast<std::uint64_t*>(down) + i, there, 8), 0, "copy");
  }
  std::string order;
  while (order.size() < kQueues) {
    for (std::size_t i = 0; i < kQueues; ++i) {
      const char name = static_cast<char>('a' + i);
      if (down[i] == 1 && order.find(name) == std::string::npos) order += name;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  std::fprintf(stderr, "done in the order %s\n", order.c_str());
  check(order != "abcdefgh", "some came later than they were begun");
});

const Scenario threads("work.threads", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  std::vector<std::thread> crew;
  for (int t = 0; t < 4; ++t) {
    crew.emplace_back([&vendor, t] {
      std::uint64_t* there = allocated(vendor, t % 2);
      void* queue = vendor.open_queue(t % 2);
      std::vector<std::uint64_t> sent(kWords), seen(kWords);
      for (std::uint64_t round = 0; round < 20; ++round) {
        for (std::size_t i = 0; i < kWords; ++i) sent[i] = round * 1000003 + i * 7 + static_cast<std::uint64_t>(t);
        check_equal(vendor.copy(queue, there, sent.data(), kBytes), 0, "copy up");
        check_equal(vendor.copy(queue, seen.data(), there, kBytes), 0, "copy down");
        check_equal(vendor.finish(queue), 0, "finish");
        check(seen == sent, "what this thread sent");
      }
      vendor.close_queue(queue);
      check_equal(vendor.free(there), 0, "free");
    });
  }
  for (std::thread& one : crew) one.join();
});

/// words: the call that is to fail ("alloc", "copy", "finish"), which one, and the code.
const Scenario failing("work.failing", [](Vendor& vendor, const Words& words) {
  check_equal(vendor.start(), 0, "start");
  const int which = std::stoi(words[1]), code = std::stoi(words[2]);
  std::uint64_t* there = words[0] != "alloc" ? allocated(vendor, 0) : nullptr;
  void* queue = vendor.open_queue(0);
  auto* up = words_of(vendor.pin(kBytes));
  for (int i = 1; i <= 3; ++i) {
    const int expected = which == 0 || which == i ? code : 0;
    void* pointer = nullptr;
    if (words[0] == "alloc") check_equal(vendor.allocate(0, 4096, &pointer), expected, "the allocation's code");
    if (words[0] == "copy") check_equal(vendor.copy(queue, there, up, 8), expected, "the copy's code");
    if (words[0] == "finish") check_equal(vendor.finish(queue), expected, "the code of finish");
  }
});

const Scenario without_devices("work.without_devices", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), vendor.no_device, "start");
});

const Scenario three_devices("work.three_devices", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  check_equal(vendor.devices(), 3, "devices");
  check_equal(vendor.device_of(allocated(vendor, 2)), 2, "the device");
});

// A kernel with all sorts of arguments: out[i] += factor * sum of the tables' i-th entries.
struct Tables {
  const std::uint64_t* one;
  std::uint64_t unused;
  const std::uint64_t* other;
};
void add_up(const DoubleLaunch* launch, void* const* arguments) {
  auto* out = *static_cast<std::uint64_t* const*>(arguments[0]);
  const auto tables = *static_cast<const Tables*>(arguments[1]);
  const int factor = *static_cast<const int*>(arguments[2]);
  const std::size_t workers = std::size_t{launch->grid[0]} * launch->block[0];
  for (std::size_t i = 0; i < workers; ++i) {
    out[i] += static_cast<std::uint64_t>(factor) * (tables.one[i] + tables.other[i]);
  }
}
constexpr std::size_t kSizes[] = {sizeof(void*), sizeof(Tables), sizeof(int), 0};
constexpr DoubleKernel kAddUp{"add_up", add_up, kSizes};

/// words[0]: "peer" where one table is on a device that the other does not reach.
const Scenario kernels("work.kernels", [](Vendor& vendor, const Words& words) {
  check_equal(vendor.start(), 0, "start");
  using Register = void(const DoubleKernel*);
  auto* add = reinterpret_cast<Register*>(dlsym(vendor.library(), "double_register_kernel"));
  check(add != nullptr, "kernels can be registered");
  add(&kAddUp);
  const bool peer = words[0] == "peer";
  std::uint64_t *out = allocated(vendor, 0), *one = allocated(vendor, 0), *other = allocated(vendor, peer ? 1 : 0);
  std::vector<std::uint64_t> ones(kWords), others(kWords), outs(kWords), expected(kWords);
  for (std::size_t i = 0; i < kWords; ++i) {
    ones[i] = i * 3;
    others[i] = i * i;
    outs[i] = 5;
    expected[i] = i < 256 ? 5 + 7 * (i * 3 + i * i) : 5;
  }
  vendor.copy_now(one, ones.data(), kBytes);
  vendor.copy_now(other, others.data(), kBytes, peer ? 1 : 0);
  vendor.copy_now(out, outs.data(), kBytes);
  void* queue = vendor.open_queue(0);
  Tables tables{one, 99, other};
  int factor = 7;
  void* arguments[] = {&out, &tables, &factor};
  const int code = vendor.launch(queue, "add_up", arguments, kSizes);
  if (words[0] == "refused") {
    check_equal(code, std::stoi(words[1]), "the launch's code");
    return;
  }
  check_equal(code, 0, "launch");
  const int finished = vendor.finish(queue);
  if (peer) {
    check(finished != 0, "the kernel failed");
    return;
  }
  check_equal(finished, 0, "finish");
  vendor.copy_now(outs.data(), out, kBytes);
  check(outs == expected, "the kernel's results");
});

}  // namespace
