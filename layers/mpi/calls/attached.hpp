// What is remembered of requests (requests.hpp), by their handles.
#pragma once
#include <memory>

#include "calls/requests.hpp"

namespace isthmus::mpi {

inline bool none_attached() { return attached_requests.load(std::memory_order_acquire) == 0; }

void put_attached(Word request, std::shared_ptr<Attached> attached);
/// What is remembered of a request; null if nothing is.
std::shared_ptr<Attached> find_attached(Word request);
/// Forgets a request, and returns what was remembered of it.
std::shared_ptr<Attached> take_attached(Word request);

/// Copies the results back, once for each start: after that the buffer is the program's, which may have written to it.
void copy_back(Attached& attached);
/// Before the MPI starts persistent requests: copies the program's data again.
void start_attached(int count, const void* requests);

/// Keeps an active request that the program frees.
void keep_freed(Word request, std::shared_ptr<Attached> attached);
/// Completes the freed requests that are done, or waits for all of them.
void complete_freed(bool wait);

}  // namespace isthmus::mpi
