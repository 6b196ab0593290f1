// Which buffers are in device memory, as Isthmus tells by its extensions; another library has none that is known here.
#pragma once

namespace isthmus::profile::device {

/// Looks for the extensions, and for partitions in device memory. After shmem_init.
void look();
/// Whether some partition is in device memory, so that it is worth asking of each buffer.
bool is_used();
bool holds(const void* address);

}  // namespace isthmus::profile::device
