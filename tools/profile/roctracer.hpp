// The functions and records of roctracer, AMD's library for tracing, that roctracer.cpp uses.
#pragma once
#include <cstddef>
#include <cstdint>

namespace isthmus::profile::roctracer {

// Types and constants have the layout and the values of roctracer.h, ext/prof_protocol.h and roctracer_hip.h of
// ROCm 5.4 to 7; tests/profile/roctracer_layout.cpp compares them with the headers.
using Result = int;
enum Domain : std::uint32_t { hip_operations = 2 };
enum Operation : std::uint32_t { dispatch = 0, copy = 1 };
inline constexpr Operation kOperations[] = {dispatch, copy};
inline constexpr std::uint32_t kMajor = 4, kLeastMinor = 1;

/// What HIP's runtime calls its commands, in Record::kind: the numbers of OpenCL's cl_command_type.
enum Kind : std::uint32_t {
  read_buffer = 0x11f3,
  write_buffer = 0x11f4,
  copy_buffer = 0x11f5,
  read_rectangle = 0x1201,
  write_rectangle = 0x1202,
  copy_rectangle = 0x1203,
  fill_buffer = 0x1207,
  fill_image = 0x1208,
};

/// roctracer_record_t, of a HIP operation
struct Record {
  std::uint32_t domain, kind, operation;
  std::uint64_t correlation, start, end;
  std::int32_t device;
  std::uint64_t queue;
  union {
    std::size_t bytes;   // of a copy
    const char* kernel;  // of a dispatch; null in old runtimes
  };
};

/// roctracer_properties_t
struct Properties {
  std::uint32_t mode;
  std::size_t buffer_bytes;
  void (*allocate)(char**, std::size_t, void*);
  void* allocate_argument;
  void (*deliver)(const char* begin, const char* end, void*);
  void* deliver_argument;
};

struct Pool;

struct Library {
  std::uint32_t (*version_major)();
  std::uint32_t (*version_minor)();
  const char* (*error_string)();  // the caller's to free
  Result (*open_pool)(const Properties*, Pool**);
  Result (*enable)(Domain, std::uint32_t operation, Pool*);
  Result (*disable)(Domain, std::uint32_t operation);
  Result (*flush)(Pool*);
  Result (*next_record)(const Record*, const Record**);
  Result (*get_timestamp)(std::uint64_t*);
};

}  // namespace isthmus::profile::roctracer
