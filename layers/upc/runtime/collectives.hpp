// What all collectives have in common: how they begin and end, and where elements of arrays with blocks lie.
#pragma once
#include <shmem.h>
#include <upc_types.h>

#include "job.hpp"

extern "C" {
void upc_memget(void* to, upcr_pointer from, size_t bytes);
void upc_memput(upcr_pointer to, const void* from, size_t bytes);
}

namespace isthmus::upc {

/// The synchronisation that a call's flags ask for. MYSYNC is served like ALLSYNC, which is more than it wants.
class Collective {
 public:
  explicit Collective(int flags) : flags_(flags) {
    if (!(flags & UPC_IN_NOSYNC)) barrier();
  }
  ~Collective() {
    if (!(flags_ & UPC_OUT_NOSYNC)) barrier();
  }
  Collective(const Collective&) = delete;
  Collective& operator=(const Collective&) = delete;

 private:
  const int flags_;
};

inline uint64_t me() { return static_cast<uint64_t>(upcr_mythread); }
inline uint64_t threads() { return static_cast<uint64_t>(upcr_threads); }
/// The same offset in another thread: relocalisation functions take arrays with a block for each thread.
inline upcr_pointer in_thread(upcr_pointer p, uint64_t thread) { return pointer(thread, upcr_offset(p)); }

}  // namespace isthmus::upc
