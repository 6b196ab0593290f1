// The MPI library of this process, under which we are: its functions, and which ABI it has. Found at the first call of
// ours, because Python loads its MPI long after it has loaded us.
#pragma once
#include <atomic>

#include "mpi.hpp"

namespace isthmus::mpi {

struct Abi;

struct Real {
#define COUNT int
#define DISPLACEMENT int
#define UNCOUNTED COLLECTIVE
#define NEIGHBOUR COLLECTIVE
#define COLLECTIVE(Name, name, parameters, arguments)         \
  int(*Name) parameters = nullptr;                            \
  int (*I##name)(UNPACK parameters, void* request) = nullptr; \
  int (*Name##_init)(UNPACK parameters, Word info, void* request) = nullptr;
#define MESSAGE(Name, how, comm, parameters, arguments) int(*Name) parameters = nullptr;
#define OPTIONAL(Name, comm, parameters, arguments) int(*Name) parameters = nullptr;
#define EARLY(Name, parameters, arguments) int(*Name) parameters = nullptr;
#define CALL(Name, parameters, arguments) int(*Name) parameters = nullptr;
#define USED(Name, parameters) int(*Name) parameters = nullptr;
#define FOUND(Name, parameters) int(*Name) parameters = nullptr;
#define UNPACK(...) __VA_ARGS__
#include "calls.def"
#undef COUNT
#undef DISPLACEMENT
#define COUNT std::int64_t
#define DISPLACEMENT std::int64_t
#define NEIGHBOUR COLLECTIVE
#define COLLECTIVE(Name, name, parameters, arguments)             \
  int(*Name##_c) parameters = nullptr;                            \
  int (*I##name##_c)(UNPACK parameters, void* request) = nullptr; \
  int (*Name##_init_c)(UNPACK parameters, Word info, void* request) = nullptr;
#define MESSAGE(Name, how, comm, parameters, arguments) int(*Name##_c) parameters = nullptr;
#include "calls.def"
#undef COUNT
#undef DISPLACEMENT
#undef UNPACK

  void (*progress)() = nullptr;  ///< lets the MPI work on what is under way, if it has a function for that alone
  const char* path = "";         ///< the file of the library
  const Abi* abi = nullptr;      ///< known when the program has initialised the MPI, of which it is asked
};

/// Null before the first call of real().
inline std::atomic<const Real*> found_library = nullptr;
const Real& find_library();

/// Finds the library at the first call. Ends the process with a message if there is none.
inline const Real& real() {
  const Real* const known = found_library.load(std::memory_order_acquire);
  return known ? *known : find_library();
}

/// The same before the program has initialised the MPI: its functions alone.
const Real& find_functions();

/// Called when there may be an MPI_COMM_WORLD: from then on a process that cannot go on ends the job, and says which
/// rank it is. May be called again.
void meet_world();

/// The address of a variable of the MPI, such as a predefined handle of Open MPI; null if it has none of that name.
void* find_variable(const char* name);

}  // namespace isthmus::mpi
