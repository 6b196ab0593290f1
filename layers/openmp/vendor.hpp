// The OpenMP offload runtime (libomptarget) that this library interposes. Its functions are looked up in the libraries
// after this one, because this one defines functions of the same names.
#pragma once
#include <cstddef>

#include "abi.hpp"

namespace isthmus::omp {

struct Vendor {
  using Data = void (*)(void*, std::int64_t, std::int32_t, void**, void**, std::int64_t*, std::int64_t*, void**,
                        void**);
  using DataNoWait = void (*)(void*, std::int64_t, std::int32_t, void**, void**, std::int64_t*, std::int64_t*, void**,
                              void**, std::int32_t, void*, std::int32_t, void*);

  Vendor();

  Data data_begin, data_end;
  DataNoWait data_begin_nowait, data_end_nowait;
  int (*kernel)(void*, std::int64_t, std::int32_t, std::int32_t, void*, KernelArguments*);
  void (*register_lib)(void*);
  void (*push_mapper_component)(void*, void*, void*, std::int64_t, std::int64_t, void*);
  std::int64_t (*mapper_num_components)(void*);
  int (*disassociate)(const void*, int);

  int (*associate)(const void*, const void*, std::size_t, std::size_t, int);
  int (*is_present)(const void*, int);
  void* (*mapped_ptr)(const void*, int);
  int (*num_devices)();
  int (*default_device)();

  void begin(const MapCall& call) const { pass(data_begin, call); }
  void end(const MapCall& call) const { pass(data_end, call); }

 private:
  static void pass(Data function, const MapCall& c) {
    function(c.where, c.device, c.n, c.bases, c.begins, c.sizes, c.types, c.names, c.mappers);
  }
};

/// Null if no such runtime is in the process, or if this library does not come before it.
const Vendor* find_vendor();
/// Says why find_vendor() returns null.
const char* why_no_vendor();

/// For calls that only a program with such a runtime makes. Ends the program with a message if there is none.
const Vendor& vendor();

}  // namespace isthmus::omp
