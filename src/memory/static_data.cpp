#include "memory/static_data.hpp"

#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "base/fd.hpp"
#include "base/log.hpp"
#include "base/mapping.hpp"

namespace isthmus::memory {
namespace {

constinit StaticData moved;
// Lives from just before a fork to just after. Not static: where the library is a part of the executable, parent and
// child share static data at that moment.
constinit thread_local base::Mapping snapshot;

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
    return 1;  // the first entry is the executable
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
    // Not the C library's pwrite, which a sanitizer guards against reading what lies between variables.
    if (syscall(SYS_pwrite64, fd, at, page(), at - base) != static_cast<long>(page())) return false;
  }
  return true;
}

void take_snapshot() {
  if (moved.size == 0) return;
  snapshot = base::Mapping(nullptr, moved.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  if (!snapshot) return;
  const auto end = static_cast<off_t>(moved.size);
  for (off_t at = 0; (at = lseek(moved.fd, at, SEEK_DATA)) >= 0 && at < end;) {
    const off_t hole = std::min(lseek(moved.fd, at, SEEK_HOLE), end);
    // Read by the kernel, which no sanitizer's idea of what may be read between variables stops.
    const ssize_t got =
        pread(moved.fd, static_cast<char*>(snapshot.get()) + at, static_cast<std::size_t>(hole - at), at);
    if (got <= 0) break;
    at += got;
  }
}

void drop_snapshot() { snapshot = base::Mapping(); }

void become_private() {
  if (!snapshot) return;
  for (const Range& range : ranges)
    mremap(static_cast<char*>(snapshot.get()) + (range.from - moved.base), range.size(), range.size(),
           MREMAP_MAYMOVE | MREMAP_FIXED, reinterpret_cast<void*>(range.from));
  snapshot.release();
  moved = StaticData{};
}

/// Early, so that the executable's own constructors already see the memory in its final place.
[[gnu::constructor(101)]] void move_static_data() {
  ranges = writable_pages();
  if (ranges.empty()) return;
  std::uintptr_t from = UINTPTR_MAX, to = 0;
  for (const Range& range : ranges) from = std::min(from, range.from), to = std::max(to, range.to);
  base::Fd fd(memfd_create("isthmus-static", MFD_CLOEXEC));
  if (!fd || ftruncate(fd.get(), static_cast<off_t>(to - from)) != 0) return;
  for (const Range& range : ranges)
    if (!copy_contents(range, from, fd.get())) return;
  for (const Range& range : ranges)
    if (mmap(reinterpret_cast<void*>(range.from), range.size(), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED | MAP_NORESERVE, fd.get(), static_cast<off_t>(range.from - from)) == MAP_FAILED)
      return;
  moved = {from, to - from, fd.release()};
  pthread_atfork(take_snapshot, drop_snapshot, become_private);
}

}  // namespace

const StaticData& static_data() { return moved; }

}  // namespace isthmus::memory
