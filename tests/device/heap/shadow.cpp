#include "shadow.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

extern "C" {
#include "driver.h"
}

namespace {

// A fixed address that nothing else uses, so that the shadow is at the same place on all PEs. Its low bits are those of
// the device's address, so that it has the alignment that programs ask for.
constexpr std::uintptr_t kFixed = std::uintptr_t{80} << 40, kAlignment = std::uintptr_t{2} << 20;

[[noreturn]] void give_up(const char* what) {
  std::perror(what);
  std::abort();
}

// A page is opened and closed as a whole. The shadow's code accesses it through `alias`, a second mapping of the same
// memory, so that no thread of the program sees a page that is half filled.
struct Shadow {
  char *view, *alias, *snapshot, *device;
  std::size_t bytes;
  bool adopted;
  std::vector<char> open;  // by page

  std::size_t offset(const void* address) const {
    return static_cast<std::size_t>(static_cast<const char*>(address) - view);
  }
  bool holds(const void* address) const { return address >= view && static_cast<const char*>(address) < view + bytes; }
};

std::size_t page() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

// Only init and finalize change the list, while no other thread runs.
std::deque<Shadow> shadows;
struct Page {
  Shadow* of;
  std::size_t at;  // from view
};
std::vector<Page> open_pages;
std::mutex mutex;
struct sigaction before;

Shadow* holder(const void* address) {
  for (Shadow& shadow : shadows)
    if (shadow.holds(address)) return &shadow;
  return nullptr;
}

std::size_t length(const Page& one) { return std::min(page(), one.of->bytes - one.at); }

void open_page(const Page& one) {
  Shadow& s = *one.of;
  driver_copy(s.alias + one.at, s.device + one.at, length(one));
  std::memcpy(s.snapshot + one.at, s.alias + one.at, length(one));
  if (mprotect(s.view + one.at, page(), PROT_READ | PROT_WRITE) != 0) give_up("shadow: mprotect");
  s.open[one.at / page()] = 1;
  open_pages.push_back(one);
}

// Begins copies to the device of the bytes that differ from the snapshot.
bool begin_push(const Page& one) {
  const Shadow& s = *one.of;
  const char *now = s.alias + one.at, *was = s.snapshot + one.at;
  const std::size_t bytes = length(one);
  if (std::memcmp(now, was, bytes) == 0) return false;
  for (std::size_t from = 0, to; from < bytes; from = to + 1) {
    for (to = from; to < bytes && now[to] != was[to];) ++to;
    if (to > from) driver_begin_copy(s.device + one.at + from, now + from, to - from);
  }
  return true;
}

void close_pages() {
  bool pushed = false;
  std::sort(open_pages.begin(), open_pages.end(),
            [](const Page& a, const Page& b) { return a.of->view + a.at < b.of->view + b.at; });
  for (std::size_t i = 0, next; i < open_pages.size(); i = next) {
    const Page first = open_pages[i];
    for (next = i; next < open_pages.size() && open_pages[next].of == first.of &&
                   open_pages[next].at == first.at + (next - i) * page();)
      ++next;
    if (mprotect(first.of->view + first.at, (next - i) * page(), PROT_NONE) != 0) give_up("shadow: mprotect");
    for (std::size_t j = i; j < next; ++j) pushed |= begin_push(open_pages[j]);
  }
  if (pushed) driver_finish_copies();
  for (const Page& one : open_pages) one.of->open[one.at / page()] = 0;
  open_pages.clear();
}

void on_fault(int signal, siginfo_t* info, void*) {
  const std::lock_guard lock(mutex);
  Shadow* const at = holder(info->si_addr);
  if (at == nullptr) {  // not a shadow: the fault recurs with the previous handler
    sigaction(signal, &before, nullptr);
    return;
  }
  const Page one{at, at->offset(info->si_addr) & ~(page() - 1)};
  if (!at->open[one.at / page()]) open_page(one);  // else another thread opened it meanwhile
}

void* reserve(std::size_t bytes) {
  void* const p = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) give_up("shadow: mmap");
  return p;
}

char* second_mapping(char* view, std::size_t bytes) {
  void* const p = mremap(view, 0, bytes, MREMAP_MAYMOVE);
  if (p == MAP_FAILED || mprotect(p, bytes, PROT_READ | PROT_WRITE) != 0) give_up("shadow: mremap");
  return static_cast<char*>(p);
}

// A program may poll its memory without a call until something arrives, so open pages are closed when they are this
// old.
constexpr std::chrono::milliseconds kOld{1};
std::thread refresher;
std::atomic<bool> refreshing;

void refresh() {
  while (refreshing) {
    std::this_thread::sleep_for(kOld);
    shadow_close();
  }
}

void begin() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &before);
  refreshing = true;
  refresher = std::thread(refresh);
}

void add(char* view, void* device, std::size_t bytes, bool adopted) {
  if (shadows.empty()) begin();
  const std::size_t rounded = (bytes + page() - 1) & ~(page() - 1);
  auto* const snapshot = static_cast<char*>(reserve(rounded));
  mprotect(snapshot, rounded, PROT_READ | PROT_WRITE);
  shadows.push_back({view, second_mapping(view, rounded), snapshot, static_cast<char*>(device), bytes, adopted,
                     std::vector<char>(rounded / page())});
}

}  // namespace

void* shadow_to_device(const void* address) {
  const Shadow* const at = holder(address);
  return at != nullptr ? at->device + at->offset(address) : const_cast<void*>(address);
}

void* shadow_from_device(const void* device) {
  for (const Shadow& s : shadows)
    if (!s.adopted && device >= s.device && static_cast<const char*>(device) < s.device + s.bytes)
      return s.view + (static_cast<const char*>(device) - s.device);
  return nullptr;
}

long shadow_offset(const void* address) {
  const Shadow* const at = holder(address);
  return at != nullptr ? static_cast<long>(at->device - shadows[0].device) + static_cast<long>(at->offset(address))
                       : -1;
}

void shadow_close() {
  const std::lock_guard lock(mutex);
  if (!open_pages.empty()) close_pages();
}

void* shadow_of(void* device, std::size_t bytes) {
  const std::uintptr_t odd = reinterpret_cast<std::uintptr_t>(device) % kAlignment;
  if (odd % page() != 0) give_up("shadow: device memory is not aligned to pages");
  void* const view = mmap(reinterpret_cast<void*>(kFixed + odd), bytes, PROT_NONE,
                          MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
  if (view == MAP_FAILED) give_up("shadow: mmap");
  add(static_cast<char*>(view), device, bytes, false);
  return view;
}

void shadow_adopt(void* memory, void* device, std::size_t bytes) {
  driver_copy(device, memory, bytes);
  add(static_cast<char*>(memory), device, bytes, true);
  if (mprotect(memory, bytes, PROT_NONE) != 0) give_up("shadow: mprotect");
}

void shadow_end() {
  if (!refreshing) return;
  refreshing = false;
  refresher.join();
  const std::lock_guard lock(mutex);
  close_pages();
  for (Shadow& s : shadows) {
    if (s.adopted) {
      driver_copy(s.alias, s.device, s.bytes);
      mprotect(s.view, s.bytes, PROT_READ | PROT_WRITE);
    } else {
      munmap(s.view, s.bytes);
    }
    munmap(s.alias, s.bytes);
    munmap(s.snapshot, s.bytes);
  }
  shadows.clear();
  sigaction(SIGSEGV, &before, nullptr);
}
