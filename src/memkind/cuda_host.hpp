// Host memory that CUDA's devices access directly: the entries of memkind::Device of that name.
#pragma once
#include <cstddef>

namespace isthmus::memkind::cuda {

void* pin(std::size_t bytes);
void unpin(void* pinned);
void* register_host(void* start, std::size_t bytes);
void unregister_host(void* start);
bool host_atomics();

}  // namespace isthmus::memkind::cuda
