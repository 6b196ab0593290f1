// The selection of maps that get symmetric storage.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace isthmus::omp {

enum class Mode { off, selected, all };

/// The value of SHMEM_OMP_MAP from the first shmem_init on; `off` before it.
extern std::atomic<Mode> mode;
extern std::atomic<std::size_t> n_ranges;
extern thread_local int scopes;

/// Whether every map of this thread is selected.
inline bool selects_all() { return scopes > 0 || mode.load(std::memory_order_relaxed) == Mode::all; }
/// Whether some object may be selected by its address.
inline bool has_ranges() { return n_ranges.load(std::memory_order_acquire) != 0; }

bool in_range(std::uintptr_t host);
void add_range(std::uintptr_t host, std::size_t bytes);
bool remove_range(std::uintptr_t host);

}  // namespace isthmus::omp
