// The functions and records of CUPTI, NVIDIA's library for tracing, that cupti.cpp uses.
#pragma once
#include <cstddef>
#include <cstdint>

namespace isthmus::profile::cupti {

// Types and constants have the layout and the values of cupti_activity.h. Each record is the beginning of the real one,
// which is the same in all known versions; tests/profile/cupti_layout.cpp compares it with the header.
using Result = int;
enum Kind : std::uint32_t { copy = 1, fill = 2, kernel = 10, copy_between_devices = 22 };
inline constexpr Kind kKinds[] = {copy, fill, kernel, copy_between_devices};
inline constexpr std::uint32_t kFlushForced = 1;  // CUPTI_ACTIVITY_FLAG_FLUSH_FORCED: unfinished records, too

/// CUpti_Activity
struct Record {
  Kind kind;
};
/// CUpti_ActivityKernel8 and later
struct KernelRecord {
  Kind kind;
  std::uint32_t configuration[3];
  std::uint64_t start, end, completed;
  std::uint32_t device, context, stream;
  std::int32_t grid[3], block[3];
  std::uint32_t memory[4], correlation;
  std::int64_t grid_id;
  const char* name;
};
/// CUpti_ActivityMemcpy5 and later. Those between devices, CUpti_ActivityMemcpyPtoP4, have the last two fields.
struct CopyRecord {
  Kind kind;
  std::uint8_t copy_kind, source_kind, dest_kind, flags;
  std::uint64_t bytes, start, end;
  std::uint32_t device, context, stream;
  std::uint32_t source_device, source_context, dest_device;
};
/// CUpti_ActivityMemset4
struct FillRecord {
  Kind kind;
  std::uint32_t value;
  std::uint64_t bytes, start, end;
  std::uint32_t device, context, stream;
};

/// From where and to where the numbers of CUpti_ActivityMemcpyKind copy: host, device, array, peer.
inline constexpr const char* kCopyKinds[] = {"", "HD", "DH", "HA", "AH", "AA", "AD", "DA", "DD", "HH", "PP"};

struct Library {
  Result (*get_version)(std::uint32_t*);
  Result (*get_timestamp)(std::uint64_t*);
  Result (*register_callbacks)(void (*)(std::uint8_t**, std::size_t*, std::size_t*),
                               void (*)(void*, std::uint32_t, std::uint8_t*, std::size_t, std::size_t));
  Result (*enable)(Kind);
  Result (*disable)(Kind);
  Result (*flush_all)(std::uint32_t);
  Result (*get_next_record)(std::uint8_t*, std::size_t, Record**);
  Result (*get_n_dropped)(void*, std::uint32_t, std::size_t*);
  Result (*get_result_string)(Result, const char**);
};

}  // namespace isthmus::profile::cupti
