// Every upc_fence in the program's code has a jump to what waits for writes to other nodes. Where all threads are on one node, the
// jumps are overwritten at start-up, so that a fence asks nothing.
#include <fcntl.h>
#include <unistd.h>

#include "far_jump.h"
#include "job.hpp"

extern "C" {
// The linker's names for the section that UPCR_JUMP_TO fills; a program without a fence has none.
extern const int32_t __start_upcr_far_jumps[] __attribute__((weak, visibility("hidden")));
extern const int32_t __stop_upcr_far_jumps[] __attribute__((weak, visibility("hidden")));
}

namespace isthmus::upc {

// The kernel writes to code that is never writable for the program. Where it does not, the jumps stay, which is right, and slower.
void remove_far_jumps() {
  static constexpr char kInstead[] = UPCR_NO_OPERATION;
  const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  if (memory < 0) return;
  for (const int32_t* entry = __start_upcr_far_jumps; entry != __stop_upcr_far_jumps; ++entry) {
    char* place = const_cast<char*>(reinterpret_cast<const char*>(entry)) + *entry;
    if (pwrite(memory, kInstead, sizeof kInstead - 1, reinterpret_cast<off_t>(place)) < 0) break;
    __builtin___clear_cache(place, place + sizeof kInstead - 1);
  }
  close(memory);
}

}  // namespace isthmus::upc
