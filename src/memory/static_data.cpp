#include "memory/static_data.hpp"

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/fd.hpp"
#include "base/file_limit.hpp"
#include "base/log.hpp"
#include "base/mapping.hpp"

namespace isthmus::memory {
namespace {

constinit StaticData moved;
constinit bool became_private = false;  // since a fork
// The copy of the static data that a fork child gets. It exists from just before a fork to just after. It is not in
// static data itself: where the library is a part of the executable, parent and child share that at this moment.
constinit thread_local base::Mapping snapshot;
constinit thread_local int snapshot_error = 0;  ///< the errno of the failure, where it could not be made

std::size_t page() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

/// Pages of the executable that stay writable.
struct Range {
  std::uintptr_t from = 0, to = 0;
  std::uintptr_t file_end = 0;  ///< what lies below comes from the file; above is .bss
  std::size_t size() const { return to - from; }
};

/// One range with most linkers; lld makes a second one for RELRO alone, which then is empty and left out.
constinit std::vector<Range> ranges;

std::vector<Range> writable_pages() {
  std::vector<Range> found;
  const auto look = [](dl_phdr_info* info, std::size_t, void* out) {
    auto& list = *static_cast<std::vector<Range>*>(out);
    Range relro;
    for (int i = 0; i < info->dlpi_phnum; ++i)
      if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
        relro.from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        relro.to = relro.from + info->dlpi_phdr[i].p_memsz;
      }
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& h = info->dlpi_phdr[i];
      if (h.p_type != PT_LOAD || !(h.p_flags & PF_W)) continue;
      const std::uintptr_t start = info->dlpi_addr + h.p_vaddr, end = start + h.p_memsz;
      Range range{start & ~(page() - 1), (end + page() - 1) & ~(page() - 1), start + h.p_filesz};
      // The loader protects whole pages of RELRO only, so its last, partial page is still writable.
      if (relro.to > start && relro.from < end) range.from = std::max(range.from, relro.to & ~(page() - 1));
      if (range.from < end) list.push_back(range);
    }
    return 1;  // ends the iteration: the first entry is the executable
  };
  dl_iterate_phdr(look, &found);
  return found;
}

/// Copies what came from the file, and the pages of .bss that have been touched; the rest of a large .bss stays a hole
/// that costs nothing. (For a page of the file, mincore would tell of the page cache, not of this process.)
bool copy_contents(const Range& range, std::uintptr_t base, int fd) {
  std::vector<unsigned char> resident(range.size() / page());
  if (mincore(reinterpret_cast<void*>(range.from), range.size(), resident.data()) != 0) return false;
  for (std::size_t i = 0; i < resident.size(); ++i) {
    const std::uintptr_t at = range.from + i * page();
    if (at >= range.file_end && !(resident[i] & 1)) continue;
    // A bare system call, since sanitizers intercept pwrite and report that it reads what lies between variables.
    if (syscall(SYS_pwrite64, fd, at, page(), at - base) != static_cast<long>(page())) return false;
  }
  return true;
}

/// Calls copy(at, bytes), which returns how many bytes it copied or -1 with errno set, for everything in the moved data
/// that is not a hole; `at` counts from the start of the data. Returns false with errno set when a call fails.
template <class Copy>
bool for_contents(Copy copy) {
  const auto start = static_cast<off_t>(moved.offset), end = start + static_cast<off_t>(moved.size);
  for (off_t at = start; at < end;) {
    at = lseek(moved.fd, at, SEEK_DATA);
    if (at < 0) return errno == ENXIO;  // ENXIO: nothing but a hole is left
    const off_t hole = std::min(lseek(moved.fd, at, SEEK_HOLE), end);
    if (hole < 0) return false;
    while (at < hole) {
      const ssize_t done = copy(at - start, static_cast<std::size_t>(hole - at));
      if (done == 0) errno = EIO;
      if (done <= 0) return false;
      at += done;
    }
  }
  return true;
}

/// Copies the moved data as it is now. False with errno set when that fails.
bool copy_moved_to(char* copy) {
  // Read from the memfd, since sanitizers would report a memcpy that reads what lies between variables.
  return for_contents([copy](off_t at, std::size_t bytes) {
    return pread(moved.fd, copy + at, bytes, at + static_cast<off_t>(moved.offset));
  });
}

/// Runs before a fork, which it cannot stop: where it fails, the child finds no snapshot and ends.
void take_snapshot() {
  if (moved.size == 0) return;
  snapshot = base::Mapping(nullptr, moved.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  if (!snapshot || !copy_moved_to(static_cast<char*>(snapshot.get()))) {
    snapshot_error = errno;
    snapshot = base::Mapping();
  }
}

void drop_snapshot() { snapshot = base::Mapping(); }

/// A child that would write into its parent's variables must not run.
[[noreturn]] void end_child(int error) {
  base::say(base::text("a fork child cannot have its own copy of the program's static data: %s; the child ends",
                       std::strerror(error)));
  _exit(1);
}

/// Runs in the fork child: replaces the shared pages by those of the snapshot.
void become_private() {
  if (moved.size == 0) return;
  if (!snapshot) end_child(snapshot_error);
  for (const Range& range : ranges)
    if (mremap(static_cast<char*>(snapshot.get()) + (range.from - moved.base), range.size(), range.size(),
               MREMAP_MAYMOVE | MREMAP_FIXED, reinterpret_cast<void*>(range.from)) == MAP_FAILED)
      end_child(errno);
  snapshot.release();
  moved = StaticData{};
  became_private = true;
}

/// Maps the file over the range; `from`, where the lowest of the ranges begins, is at `offset` of the file.
bool map_over(const Range& range, int sharing, int fd, std::uintptr_t from, std::size_t offset) {
  return mmap(reinterpret_cast<void*>(range.from), range.size(), PROT_READ | PROT_WRITE,
              sharing | MAP_FIXED | MAP_NORESERVE, fd, static_cast<off_t>(range.from - from + offset)) != MAP_FAILED;
}

/// Maps the memfd over the ranges, the lowest of which begins at `from`. Where one mapping fails, those before it are
/// made private again with the same contents, so that a program that never calls shmem_init goes on undisturbed.
bool share(const base::Fd& fd, std::uintptr_t from) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (map_over(ranges[i], MAP_SHARED, fd.get(), from, 0)) continue;
    const int error = errno;
    while (i-- > 0) map_over(ranges[i], MAP_PRIVATE, fd.get(), from, 0);
    errno = error;
    return false;
  }
  return true;
}

/// Copies the moved data into the file and maps that over it. Between the copy and the mapping nothing may be written
/// to static data, which may include that of this library and of the allocator: system calls only.
bool move_on(int fd, std::size_t offset) {
  const bool copied = for_contents([=](off_t at, std::size_t bytes) {
    // A bare system call: see copy_contents().
    return syscall(SYS_pwrite64, fd, moved.base + static_cast<std::uintptr_t>(at), bytes,
                   at + static_cast<off_t>(offset));
  });
  if (!copied) return false;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (map_over(ranges[i], MAP_SHARED, fd, moved.base, offset)) continue;
    const int error = errno;
    while (i-- > 0) map_over(ranges[i], MAP_SHARED, moved.fd, moved.base, moved.offset);
    errno = error;
    return false;
  }
  return true;
}

/// Runs early, so that the executable's own constructors already use the shared pages.
[[gnu::constructor(101)]] void move_static_data() {
  ranges = writable_pages();
  if (ranges.empty()) return;
  std::uintptr_t from = UINTPTR_MAX, to = 0;
  for (const Range& range : ranges) from = std::min(from, range.from), to = std::max(to, range.to);
  base::reserve_standard_descriptors();
  errno = 0;
  base::Fd fd(memfd_create("isthmus-static", MFD_CLOEXEC));
  const auto copy = [&](const Range& range) { return copy_contents(range, from, fd.get()); };
  if (to - from > base::file_limit()) {
    moved.error = EFBIG;
    return;
  }
  if (!fd || ftruncate(fd.get(), static_cast<off_t>(to - from)) != 0 || !std::ranges::all_of(ranges, copy) ||
      !share(fd, from)) {
    moved.error = errno != 0 ? errno : EIO;  // a short write sets no errno
    return;
  }
  moved = {.base = from, .size = to - from, .fd = fd.release()};
  static const int registered = pthread_atfork(take_snapshot, drop_snapshot, become_private);
  static_cast<void>(registered);
}

}  // namespace

const StaticData& static_data() { return moved; }

void share_again_after_fork() {
  if (!std::exchange(became_private, false)) return;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // a handler might write to static data
  move_static_data();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void move_static_data_to(int fd, std::size_t offset) {
  if (moved.size == 0) return;
  base::Fd kept(fcntl(fd, F_DUPFD_CLOEXEC, 0));
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // a handler might write to static data
  const bool done = kept && move_on(kept.get(), offset);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!done)
    throw base::SetupError(
        base::text("the program's static data cannot be shared with the PEs of this node: %s; is "
                   "memory limited?",
                   std::strerror(error)));
  close(moved.fd);
  moved.fd = kept.release();
  moved.offset = offset;
}

}  // namespace isthmus::memory
