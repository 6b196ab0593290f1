// What the pool was asked for, in order. Under SHMEM_CHECK=1 barriers compare it between the PEs: where it differs, the
// offsets of mapped objects do, and what one PE puts arrives at the wrong object of another.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace isthmus::omp {

/// A place in the source as an ident_t or the name of a map has it, ";name;file;line;column;;": "file:line", or empty.
std::string place_in_source(const char* text);

struct Step {
  std::uint64_t taken;  ///< bytes; 0: given back
  std::uint64_t offset, bytes;
  std::uint64_t hash;  ///< over all steps up to this one
  char where[96];
};

class Sequence {
 public:
  static constexpr std::uint64_t kKept = 1024;

  /// In symmetric memory, so that other PEs can look; all null: nothing is kept. `all` has room for every PE.
  struct Kept {
    struct Summary {
      std::uint64_t steps, hash;
    };
    Step* steps = nullptr;
    Summary *own = nullptr, *all = nullptr;
  };

  /// Collective. Takes symmetric memory.
  void keep();
  /// Collective.
  void drop();

  bool kept() const { return kept_.steps; }
  void note(bool taken, std::size_t offset, std::size_t bytes, const std::string& where);

  /// Collective. PE 0 ends the job when some PE's sequence is another.
  void compare(int partition);

 private:
  [[noreturn]] void tell_difference(int partition, int pe);
  Step step_of(int pe, std::uint64_t number) const;

  std::mutex mutex_;
  Kept kept_;
  std::uint64_t count_ = 0, hash_ = 0;
};

}  // namespace isthmus::omp
