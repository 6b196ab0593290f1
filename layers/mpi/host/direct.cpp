#include "host/direct.hpp"

#include <sys/uio.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace isthmus::mpi {
namespace {

using Transfer = decltype(&process_vm_readv);

void transfer(Transfer how, pid_t pid, std::uintptr_t here, std::uintptr_t there, std::size_t bytes) {
  while (bytes) {
    iovec mine{reinterpret_cast<void*>(here), bytes}, theirs{reinterpret_cast<void*>(there), bytes};
    const ssize_t moved = how(pid, &mine, 1, &theirs, 1, 0);
    if (moved <= 0) {
      if (moved < 0 && errno == EINTR) continue;
      base::fatal("isthmus_mpi", base::text("cannot copy %zu bytes from or to process %d: %s; set ISTHMUS_MPI=off",
                                            bytes, pid, moved < 0 ? std::strerror(errno) : "nothing was copied"));
    }
    here += static_cast<std::size_t>(moved), there += static_cast<std::size_t>(moved);
    bytes -= static_cast<std::size_t>(moved);
  }
}

}  // namespace

void read_from(const Communicator& comm, int member, void* to, std::uintptr_t address, std::size_t bytes) {
  transfer(process_vm_readv, comm.memory().process(member).pid, reinterpret_cast<std::uintptr_t>(to), address, bytes);
}

void write_to(const Communicator& comm, int member, std::uintptr_t address, const void* from, std::size_t bytes) {
  transfer(process_vm_writev, comm.memory().process(member).pid, reinterpret_cast<std::uintptr_t>(from), address,
           bytes);
}

}  // namespace isthmus::mpi
