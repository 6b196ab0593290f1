// The tool's own calls of the OpenSHMEM library. They are of version 1.3 or older, so that any library has them.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace isthmus::profile::job {

int my_pe();
int n_pes();
void barrier();
void fence();
void put(void* dest, const void* source, std::size_t bytes, int pe);
void get(void* dest, const void* source, std::size_t bytes, int pe);
void store(long* dest, long value, int pe);
void wait_until_at_least(long* word, long value);
/// Name and version of the library.
std::string library_name();

/// Symmetric memory; collective. Null if the heap is full.
class Symmetric {
 public:
  explicit Symmetric(std::size_t bytes);
  ~Symmetric();
  Symmetric(const Symmetric&) = delete;
  Symmetric& operator=(const Symmetric&) = delete;
  void* get() const { return memory_; }

 private:
  void* memory_;
};

/// The node of every PE, numbered by their lowest PEs. PEs are on one node if they reach each other's memory by
/// shmem_ptr, or, in a library where that says nothing, if their hosts have one name. Collective.
std::vector<int> nodes();

/// Brings the bytes of every PE to PE 0, in pieces; collective. Returns them by PE there, and nothing elsewhere. False
/// if there is no symmetric memory for the pieces.
bool bring_to_first(const std::vector<char>& mine, std::vector<std::vector<char>>& all);

}  // namespace isthmus::profile::job
