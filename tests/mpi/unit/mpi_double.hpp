// A double of an MPI, which the layer takes for the library of the process: a table of functions, of which a test sets
// those that are called, and a few datatypes.
#pragma once
#include <map>

#include "abi/abi.hpp"
#include "real.hpp"

namespace isthmus::mpi {

/// There is one at a time. Functions of an MPI have no place for an object, so that what they change is static.
class MpiDouble {
 public:
  static constexpr Word kSelf = 0x102, kBytes = 0x247;

  MpiDouble() {
    initialized = 0;
    abi_.types.add(kBytes, Basic::count);
    table_.abi = &abi_;
    table_.path = "libdouble";
    table_.Initialized = [](int* flag) { return *flag = initialized, kSuccess; };
    table_.Type_create_keyval = [](CopyAttribute*, DeleteAttribute* remove, int* keyval, void*) {
      on_delete = remove;
      return *keyval = 1, kSuccess;
    };
    table_.Type_get_attr = [](Word type, int, void* value, int* flag) {
      *flag = attributes.count(type) > 0;
      if (*flag) *static_cast<void**>(value) = attributes[type];
      return kSuccess;
    };
    table_.Type_set_attr = [](Word type, int, void* value) { return attributes[type] = value, kSuccess; };
    found_library.store(&table_);
  }
  ~MpiDouble() {
    for (const auto& [type, value] : attributes) on_delete(type, 1, value, nullptr);
    attributes.clear();
    found_library.store(nullptr);
  }
  MpiDouble(const MpiDouble&) = delete;
  MpiDouble& operator=(const MpiDouble&) = delete;

  Real* operator->() { return &table_; }
  const Abi& abi() const { return abi_; }

  static inline int initialized = 0;  ///< whether the program has called MPI_Init

 private:
  static inline std::map<Word, void*> attributes;  ///< of types
  static inline DeleteAttribute* on_delete = nullptr;

  Abi abi_{.name = "a double",
           .handles_are_ints = false,
           .in_place = nullptr,
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
           .comm_self = kSelf,
           .comm_null = 0x100,
           .type_null = 0x200,
           .op_null = 0x20,
           .request_null = 0x180,
           .bytes = kBytes};
  Real table_;
};

}  // namespace isthmus::mpi
