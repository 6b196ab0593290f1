#include "abi/abi.hpp"

namespace isthmus::mpi {
namespace {

Word address_of(const char* variable) { return reinterpret_cast<Word>(find_variable(variable)); }

/// Adds a type, unless its elements have another size here: the sizes of Fortran's types depend on the compiler's
/// options. Such a type is then treated as one that the program made.
void add_type(Abi& abi, const Real& found, Word handle, Basic basic) {
  std::intptr_t lower = 0, extent = 0;
  const std::size_t expected = basic == Basic::count ? 1 : element_bytes(basic);
  if (handle && found.Type_get_extent(handle, &lower, &extent) == kSuccess &&
      extent == static_cast<std::ptrdiff_t>(expected))
    abi.types.add(handle, basic);
}

Abi open_mpi(const Real& found) {
  Abi abi{
      .name = "Open MPI",
      .handles_are_ints = false,
      .yields_if_crowded = true,
      .in_place = reinterpret_cast<void*>(1),
      .any_source = -1,
      .any_tag = -1,
      .status_ignore = nullptr,
      .combiners = {.named = 0,
                    .dup = 1,
                    .contiguous = 2,
                    .vector = 3,
                    .hvector = 5,
                    .indexed = 6,
                    .hindexed = 8,
                    .indexed_block = 9,
                    .hindexed_block = 18,
                    .structure = 11,
                    .subarray = 12,
                    .darray = 13,
                    .f90_real = 14,
                    .f90_complex = 15,
                    .f90_integer = 16,
                    .resized = 17},
      .cart = 1,
      .graph = 2,
      .dist_graph = 3,
      .order_c = 0,
      .thread_multiple = 3,
      .root = -4,
      .wrong_argument = 13,
      .truncated = 15,
      .other_error = 16,
      .unsupported = 52,
  };
  abi.comm_world = address_of("ompi_mpi_comm_world");
  abi.comm_self = address_of("ompi_mpi_comm_self");
  abi.comm_null = address_of("ompi_mpi_comm_null");
  abi.type_null = address_of("ompi_mpi_datatype_null");
  abi.op_null = address_of("ompi_mpi_op_null");
  abi.request_null = address_of("ompi_request_null");
#define TYPE(basic, name, variable, mpich, forum) add_type(abi, found, address_of(#variable), Basic::basic);
#define OPERATOR(which, name, variable, mpich, forum) abi.operators.add(address_of(#variable), Operator::which);
#include "abi/predefined.def"
#undef TYPE
#undef OPERATOR
  abi.bytes = address_of("ompi_mpi_byte");
  abi.ints = address_of("ompi_mpi_int");
  abi.max = address_of("ompi_mpi_op_max");
  return abi;
}

Abi mpich(const Real& found) {
  Abi abi{
      .name = "MPICH",
      .handles_are_ints = true,
      .in_place = reinterpret_cast<void*>(-1),
      .any_source = -2,
      .any_tag = -1,
      .status_ignore = reinterpret_cast<void*>(1),
      .combiners = {.named = 1,
                    .dup = 2,
                    .contiguous = 3,
                    .vector = 4,
                    .hvector = 6,
                    .indexed = 7,
                    .hindexed = 9,
                    .indexed_block = 10,
                    .hindexed_block = 19,
                    .structure = 12,
                    .subarray = 13,
                    .darray = 14,
                    .f90_real = 15,
                    .f90_complex = 16,
                    .f90_integer = 17,
                    .resized = 18},
      .cart = 2,
      .graph = 1,
      .dist_graph = 3,
      .order_c = 56,
      .thread_multiple = 3,
      .root = -3,
      .wrong_argument = 12,
      .truncated = 14,
      .other_error = 15,
      .unsupported = 44,
      .comm_world = 0x44000000,
      .comm_self = 0x44000001,
      .comm_null = 0x04000000,
      .type_null = 0x0c000000,
      .op_null = 0x18000000,
      .request_null = 0x2c000000,
  };
#define TYPE(basic, name, variable, number, forum) add_type(abi, found, number, Basic::basic);
#define OPERATOR(which, name, variable, number, forum) abi.operators.add(number, Operator::which);
#include "abi/predefined.def"
#undef TYPE
#undef OPERATOR
  abi.bytes = 0x4c00010d;
  abi.ints = 0x4c000405;
  abi.max = 0x58000001;
  return abi;
}

Abi forum(const Real& found) {
  Abi abi{
      .name = "MPI Forum",
      .handles_are_ints = false,
      .in_place = reinterpret_cast<void*>(1),
      .any_source = -1,
      .any_tag = -2,
      .status_ignore = nullptr,
      .combiners = {.named = 101,
                    .dup = 102,
                    .contiguous = 103,
                    .vector = 104,
                    .hvector = 105,
                    .indexed = 106,
                    .hindexed = 107,
                    .indexed_block = 108,
                    .hindexed_block = 109,
                    .structure = 110,
                    .subarray = 111,
                    .darray = 112,
                    .f90_real = 113,
                    .f90_complex = 114,
                    .f90_integer = 115,
                    .resized = 116},
      .cart = 211,
      .graph = 212,
      .dist_graph = 213,
      .order_c = 12,
      .thread_multiple = 4096,
      .root = -4,
      .wrong_argument = 13,
      .truncated = 15,
      .other_error = 16,
      .unsupported = 55,
      .comm_world = 0x101,
      .comm_self = 0x102,
      .comm_null = 0x100,
      .type_null = 0x200,
      .op_null = 0x20,
      .request_null = 0x180,
  };
#define TYPE(basic, name, variable, mpich, number) add_type(abi, found, number, Basic::basic);
#define OPERATOR(which, name, variable, mpich, number) abi.operators.add(number, Operator::which);
#include "abi/predefined.def"
#undef TYPE
#undef OPERATOR
  abi.bytes = 0x247;
  abi.ints = 0x209;
  abi.max = 0x23;
  return abi;
}

}  // namespace

const Abi& find_abi(const Real& found) {
  static const Abi chosen = [&] {
    int major = -1, minor = -1;
    if (found.Abi_get_version && found.Abi_get_version(&major, &minor) == kSuccess && major > 0) return forum(found);
    return find_variable("ompi_mpi_comm_world") ? open_mpi(found) : mpich(found);
  }();
  return chosen;
}

}  // namespace isthmus::mpi
