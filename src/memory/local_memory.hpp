// Memory of this PE alone, of any kind, for layers that have their own idea of who reaches it. Nothing here is
// collective.
#pragma once
#include <array>
#include <cstddef>

namespace isthmus::memory {

/// Throws base::SetupError that names `call`, the cause and the remedy.
void* allocate_local(const char* call, const char* kind, int device, std::size_t bytes);
/// Ends the job if allocate_local() has not returned the address.
void free_local(const char* call, void* address);

/// Copies between memory of any two kinds, of this process or mapped by map_local(). Complete on return.
void copy_local(void* dest, const void* source, std::size_t bytes);

/// What another PE of the node needs to map an allocation: its kind's number, where the address is in it, the driver's
/// bytes.
struct LocalHandle {
  std::size_t kind, bytes, offset;
  std::array<std::byte, 64> driver;
};
/// Returns false where the driver cannot share the allocation that holds the address by bytes alone.
bool share_local(const void* address, LocalHandle& handle);
/// Returns the address, as it is mapped here, that share_local() was called with, or null. It stays mapped.
void* map_local(const LocalHandle& handle);

}  // namespace isthmus::memory
