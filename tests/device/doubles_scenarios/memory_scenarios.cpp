// Scenarios of memory: what a program may do with device memory, and what must fault or fail.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "doubles_scenarios/scenario.hpp"

namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;

void* allocated(Vendor& vendor, int device, std::size_t bytes) {
  void* pointer = nullptr;
  check_equal(vendor.allocate(device, bytes, &pointer), 0, "allocation");
  return pointer;
}

unsigned char byte_at(std::size_t i) { return static_cast<unsigned char>((i * 2654435761U) >> 13); }

const Scenario contents("memory.contents", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  const std::size_t bytes = 3 * kMega + 17;
  auto* there = static_cast<char*>(allocated(vendor, 1, bytes));
  auto* also_there = static_cast<char*>(allocated(vendor, 0, bytes));
  std::vector<unsigned char> sent(bytes), seen(bytes);
  for (std::size_t i = 0; i < bytes; ++i) sent[i] = byte_at(i);
  vendor.copy_now(seen.data(), there, bytes);
  check(seen != std::vector<unsigned char>(bytes), "new memory is not zero");
  vendor.copy_now(there, sent.data(), bytes);
  vendor.copy_now(also_there, there, bytes);  // from one device to another
  vendor.copy_now(seen.data(), also_there, bytes);
  check(seen == sent, "what was copied comes back");

  void* queue = vendor.open_queue(0);
  check_equal(vendor.fill(queue, there + 1001, 0x5c, 70001), 0, "fill");
  check_equal(vendor.finish(queue), 0, "finish");
  vendor.copy_now(seen.data(), there, bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    const unsigned char expected = i >= 1001 && i < 1001 + 70001 ? 0x5c : byte_at(i);
    check_equal(seen[i], expected, "a byte after the fill");
  }
  check(vendor.copy(queue, there + bytes - 8, sent.data(), 9) != 0, "a copy past the end is refused");
  check(vendor.copy(queue, seen.data(), there + bytes - 8, 9) != 0, "a copy from past the end is refused");
  check(vendor.fill(queue, there + bytes - 8, 0, 9) != 0, "a fill past the end is refused");
  check_equal(vendor.finish(queue), 0, "finish");
});

const Scenario pointers("memory.pointers", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  auto* there = static_cast<char*>(allocated(vendor, 1, 4 * kMega));
  void* pinned = vendor.pin(kMega);
  std::vector<char> pageable(kMega);
  int local = 0;
  check(vendor.is_device_memory(there), "the start is device memory");
  check(vendor.is_device_memory(there + 4 * kMega - 1), "the last byte is device memory");
  check(!vendor.is_device_memory(there + 4 * kMega), "the byte behind is not");
  check(!vendor.is_device_memory(there - 1), "the byte before is not");
  check(
      !vendor.is_device_memory(pinned) && !vendor.is_device_memory(pageable.data()) && !vendor.is_device_memory(&local),
      "host memory is not");
  check_equal(vendor.device_of(there), 1, "the device");
  check(reinterpret_cast<std::uintptr_t>(there) % (2 * kMega) == 0, "large blocks are aligned to 2 MiB");
  void* small = allocated(vendor, 0, 1000);
  check(reinterpret_cast<std::uintptr_t>(small) % 4096 != 0, "small ones are not aligned to a page");
  std::memset(pinned, 1, kMega);  // pinned memory is the host's
  check(vendor.free(there + 64) != 0, "the inside cannot be freed");
  check(vendor.free(pageable.data()) != 0, "host memory cannot be freed");
  check_equal(vendor.free(there), 0, "free");
  check(vendor.free(there) != 0, "nor anything twice");
  check(!vendor.is_device_memory(there), "what was freed is no device memory");
  check(allocated(vendor, 1, 4 * kMega) != there, "an address is not given out twice");
});

const Scenario misaligned("memory.misaligned", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  const auto address = reinterpret_cast<std::uintptr_t>(allocated(vendor, 0, 8 * kMega));
  check(address % 512 == 0 && address % 1024 != 0, "no better than asked for");
});

const Scenario exhausted("memory.exhausted", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  void* pointer = nullptr;
  void* most = allocated(vendor, 0, 48 * kMega);
  check_equal(vendor.allocate(0, 32 * kMega, &pointer), vendor.no_memory, "more than is left");
  allocated(vendor, 1, 32 * kMega);  // the other device's is its own
  check_equal(vendor.free(most), 0, "free");
  check(vendor.allocate(0, 65 * kMega, &pointer) != 0, "more than there is");
  allocated(vendor, 0, 64 * kMega);
});

/// Each kind of access by the host must end in a fault.
const Scenario touching("memory.touching", [](Vendor& vendor, const Words& words) {
  check_equal(vendor.start(), 0, "start");
  auto* there = static_cast<volatile char*>(allocated(vendor, 0, kMega));
  void* block = const_cast<char*>(there);
  if (words[0] == "load") std::exit(there[5] == 0 ? 0 : 0);
  if (words[0] == "store") there[kMega - 1] = 1;
  if (words[0] == "memcpy") std::memcpy(block, words[0].data(), 4);
  if (words[0] == "freed") {
    check_equal(vendor.free(block), 0, "free");
    there[0] = 1;
  }
  if (words[0] == "behind") there[2 * kMega] = 1;
});

const Scenario system_calls("memory.system_calls", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  void* there = allocated(vendor, 0, kMega);
  int ends[2];
  check(pipe(ends) == 0, "a pipe");
  check(write(ends[1], there, 16) == -1 && errno == EFAULT, "the kernel cannot read it either");
  check(write(ends[1], "sixteen bytes...", 16) == 16, "something to read");
  check(read(ends[0], there, 16) == -1 && errno == EFAULT, "nor write it");
});

const Scenario leaving("memory.leaving", [](Vendor& vendor, const Words& words) {
  check_equal(vendor.start(), 0, "start");
  void* there = allocated(vendor, 0, kMega);
  void* queue = vendor.open_queue(0);
  if (words[0] != "memory") check_equal(vendor.free(there), 0, "free");
  if (words[0] != "queue") vendor.close_queue(queue);
});

}  // namespace
