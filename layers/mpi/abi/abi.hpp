// What differs between the binary interfaces of MPIs: Open MPI's, MPICH's (which Intel MPI, MVAPICH and Cray have, too)
// and the MPI Forum's. One of them is chosen when the library has been found.
#pragma once
#include <array>
#include <cstdint>
#include <utility>

#include "arithmetic.hpp"
#include "mpi.hpp"
#include "real.hpp"

namespace isthmus::mpi {

/// The numbers that Type_get_envelope gives to constructors of types.
struct Combiners {
  int named, dup, contiguous, vector, hvector, indexed, hindexed, indexed_block, hindexed_block, structure, subarray,
      darray, f90_real, f90_complex, f90_integer, resized;
};

/// Finds what a handle stands for: a hash table of the predefined ones.
template <class Value>
class HandleTable {
 public:
  void add(Word handle, Value value) {
    if (!handle) return;  // this MPI has none
    std::size_t at = slot(handle);
    while (rows_[at].first && rows_[at].first != handle) at = (at + 1) % kSlots;
    rows_[at] = {handle, value};
  }
  /// Null if the handle is not in the table.
  const Value* find(Word handle) const {
    for (std::size_t at = slot(handle);; at = (at + 1) % kSlots) {
      if (!rows_[at].first) return nullptr;  // first, because 0 is no handle
      if (rows_[at].first == handle) return &rows_[at].second;
    }
  }

 private:
  static constexpr std::size_t kSlots = 256;  // at most a third are in use, so that every search ends
  static std::size_t slot(Word handle) { return (handle * 0x9e3779b97f4a7c15u) >> 56; }
  std::array<std::pair<Word, Value>, kSlots> rows_{};
};

struct Abi {
  const char* name;
  bool handles_are_ints;           ///< otherwise they are pointers
  bool yields_if_crowded = false;  ///< whether waiting ranks yield if they are more than cores
  const void* in_place;
  int any_source, any_tag;
  int undefined = -32766;  ///< MPI_UNDEFINED, the same everywhere
  void* status_ignore;
  Combiners combiners;
  int cart, graph, dist_graph;  ///< what Topo_test says of a communicator
  int order_c;                  ///< MPI_ORDER_C
  int thread_multiple;          ///< MPI_THREAD_MULTIPLE
  int root;                     ///< MPI_ROOT
  int wrong_count = 2;          ///< MPI_ERR_COUNT, the same everywhere
  int wrong_argument;           ///< MPI_ERR_ARG: all classes of errors up to it are those of wrong arguments
  int truncated;                ///< MPI_ERR_TRUNCATE
  int other_error;              ///< MPI_ERR_OTHER
  int unsupported;              ///< MPI_ERR_UNSUPPORTED_OPERATION
  Word comm_world = 0, comm_self = 0, comm_null = 0, type_null = 0, op_null = 0, request_null = 0;
  HandleTable<Basic> types{};
  HandleTable<Operator> operators{};

  /// The handle in a word of which a register or memory may have held only the lower half.
  Word handle(Word word) const { return handles_are_ints ? static_cast<std::uint32_t>(word) : word; }
  // Whether a word may be a handle of that kind. The MPI complains of others in the call that the program made; if we
  // asked it for something else first, it would complain of that.
  bool may_be_comm(Word word) const { return word != comm_null && has_class(word, 0x04000000); }
  bool may_be_type(Word word) const { return word != type_null && has_class(word, 0x0c000000); }
  bool may_be_op(Word word) const { return word != op_null && has_class(word, 0x18000000); }
  /// Element `i` of an array of handles.
  Word handle_at(const void* array, int i) const {
    return handles_are_ints ? static_cast<const std::uint32_t*>(array)[i] : static_cast<const Word*>(array)[i];
  }
  void set_handle(void* array, int i, Word handle) const {
    if (handles_are_ints)
      static_cast<std::uint32_t*>(array)[i] = static_cast<std::uint32_t>(handle);
    else
      static_cast<Word*>(array)[i] = handle;
  }

  /// MPICH's handles have the class of their object in the bits below the highest two, which are 0 in invalid ones.
  bool has_class(Word word, Word number) const {
    return handles_are_ints ? (word & 0x3c000000) == number && word >> 30 != 0 : word != 0;
  }

  Word bytes = 0, ints = 0, max = 0;  ///< MPI_BYTE, MPI_INT and MPI_MAX, for calls of our own
};

/// The ABI of the library that was found.
const Abi& find_abi(const Real& found);
inline const Abi& abi() { return *real().abi; }

}  // namespace isthmus::mpi
