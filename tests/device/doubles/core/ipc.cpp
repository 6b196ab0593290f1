#include "core/ipc.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "core/settings.hpp"

namespace doubles {
namespace {

constexpr std::uint64_t kMark = 0x656c62756f44'4950;

std::uint64_t check_of(const IpcHandle& h) {
  return (h.inode * 31 + h.size) * 31 + h.offset * 7 + static_cast<std::uint64_t>(h.pid) * 3 +
         static_cast<std::uint64_t>(h.device) + h.node * 131 + kMark;
}

bool same_memory(int fd, const IpcHandle& handle) {
  struct stat found {};
  return fstat(fd, &found) == 0 && found.st_ino == handle.inode &&
         static_cast<std::uint64_t>(found.st_size) >= handle.offset + handle.size;
}

}  // namespace

IpcHandle describe(const Block& block, int fd) {
  IpcHandle handle{};
  handle.fd = fd;
  handle.mark = kMark;
  handle.inode = block.inode;
  handle.size = block.size;
  handle.offset = static_cast<std::uint64_t>(block.shown - static_cast<char*>(block.shown_map));
  handle.pid = getpid();
  handle.device = block.device;
  handle.node = static_cast<std::uint64_t>(settings().node);
  handle.check = check_of(handle);
  return handle;
}

bool plausible(const IpcHandle& handle) {
  return handle.mark == kMark && handle.check == check_of(handle) &&
         handle.node == static_cast<std::uint64_t>(settings().node);
}

Opening open_from_descriptor(const IpcHandle& handle, int device, BlockRef& block) {
  if (!plausible(handle)) return Opening::not_a_handle;
  if (!same_memory(handle.fd, handle)) return Opening::gone;
  block = memory().import(handle.fd, handle.size, handle.offset, handle.device, device);
  return block != nullptr ? Opening::good : Opening::no_room;
}

Opening open_from_process(const IpcHandle& handle, int device, BlockRef& block) {
  if (!plausible(handle)) return Opening::not_a_handle;
  if (handle.pid == getpid()) return Opening::of_this_process;
  const std::string path = "/proc/" + std::to_string(handle.pid) + "/fd/" + std::to_string(handle.fd);
  IpcHandle here = handle;
  here.fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (here.fd < 0) return Opening::gone;
  const Opening result = open_from_descriptor(here, device, block);
  close(here.fd);
  return result;
}

}  // namespace doubles
