// Collectives that move data. Where SHMEM has the same operation on the same addresses, its algorithms serve; otherwise every thread
// fetches what is to be its own, except where one thread gets all.
#include "collectives.hpp"

using namespace isthmus::upc;

extern "C" {

void upc_all_broadcast(upcr_pointer to, upcr_pointer from, size_t bytes, int flags) {
  Collective call(flags);
  shmem_broadcastmem(SHMEM_TEAM_WORLD, symmetric(to), symmetric(from), bytes, pe_of(from));
}

void upc_all_scatter(upcr_pointer to, upcr_pointer from, size_t bytes, int flags) {
  Collective call(flags);
  upc_memget(symmetric(to), from + me() * bytes, bytes);
}

void upc_all_gather(upcr_pointer to, upcr_pointer from, size_t bytes, int flags) {
  Collective call(flags);
  upc_memput(to + me() * bytes, symmetric(from), bytes);
}

void upc_all_gather_all(upcr_pointer to, upcr_pointer from, size_t bytes, int flags) {
  Collective call(flags);
  shmem_fcollectmem(SHMEM_TEAM_WORLD, symmetric(to), symmetric(from), bytes);
}

void upc_all_exchange(upcr_pointer to, upcr_pointer from, size_t bytes, int flags) {
  Collective call(flags);
  shmem_alltoallmem(SHMEM_TEAM_WORLD, symmetric(to), symmetric(from), bytes);
}

void upc_all_permute(upcr_pointer to, upcr_pointer from, upcr_pointer order, size_t bytes, int flags) {
  Collective call(flags);
  const int target = *reinterpret_cast<const int*>(symmetric(order));
  if (target < 0 || target >= upcr_threads) fatal("upc_all_permute to thread %d, and there are %d", target, upcr_threads);
  upc_memput(in_thread(to, static_cast<uint64_t>(target)), symmetric(from), bytes);
}
}
