// The sequence of requests to the pool. Under SHMEM_CHECK=1 barriers compare it between the PEs: if it differs, mapped
// objects have different offsets, and a put arrives in the wrong object of another PE.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace isthmus::omp {

/// Converts a place in the source from the text of an ident_t or the name of a map (";name;file;line;column;;") to
/// "file:line". Empty if the place is unknown.
std::string place_in_source(const char* text);

struct Step {
  std::uint64_t taken;  ///< 1: allocated; 0: freed
  std::uint64_t offset, bytes;
  std::uint64_t hash;  ///< over all steps up to this one
  char where[96];
};

class Sequence {
 public:
  static constexpr std::uint64_t kKept = 1024;

  /// Arrays in symmetric memory, which other PEs read; null if no sequence is kept. `all` has an element for each PE.
  struct Kept {
    struct Summary {
      std::uint64_t steps, hash;
    };
    Step* steps = nullptr;
    Summary *own = nullptr, *all = nullptr;
  };

  /// Collective. Allocates symmetric memory and keeps the sequence from now on.
  void keep();
  /// Collective. Frees that memory and forgets the sequence.
  void drop();

  bool kept() const { return kept_.steps; }
  void note(bool taken, std::size_t offset, std::size_t bytes, const std::string& where);

  /// Collective. PE 0 ends the job when a PE's sequence differs from its own.
  void compare(int partition);

 private:
  [[noreturn]] void tell_difference(int partition, int pe);
  Step step_of(int pe, std::uint64_t number) const;

  std::mutex mutex_;
  Kept kept_;
  std::uint64_t count_ = 0, hash_ = 0;
};

}  // namespace isthmus::omp
