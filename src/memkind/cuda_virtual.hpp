// Memory that the program made by CUDA's virtual memory management (cuMemCreate, cuMemMap). It has no IPC handle of the
// old kind; where the program has asked for it, the driver gives a file descriptor, which a peer maps.
#pragma once
#include "base/fd.hpp"
#include "memkind/cuda_devices.hpp"

namespace isthmus::memkind::cuda {

/// Makes the id of such memory that of its physical memory, too: another one may be mapped at the same addresses later.
/// Returns false if several are mapped in the range, or none at its ends, so that no descriptor stands for the whole.
bool identify_physical(Allocation& found);
/// The descriptor of the memory at `base`. Empty if it is not such memory, or must not be shared.
base::Fd export_descriptor(Pointer base);
/// Maps a peer's memory for the home device. Throws base::SetupError.
void* import_descriptor(int fd, std::size_t bytes);
/// Undoes import_descriptor(). Returns false for other memory.
bool release_descriptor(void* address, std::size_t bytes);

}  // namespace isthmus::memkind::cuda
