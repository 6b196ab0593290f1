// Collectives that move data. Every thread fetches what is to be its own, except where one thread gets all.
#include "collectives.hpp"

using namespace isthmus::upc;

extern "C" {

void upc_all_broadcast(upcr_pointer to, upcr_pointer from, size_t bytes, int flags) {
  Collective call(flags);
  upc_memget(symmetric(to), from, bytes);
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
  for (uint64_t step = 0; step < threads(); ++step) {
    const uint64_t other = (me() + step) % threads();
    upc_memget(symmetric(to) + other * bytes, in_thread(from, other), bytes);
  }
}

void upc_all_exchange(upcr_pointer to, upcr_pointer from, size_t bytes, int flags) {
  Collective call(flags);
  for (uint64_t step = 0; step < threads(); ++step) {
    const uint64_t other = (me() + step) % threads();
    upc_memget(symmetric(to) + other * bytes, in_thread(from, other) + me() * bytes, bytes);
  }
}

void upc_all_permute(upcr_pointer to, upcr_pointer from, upcr_pointer order, size_t bytes, int flags) {
  Collective call(flags);
  const int target = *reinterpret_cast<const int*>(symmetric(order));
  if (target < 0 || target >= upcr_threads) fatal("upc_all_permute to thread %d, and there are %d", target, upcr_threads);
  upc_memput(in_thread(to, static_cast<uint64_t>(target)), symmetric(from), bytes);
}
}
