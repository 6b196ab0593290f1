// What the collectives that move data share: a member describes its buffers, and copies what it receives.
#pragma once
#include <vector>

#include "device/call.hpp"
#include "device/collectives.hpp"

namespace isthmus::mpi {

/// Something that this member receives.
struct Incoming {
  int member;
  std::ptrdiff_t from;  ///< bytes after the beginning of the member's source
  std::size_t bytes;
  char* to;
  const Strides* shape;  ///< of the dest
};
/// Begins to copy everything that comes in. The copies are complete after close().
void pull(DeviceCall& device, const std::vector<Incoming>& incoming);

inline std::size_t natural(Count count) { return count.value > 0 ? static_cast<std::size_t>(count.value) : 0; }

/// A side of this member. Negative counts and unknown types are left to the MPI.
Buffer buffer(DeviceCall& device, const void* address, Count count, Word type);
/// The number of elements up to the end of the last block. Negative numbers are left to the MPI.
std::size_t reach(DeviceCall& device, const Counts& counts, const Counts& displacements);
/// Give or fill the buffer, unless it is empty.
void give(DeviceCall& device, const Buffer& source);
void fill(DeviceCall& device, const Buffer& dest);

/// Bytes from an element of the source to the one `count` elements further on, in the form that others read.
inline std::ptrdiff_t distance(const DeviceCall& device, const Buffer& source, std::int64_t count) {
  if (!source.layout) return 0;
  return count * (device.copied() ? static_cast<std::ptrdiff_t>(source.layout->size()) : source.layout->extent());
}

/// Agrees with the others. If the mapped way cannot be taken, returns false, and says in `otherwise` what to do.
inline bool mapped(DeviceCall& device, Outcome& otherwise) {
  const Agreement agreed = device.agree();
  otherwise = agreed == Agreement::host ? Outcome::host : Outcome::staged;
  return agreed == Agreement::mapped;
}
/// The same. Calls of up to `staged` bytes, by what all members know of the call, go through host memory.
inline bool mapped(DeviceCall& device, std::size_t memkind::Limits::*staged, std::size_t bytes, Outcome& otherwise) {
  return mapped(device, otherwise) && bytes > device.kind().device->limits->*staged;
}
/// To be called before the first write of an alltoall in place, which cannot be repeated. Returns false, on all
/// members, if one of them cannot map all sources, or needs a kernel, which its device might refuse.
bool can_write(DeviceCall& device);
/// Ends a call that went the mapped way.
inline Outcome end(DeviceCall& device) { return device.close() ? Outcome::done : Outcome::staged; }

}  // namespace isthmus::mpi
