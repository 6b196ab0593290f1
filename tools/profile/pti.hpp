// The functions and records of PTI, Intel's Profiling Tools Interfaces, that pti.cpp uses.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace isthmus::profile::pti {

// Types and constants have the layout and the values of pti_view.h and pti_version.h. Each record is the beginning of
// the real one, which is the same in all known versions; tests/profile/pti_layout.cpp compares it with the headers.
using Result = int;
enum Kind : std::uint32_t { kernel = 1, copy = 8, fill = 9, copy_between_devices = 10 };
inline constexpr Kind kKinds[] = {kernel, copy, fill, copy_between_devices};
inline constexpr Result kNotWhileRunning = 52;  // PTI_ERROR_L0_LOCAL_PROFILING_NOT_SUPPORTED

using Uuid = std::array<std::uint8_t, 16>;
using PciAddress = std::array<char, 16>;

/// pti_view_record_base
struct Record {
  Kind kind;
};
/// pti_view_record_kernel
struct KernelRecord {
  Kind kind;
  void *queue, *context;
  const char *name, *source_file;
  std::uint64_t source_line, kernel_id;
  std::uint32_t correlation, thread;
  PciAddress pci_address;
  Uuid device;
  std::uint64_t appended, start, end;
};
/// pti_view_record_memory_copy
struct CopyRecord {
  Kind kind;
  std::uint32_t type, source_type, dest_type;
  void *queue, *context;
  const char* name;
  PciAddress pci_address;
  Uuid device;
  std::uint64_t id;
  std::uint32_t correlation, thread;
  std::uint64_t appended, start, end, submitted, bytes;
};
/// pti_view_record_memory_copy_p2p
struct PeerCopyRecord {
  Kind kind;
  std::uint32_t type, source_type, dest_type;
  void *queue, *context;
  const char* name;
  PciAddress source_pci_address, dest_pci_address;
  Uuid device, dest_device;  // the copy is shown on the source's
  std::uint64_t id;
  std::uint32_t correlation, thread;
  std::uint64_t appended, start, end, submitted, bytes;
};
/// pti_view_record_memory_fill
struct FillRecord {
  Kind kind;
  std::uint32_t type;
  void *queue, *context;
  const char* name;
  PciAddress pci_address;
  Uuid device;
  std::uint64_t id;
  std::uint32_t correlation, thread;
  std::uint64_t appended, start, end, submitted, bytes;
};
/// pti_version
struct Version {
  std::uint32_t major, minor, patch;
};

/// CopyRecord::type is four times the kind of memory that is read, plus the kind that is written: memory that the
/// driver did not allocate, which is the host's, and its own host, device and shared memory.
inline constexpr char kMemory[] = {'H', 'H', 'D', 'S'};

struct Library {
  Version (*version)();
  std::uint64_t (*get_timestamp)();
  Result (*set_callbacks)(void (*)(unsigned char**, std::size_t*), void (*)(unsigned char*, std::size_t, std::size_t));
  Result (*is_local_available)();
  Result (*enable)(Kind);
  Result (*disable)(Kind);
  Result (*flush_all)();
  Result (*get_next_record)(std::uint8_t*, std::size_t, Record**);
  const char* (*result_string)(Result);
};

}  // namespace isthmus::profile::pti
