// MPI_X and PMPI_X for every row of calls.def. Both names are ours, because Open MPI's Fortran functions call PMPI_X; a
// profiling tool defines MPI_X before us and calls PMPI_X. Functions that this MPI does not have: calls/missing.hpp.
#include "calls/forms.hpp"
#include "calls/messages.hpp"
#include "calls/missing.hpp"
#include "real.hpp"

using namespace isthmus::mpi;

#define UNPACK(...) __VA_ARGS__
#define EXPORT extern "C" [[gnu::visibility("default")]]
/// `value` is what the function returns. It may use `mpi`, the functions of the MPI.
#define STAMP(prefix, Name, parameters, value)          \
  STAMP_AS(prefix##Name, P##prefix##Name, parameters, { \
    const Real& mpi = real();                           \
    return value;                                       \
  })
#define STAMP_AS(name, twin, parameters, body) \
  EXPORT int twin parameters body EXPORT [[gnu::alias(#twin)]] int name parameters;
/// `function` is a member of Real.
#define IF_FOUND(function, comm, body) mpi.function ? (body) : report_missing("MPI_" #function, comm)

// Open MPI 4.1 has the persistent forms under MPIX names.
#define COUNT int
#define DISPLACEMENT int
#define UNCOUNTED COLLECTIVE
#define COLLECTIVE(Name, name, parameters, arguments)                                                                  \
  STAMP(MPI_, Name, parameters, blocking(Operation::name, Name{UNPACK arguments}, mpi.Name))                           \
  STAMP(MPI_, I##name, (UNPACK parameters, void* request),                                                             \
        IF_FOUND(I##name, comm, nonblocking(Operation::name, Name{UNPACK arguments}, mpi.I##name, mpi.Name, request))) \
  STAMP(MPI_, Name##_init, (UNPACK parameters, Word info, void* request),                                              \
        IF_FOUND(Name##_init, comm,                                                                                    \
                 persistent(Operation::name, Name{UNPACK arguments}, mpi.Name##_init, mpi.Name, info, request)))       \
  STAMP(MPIX_, Name##_init, (UNPACK parameters, Word info, void* request),                                             \
        IF_FOUND(Name##_init, comm,                                                                                    \
                 persistent(Operation::name, Name{UNPACK arguments}, mpi.Name##_init, mpi.Name, info, request)))
#define NEIGHBOUR(Name, name, parameters, arguments)                                                     \
  STAMP(MPI_, Name, parameters, hand_on(Name{UNPACK arguments}, mpi.Name))                               \
  STAMP(MPI_, I##name, (UNPACK parameters, void* request),                                               \
        IF_FOUND(I##name, comm, nonblocking(Name{UNPACK arguments}, mpi.I##name, request)))              \
  STAMP(MPI_, Name##_init, (UNPACK parameters, Word info, void* request),                                \
        IF_FOUND(Name##_init, comm, persistent(Name{UNPACK arguments}, mpi.Name##_init, info, request))) \
  STAMP(MPIX_, Name##_init, (UNPACK parameters, Word info, void* request),                               \
        IF_FOUND(Name##_init, comm, persistent(Name{UNPACK arguments}, mpi.Name##_init, info, request)))
#define MESSAGE(Name, how, comm, parameters, arguments) \
  STAMP(MPI_, Name, parameters, IF_FOUND(Name, comm, messages::how(mpi.Name, UNPACK arguments)))
#define OPTIONAL(Name, comm, parameters, arguments) \
  STAMP(MPI_, Name, parameters, IF_FOUND(Name, comm, ours::Name arguments))
#define EARLY CALL
#define CALL(Name, parameters, arguments) \
  STAMP_AS(MPI_##Name, PMPI_##Name, parameters, { return ours::Name arguments; })
#include "calls.def"
#undef COUNT
#undef DISPLACEMENT
// Where the MPI has no form with _c, the call is that of the program with ints: MPI_Name.
#define COUNT std::int64_t
#define DISPLACEMENT std::int64_t
#define IF_WIDE(function, wide, narrow) mpi.function ? (wide) : (narrow)
#define COLLECTIVE(Name, name, parameters, arguments)                                                                  \
  STAMP(MPI_, Name##_c, parameters,                                                                                    \
        IF_WIDE(Name##_c, blocking(Operation::name, Name{UNPACK arguments}, mpi.Name##_c),                             \
                with_ints("MPI_" #Name "_c", Name{UNPACK arguments},                                                   \
                          [](const Name& call) { return blocking(Operation::name, call, real().Name); })))             \
  STAMP(MPI_, I##name##_c, (UNPACK parameters, void* request),                                                         \
        IF_WIDE(                                                                                                       \
            I##name##_c, nonblocking(Operation::name, Name{UNPACK arguments}, mpi.I##name##_c, mpi.Name##_c, request), \
            IF_FOUND(                                                                                                  \
                I##name, comm,                                                                                         \
                request_with_ints("MPI_I" #name "_c", Name{UNPACK arguments}, request, false, [&](const Name& call) {  \
                  return nonblocking(Operation::name, call, mpi.I##name, mpi.Name, request);                           \
                }))))                                                                                                  \
  STAMP(MPI_, Name##_init_c, (UNPACK parameters, Word info, void* request),                                            \
        IF_WIDE(Name##_init_c,                                                                                         \
                persistent(Operation::name, Name{UNPACK arguments}, mpi.Name##_init_c, mpi.Name##_c, info, request),   \
                IF_FOUND(Name##_init, comm,                                                                            \
                         request_with_ints(                                                                            \
                             "MPI_" #Name "_init_c", Name{UNPACK arguments}, request, true, [&](const Name& call) {    \
                               return persistent(Operation::name, call, mpi.Name##_init, mpi.Name, info, request);     \
                             }))))
#define NEIGHBOUR(Name, name, parameters, arguments)                                                                   \
  STAMP(MPI_, Name##_c, parameters,                                                                                    \
        IF_WIDE(Name##_c, hand_on(Name{UNPACK arguments}, mpi.Name##_c),                                               \
                with_ints("MPI_" #Name "_c", Name{UNPACK arguments},                                                   \
                          [](const Name& call) { return hand_on(call, real().Name); })))                               \
  STAMP(                                                                                                               \
      MPI_, I##name##_c, (UNPACK parameters, void* request),                                                           \
      IF_WIDE(I##name##_c, nonblocking(Name{UNPACK arguments}, mpi.I##name##_c, request),                              \
              IF_FOUND(I##name, comm,                                                                                  \
                       request_with_ints("MPI_I" #name "_c", Name{UNPACK arguments}, request, false,                   \
                                         [&](const Name& call) { return nonblocking(call, mpi.I##name, request); })))) \
  STAMP(MPI_, Name##_init_c, (UNPACK parameters, Word info, void* request),                                            \
        IF_WIDE(Name##_init_c, persistent(Name{UNPACK arguments}, mpi.Name##_init_c, info, request),                   \
                IF_FOUND(Name##_init, comm,                                                                            \
                         request_with_ints(                                                                            \
                             "MPI_" #Name "_init_c", Name{UNPACK arguments}, request, true,                            \
                             [&](const Name& call) { return persistent(call, mpi.Name##_init, info, request); }))))
#define MESSAGE(Name, how, comm, parameters, arguments)                \
  STAMP(                                                               \
      MPI_, Name##_c, parameters,                                      \
      IF_WIDE(Name##_c, messages::how(mpi.Name##_c, UNPACK arguments), \
              IF_FOUND(Name, comm,                                     \
                       message_with_ints(                              \
                           "MPI_" #Name "_c", comm,                    \
                           [](auto... narrow) { return messages::how(real().Name, narrow...); }, UNPACK arguments))))
#include "calls.def"
