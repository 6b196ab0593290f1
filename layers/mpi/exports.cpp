// MPI_X and PMPI_X for every row of calls.def. Both names are ours, because Open MPI's Fortran functions call PMPI_X; a
// profiling tool defines MPI_X before us and calls PMPI_X.
#include "calls/forms.hpp"
#include "calls/messages.hpp"
#include "real.hpp"

using namespace isthmus::mpi;

#define UNPACK(...) __VA_ARGS__
#define EXPORT extern "C" [[gnu::visibility("default")]]
#define STAMP(prefix, Name, parameters, body) STAMP_AS(prefix##Name, P##prefix##Name, parameters, body)
#define STAMP_AS(name, twin, parameters, body) \
  EXPORT int twin parameters { return body; }  \
  EXPORT [[gnu::alias(#twin)]] int name parameters;

// Open MPI 4.1 has the persistent forms under MPIX names.
#define COUNT int
#define DISPLACEMENT int
#define UNCOUNTED COLLECTIVE
#define COLLECTIVE(Name, name, parameters, arguments)                                                        \
  STAMP(MPI_, Name, parameters, blocking(Operation::name, Name{UNPACK arguments}, real().Name))              \
  STAMP(MPI_, I##name, (UNPACK parameters, void* request),                                                   \
        nonblocking(Operation::name, Name{UNPACK arguments}, real().I##name, real().Name, request))          \
  STAMP(MPI_, Name##_init, (UNPACK parameters, Word info, void* request),                                    \
        persistent(Operation::name, Name{UNPACK arguments}, real().Name##_init, real().Name, info, request)) \
  STAMP(MPIX_, Name##_init, (UNPACK parameters, Word info, void* request),                                   \
        persistent(Operation::name, Name{UNPACK arguments}, real().Name##_init, real().Name, info, request))
#define NEIGHBOUR(Name, name, parameters, arguments)                                     \
  STAMP(MPI_, Name, parameters, between_neighbours(Name{UNPACK arguments}, real().Name)) \
  STAMP(MPI_, I##name, (UNPACK parameters, void* request),                               \
        nonblocking(Name{UNPACK arguments}, real().I##name, request))                    \
  STAMP(MPI_, Name##_init, (UNPACK parameters, Word info, void* request),                \
        persistent(Name{UNPACK arguments}, real().Name##_init, info, request))           \
  STAMP(MPIX_, Name##_init, (UNPACK parameters, Word info, void* request),               \
        persistent(Name{UNPACK arguments}, real().Name##_init, info, request))
#define MESSAGE(Name, how, parameters, arguments) \
  STAMP(MPI_, Name, parameters, messages::how(real().Name, UNPACK arguments))
#define OPTIONAL CALL
#define CALL(Name, parameters, arguments) STAMP(MPI_, Name, parameters, ours::Name arguments)
#include "calls.def"
#undef COUNT
#undef DISPLACEMENT
#define COUNT std::int64_t
#define DISPLACEMENT std::int64_t
#define COLLECTIVE(Name, name, parameters, arguments)                                                       \
  STAMP(MPI_, Name##_c, parameters, blocking(Operation::name, Name{UNPACK arguments}, real().Name##_c))     \
  STAMP(MPI_, I##name##_c, (UNPACK parameters, void* request),                                              \
        nonblocking(Operation::name, Name{UNPACK arguments}, real().I##name##_c, real().Name##_c, request)) \
  STAMP(MPI_, Name##_init_c, (UNPACK parameters, Word info, void* request),                                 \
        persistent(Operation::name, Name{UNPACK arguments}, real().Name##_init_c, real().Name##_c, info, request))
#define NEIGHBOUR(Name, name, parameters, arguments)                                             \
  STAMP(MPI_, Name##_c, parameters, between_neighbours(Name{UNPACK arguments}, real().Name##_c)) \
  STAMP(MPI_, I##name##_c, (UNPACK parameters, void* request),                                   \
        nonblocking(Name{UNPACK arguments}, real().I##name##_c, request))                        \
  STAMP(MPI_, Name##_init_c, (UNPACK parameters, Word info, void* request),                      \
        persistent(Name{UNPACK arguments}, real().Name##_init_c, info, request))
#define MESSAGE(Name, how, parameters, arguments) \
  STAMP(MPI_, Name##_c, parameters, messages::how(real().Name##_c, UNPACK arguments))
#include "calls.def"
