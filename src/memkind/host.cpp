// Host memory. A region is a memfd, so that peers on the node can map it by its descriptor and a crash leaves no file
// behind. It is sparse: a page takes memory only once it is touched.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "base/error.hpp"
#include "base/file_limit.hpp"
#include "base/log.hpp"
#include "base/mapping.hpp"
#include "memkind/kind.hpp"
#include "memkind/policy.hpp"

namespace isthmus::memkind {
namespace {

base::SetupError too_large(const config::PartitionSpec& spec) {
  if (spec.id == 0)
    return base::SetupError(
        base::text("the library's own %s do not fit in this process's address space (%s); raise the "
                   "limit, ulimit -v, or start fewer PEs on a node",
                   in_words(spec.size).c_str(), std::strerror(errno)));
  return base::SetupError(
      base::text("partition %d of %s does not fit in this process's address space (%s); set SHMEM_SYMMETRIC_SIZE or "
                 "SHMEM_SYMMETRIC_PARTITION%d lower",
                 spec.id, in_words(spec.size).c_str(), std::strerror(errno), spec.id));
}

/// Creates a memfd with pages of the requested size. If the system has too few of them reserved, says so and uses
/// ordinary pages.
base::Fd open_backing(const config::PartitionSpec& spec) {
  const auto small = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (spec.page_size > small) {
    const unsigned flags = MFD_CLOEXEC | MFD_HUGETLB | (static_cast<unsigned>(__builtin_ctzll(spec.page_size)) << 26);
    base::Fd huge(memfd_create("isthmus", flags));
    // With too few reserved pages a MAP_NORESERVE mapping succeeds and the first touch raises SIGBUS, so this mapping
    // reserves them all now.
    if (huge && ftruncate(huge.get(), static_cast<off_t>(spec.size)) == 0) {
      base::Mapping probe(nullptr, spec.size, PROT_READ | PROT_WRITE, MAP_SHARED, huge.get());
      if (probe) return huge;
    }
    base::say(
        base::text("partition %d: no free pages of PGSIZE=%zu set aside (see /proc/sys/vm/nr_hugepages); "
                   "using ordinary pages",
                   spec.id, spec.page_size));
  }
  base::Fd fd(memfd_create("isthmus", MFD_CLOEXEC));
  if (!fd && (errno == EPERM || errno == EACCES || errno == ENOSYS))
    throw base::SetupError(
        base::text("cannot create symmetric memory: memfd_create is refused here (%s), as by a seccomp profile or "
                   "vm.memfd_noexec=2; "
                   "allow it in the profile, run the container with --security-opt seccomp=unconfined, or set "
                   "vm.memfd_noexec lower",
                   std::strerror(errno)));
  if (!fd) base::throw_errno("cannot create symmetric memory (memfd_create)");
  if (spec.size > base::file_limit())
    throw base::SetupError(
        base::text("%s of symmetric memory are more than a file may have here; raise the limit: ulimit -f%s",
                   in_words(spec.size).c_str(), spec.id == 0 ? "" : ", or set SHMEM_SYMMETRIC_SIZE lower"));
  if (ftruncate(fd.get(), static_cast<off_t>(spec.size)) != 0) throw too_large(spec);
  return fd;
}

constexpr int kShared = MAP_SHARED | MAP_NORESERVE;

/// Maps at `hint` if that range is free, and elsewhere otherwise; the address is a multiple of kRegionAlignment.
base::Mapping map_aligned(void* hint, std::size_t size, int fd, std::size_t offset) {
  {
    base::Mapping mapping(hint, size, PROT_READ | PROT_WRITE, kShared, fd, offset);
    if (!mapping || mapping.address() % kRegionAlignment == 0) return mapping;
  }  // unmapped again, since the address space may not hold it twice
  base::Mapping room(nullptr, size + kRegionAlignment, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  if (!room) return room;
  const std::uintptr_t aligned = (room.address() + kRegionAlignment - 1) & ~(kRegionAlignment - 1);
  munmap(room.get(), aligned - room.address());
  const std::uintptr_t end = aligned + size;
  munmap(reinterpret_cast<void*>(end), room.address() + room.size() - end);
  room.release();
  return base::Mapping(reinterpret_cast<void*>(aligned), size, PROT_READ | PROT_WRITE, kShared | MAP_FIXED, fd, offset);
}

Region alloc(const config::PartitionSpec& wanted, void* hint) {
  if (wanted.device != config::kAutoDevice)
    throw base::SetupError(base::text(
        "partition %d: DEVICE=%d is for device memory; name its KIND, or leave DEVICE out", wanted.id, wanted.device));
  const auto page = std::max(wanted.page_size, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  config::PartitionSpec spec = wanted;
  spec.size = (spec.size + page - 1) / page * page;  // mappings have whole pages
  Region region;
  if (spec.file < 0) region.backing = open_backing(spec);
  base::Mapping mapping =
      map_aligned(hint, spec.size, spec.file < 0 ? region.backing.get() : spec.file, spec.file_offset);
  if (!mapping) throw too_large(spec);
  madvise(mapping.get(), spec.size, MADV_HUGEPAGE);  // ignored if the system does not allow it for shared memory
  madvise(mapping.get(), spec.size, MADV_DONTDUMP);
  apply_policy(mapping.get(), spec.size, spec.policy);
  region.address = mapping.get();
  region.size = spec.size;
  mapping.release();
  return region;
}

void release(void* address, std::size_t bytes) { munmap(address, bytes); }

void free_region(Region& region) {
  if (region.address) release(region.address, region.size);
  region = Region{};
}

void copy(void* dest, const void* source, std::size_t bytes) { std::memmove(dest, source, bytes); }
void fill(void* dest, int byte, std::size_t bytes) { std::memset(dest, byte, bytes); }

Handle export_handle(const Region& region) {
  Handle handle;
  handle.fd = base::Fd(fcntl(region.backing.get(), F_DUPFD_CLOEXEC, 0));
  if (!handle.fd) base::throw_errno("cannot share symmetric memory with the peers of this node");
  return handle;
}

void* import_handle(const Handle& handle, std::size_t bytes) {
  base::Mapping mapping(nullptr, bytes, PROT_READ | PROT_WRITE, kShared, handle.fd.get());
  if (!mapping)
    throw base::SetupError(
        base::text("cannot map a peer's %s of symmetric memory (%s); set SHMEM_SYMMETRIC_SIZE lower, "
                   "raise ulimit -v, or start fewer PEs on a node",
                   in_words(bytes).c_str(), std::strerror(errno)));
  void* address = mapping.get();
  madvise(address, bytes, MADV_HUGEPAGE);
  madvise(address, bytes, MADV_DONTDUMP);  // it is part of its owner's dump
  mapping.release();
  return address;
}

bool query(const void*) { return true; }

}  // namespace

void show_in_dumps(void* from, std::size_t bytes) { madvise(from, bytes, MADV_DODUMP); }

const Kind kHost{
    .name = "HOST",
    .device = nullptr,
    .alloc = alloc,
    .free = free_region,
    .copy = copy,
    .fill = fill,
    .export_handle = export_handle,
    .import_handle = import_handle,
    .release_import = release,
    .query = query,
};

}  // namespace isthmus::memkind
