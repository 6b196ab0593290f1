// MPI_X and PMPI_X for every row of calls.def. Both names are ours, because Open MPI's Fortran functions call PMPI_X; a
// profiling tool defines MPI_X before us and calls PMPI_X.
#include "calls/forms.hpp"
#include "real.hpp"

using namespace isthmus::mpi;

#define UNPACK(...) __VA_ARGS__
#define EXPORT extern "C" [[gnu::visibility("default")]]
#define STAMP(prefix, Name, parameters, body) STAMP_AS(prefix##Name, P##prefix##Name, parameters, body)
#define STAMP_AS(name, twin, parameters, body)    \
  EXPORT int twin parameters { return body; }     \
  EXPORT [[gnu::alias(#twin)]] int name parameters;

#define COUNT int
#define DISPLACEMENT int
#define UNCOUNTED COLLECTIVE
#define COLLECTIVE(Name, name, parameters, arguments) \
  STAMP(MPI_, Name, parameters, blocking(Operation::name, Name{UNPACK arguments}, real().Name))
#include "calls.def"
#undef COUNT
#undef DISPLACEMENT
#define COUNT std::int64_t
#define DISPLACEMENT std::int64_t
#define COLLECTIVE(Name, name, parameters, arguments) \
  STAMP(MPI_, Name##_c, parameters, blocking(Operation::name, Name{UNPACK arguments}, real().Name##_c))
#include "calls.def"
