#include "core/memory.hpp"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/settings.hpp"

namespace doubles {
namespace {

constexpr std::size_t kLarge = std::size_t{2} << 20;
constexpr std::size_t kRubbish = std::size_t{4} << 20;  // bytes of a new block to fill; filling all takes long
constexpr std::size_t kSmallAlignment = 512;

std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
std::size_t up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

/// The distance from a multiple of 2 MiB at which a block is placed, so that it has only the alignment that is
/// promised.
std::size_t misplacement(std::size_t bytes, std::size_t alignment) {
  const std::size_t promised = std::max(alignment, bytes < kLarge ? kSmallAlignment : settings().alignment);
  return promised < kLarge ? promised : 0;
}

/// Addresses that were freed, for DOUBLE_REUSE.
struct Freed {
  std::mutex mutex;
  std::vector<std::pair<void*, std::size_t>> ranges;
};
Freed& freed() {
  static Freed& ours = *new Freed;
  return ours;
}

/// The youngest freed range of that length, reserved again; null if there is none.
char* freed_addresses(std::size_t span) {
  const std::lock_guard lock(freed().mutex);
  auto& ranges = freed().ranges;
  for (std::size_t i = ranges.size(); i-- > 0;) {
    if (ranges[i].second != span) continue;
    void* const at = ranges[i].first;
    ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(i));
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    if (mmap(at, span, PROT_NONE, kFlags, -1, 0) == at) return static_cast<char*>(at);
  }
  return nullptr;
}

/// Reserves a range of addresses that was never given out before in this process, so that a stale pointer faults. It
/// lies away from what the program maps, and elsewhere in each process, so that an address of another process is
/// invalid here.
char* fresh_addresses(std::size_t span, std::size_t alignment) {
  if (char* const again = settings().reuse ? freed_addresses(span) : nullptr) return again;
  static std::mutex& mutex = *new std::mutex;
  static std::uintptr_t next = [] {
    std::uint64_t random = 0;
    if (const auto* bytes = reinterpret_cast<const void*>(getauxval(AT_RANDOM))) std::memcpy(&random, bytes, 8);
    return (std::uintptr_t{32} << 40) + ((random >> 7) & 0x1fff) * (std::uintptr_t{1} << 30);
  }();
  const std::lock_guard lock(mutex);
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  for (int tries = 0; tries < 16; ++tries) {
    const std::uintptr_t at = up(next, alignment);
    next = at + up(span, kLarge) + kLarge;
    void* got = mmap(reinterpret_cast<void*>(at), span, PROT_NONE, flags, -1, 0);
    if (got == reinterpret_cast<void*>(at)) return static_cast<char*>(got);
    if (got != MAP_FAILED) munmap(got, span);
  }
  // Sanitizers allow only some addresses.
  void* got = mmap(nullptr, span + alignment, PROT_NONE, flags, -1, 0);
  if (got == MAP_FAILED) return nullptr;
  return reinterpret_cast<char*>(up(reinterpret_cast<std::uintptr_t>(got), alignment));
}

bool map_accessibly(void* at, std::size_t span, int fd) {
  return mmap(at, span, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) != MAP_FAILED;
}

/// Maps `block.size` bytes from `offset` of block.fd twice: without access rights where the program sees them, unless it
/// is a device's code, and accessibly for the double alone, between two guard pages. Needs fd and size; false if there is
/// no room.
bool map_twice(Block& block, std::size_t offset, std::size_t alignment, char* at = nullptr) {
  block.shown_span = up(offset + block.size, page());
  block.shown_map = at != nullptr ? at : fresh_addresses(block.shown_span, std::max(alignment, page()));
  block.hidden_span = block.shown_span + 2 * page();
  block.hidden_map = mmap(nullptr, block.hidden_span, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block.shown_map == nullptr || block.hidden_map == MAP_FAILED) return false;
  char* inner = static_cast<char*>(block.hidden_map) + page();
  if (!map_accessibly(inner, block.shown_span, block.fd)) return false;
  if (settings().touchable && !map_accessibly(block.shown_map, block.shown_span, block.fd)) return false;
  block.shown = static_cast<char*>(block.shown_map) + offset;
  block.hidden = inner + offset;
  return true;
}

std::uint64_t inode_of(int fd) {
  struct stat found {};
  return fstat(fd, &found) == 0 ? found.st_ino : 0;
}

}  // namespace

int new_memfd(std::size_t bytes) {
  const int fd = memfd_create("driver-double", MFD_CLOEXEC);
  if (fd >= 0 && ftruncate(fd, static_cast<off_t>(bytes)) == 0) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

Block::~Block() {
  if (hidden_map != nullptr && hidden_map != MAP_FAILED) munmap(hidden_map, hidden_span);
  if (shown_map != nullptr && shown_map != hidden_map) {
    munmap(shown_map, shown_span);
    if (settings().reuse && !imported) {
      const std::lock_guard lock(freed().mutex);
      freed().ranges.emplace_back(shown_map, shown_span);
    }
  }
  if (fd >= 0) close(fd);
}

BlockRef Memory::allocate(int device, std::size_t bytes, std::size_t alignment) {
  {
    const std::lock_guard lock(mutex_);
    std::size_t& used = used_[device];
    if (bytes > settings().memory || used > settings().memory - bytes) return nullptr;
    used += bytes;
  }
  auto block = std::make_shared<Block>();
  block->size = bytes;
  block->device = block->used_by = device;
  const std::size_t offset = misplacement(bytes, alignment);
  block->fd = new_memfd(up(offset + bytes, page()));
  if (block->fd < 0 || !map_twice(*block, offset, std::max(alignment, kLarge))) {
    const std::lock_guard lock(mutex_);
    used_[device] -= bytes;
    return nullptr;
  }
  block->inode = inode_of(block->fd);
  std::memset(block->hidden, 0xa5, std::min(bytes, kRubbish));
  add(block);
  return block;
}

BlockRef Memory::pin(std::size_t bytes, unsigned flags) {
  auto block = std::make_shared<Block>();
  block->size = bytes;
  block->place = Place::pinned;
  block->flags = flags;
  block->hidden_span = up(bytes, page());
  block->fd = new_memfd(block->hidden_span);
  if (block->fd < 0) return nullptr;
  block->hidden_map = mmap(nullptr, block->hidden_span, PROT_READ | PROT_WRITE, MAP_SHARED, block->fd, 0);
  if (block->hidden_map == MAP_FAILED) return nullptr;
  block->shown = block->hidden = static_cast<char*>(block->hidden_map);
  block->inode = inode_of(block->fd);
  std::memset(block->hidden, 0xa5, std::min(bytes, kRubbish));
  add(block);
  return block;
}

BlockRef Memory::pin_at(void* start, std::size_t bytes, unsigned flags) {
  Part part;
  if (!locate(start, bytes, part) || part.block != nullptr) return nullptr;
  auto block = std::make_shared<Block>();
  block->size = bytes;
  block->place = Place::pinned;
  block->flags = flags;
  block->shown = block->hidden = static_cast<char*>(start);
  add(block);
  return block;
}

char* Memory::reserve(std::size_t bytes) { return fresh_addresses(up(bytes, page()), kLarge); }

BlockRef Memory::import(int fd, std::size_t bytes, std::size_t offset, int device, int used_by, char* at) {
  auto block = std::make_shared<Block>();
  block->size = bytes;
  block->device = device;
  block->imported = true;
  block->used_by = used_by;
  block->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (block->fd < 0 || !map_twice(*block, offset, kLarge, at)) return nullptr;
  block->inode = inode_of(block->fd);
  add(block);
  return block;
}

void Memory::add(const BlockRef& block) {
  const std::lock_guard lock(mutex_);
  blocks_[reinterpret_cast<std::uintptr_t>(block->shown) + block->size - 1] = block;
}

BlockRef Memory::remove(const void* start) {
  const BlockRef block = starting_at(start);
  if (block == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  if (blocks_.erase(reinterpret_cast<std::uintptr_t>(block->shown) + block->size - 1) == 0) return nullptr;
  if (block->place == Place::device && !block->imported) used_[block->device] -= block->size;
  return block;
}

void Memory::remove_all(int device) {
  const std::lock_guard lock(mutex_);
  std::erase_if(blocks_, [device](const auto& entry) { return entry.second->used_by == device; });
  used_[device] = 0;
}

BlockRef Memory::find(const void* address) const {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  const std::lock_guard lock(mutex_);
  const auto at = blocks_.lower_bound(wanted);
  if (at == blocks_.end() || wanted < reinterpret_cast<std::uintptr_t>(at->second->shown)) return nullptr;
  return at->second;
}

BlockRef Memory::starting_at(const void* address) const {
  const BlockRef block = find(address);
  return block != nullptr && block->shown == address ? block : nullptr;
}

BlockRef Memory::imported(std::uint64_t inode) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [last, block] : blocks_) {
    if (block->imported && block->inode == inode) return block;
  }
  return nullptr;
}

bool Memory::locate(const void* address, std::size_t bytes, Part& part) const {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  const std::lock_guard lock(mutex_);
  const auto at = blocks_.lower_bound(wanted);
  part = Part{nullptr, const_cast<char*>(static_cast<const char*>(address))};
  if (at == blocks_.end()) return true;
  const auto start = reinterpret_cast<std::uintptr_t>(at->second->shown);
  if (wanted < start) return bytes <= start - wanted;
  part = Part{at->second, at->second->hidden + (wanted - start)};
  return bytes <= at->second->size - (wanted - start);
}

std::size_t Memory::used(int device) const {
  const std::lock_guard lock(mutex_);
  const auto at = used_.find(device);
  return at == used_.end() ? 0 : at->second;
}

std::string Memory::left() const {
  const std::lock_guard lock(mutex_);
  std::string words;
  for (const auto& [last, block] : blocks_) {
    const char* what = block->imported ? "imported" : block->place == Place::device ? "device" : "pinned";
    if (!words.empty()) words.append(", ");
    words.append(what).append(" block of ").append(std::to_string(block->size)).append(" bytes");
  }
  return words;
}

Memory& memory() {
  static Memory& ours = *new Memory;
  return ours;
}

void* double_alias(const void* address, std::size_t bytes, int* device) {
  Part part;
  if (!memory().locate(address, bytes, part) || part.place() != Place::device) return nullptr;
  *device = part.block->device;
  return part.bytes;
}

}  // namespace doubles
