#include "roctracer.hpp"

#include <cstdlib>

#include "activity_log.hpp"
#include "activity_source.hpp"
#include "vendor_library.hpp"

namespace isthmus::profile::roctracer {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 19;  // roctracer has two

const LibrarySearch kSearch = {
    .names = {"libroctracer64.so.4", "libroctracer64.so"},
    .beside = {"libamdhip64.so", "libhsa-runtime64.so"},
    .variables = {"ROCM_PATH", "ROCM_HOME"},
    .installations = {"/opt/rocm", "/opt/rocm-*"},
    .folders = {"/lib", "/lib64"},
    .remedy = "install ROCm's roctracer",
    .known_versions = "ROCm 5.4 to 7 (4.1)",
};

Library library{};
Pool* pool = nullptr;

bool find_all(const VendorLibrary& found) {
  return found.find("roctracer_version_major", library.version_major) &&
         found.find("roctracer_version_minor", library.version_minor) &&
         found.find("roctracer_error_string", library.error_string) &&
         found.find("roctracer_open_pool_expl", library.open_pool) &&
         found.find("roctracer_enable_op_activity_expl", library.enable) &&
         found.find("roctracer_disable_op_activity", library.disable) &&
         found.find("roctracer_flush_activity_expl", library.flush) &&
         found.find("roctracer_next_record", library.next_record) &&
         found.find("roctracer_get_timestamp", library.get_timestamp);
}

/// The kinds of memory that a command copies between. HIP's runtime copies between pinned memory and a device by the
/// same command as within a device, and has no other name for that.
void describe_copy(std::uint32_t kind, ActivityRow& row) {
  switch (kind) {
    case read_buffer:
    case read_rectangle:
      row.from = 'D';
      row.to = 'H';
      break;
    case write_buffer:
    case write_rectangle:
      row.from = 'H';
      row.to = 'D';
      break;
    case copy_buffer:
    case copy_rectangle:
      row.from = row.to = 'D';
      break;
    case fill_buffer:
    case fill_image:
      row.what = ActivityRow::fill;
      break;
    default:
      break;
  }
}

void keep(ActivityLog::Delivery& delivery, const Record& record) {
  if (record.domain != hip_operations) return;
  ActivityRow row = {.device = static_cast<std::uint32_t>(record.device),
                     .stream = static_cast<std::uint32_t>(record.queue),
                     .vendor = Vendor::amd};
  if (record.operation == dispatch) {
    row.name = delivery.number_of(record.kernel);
  } else {
    row.what = ActivityRow::copy;
    row.bytes = record.bytes;
    describe_copy(record.kind, row);
  }
  delivery.add(row, record);
}

/// Names of kernels are in the buffer, too, behind the records.
void take_buffer(const char* begin, const char* end, void*) {
  ActivityLog::Delivery delivery;
  const auto* record = reinterpret_cast<const Record*>(begin);
  const auto* const last = reinterpret_cast<const Record*>(end);
  while (record < last) {
    keep(delivery, *record);
    if (library.next_record(record, &record) != 0) return;
  }
}

bool is_accepted(Result result, std::string& why) {
  if (result == 0) return true;
  char* const error = const_cast<char*>(library.error_string());
  why = refusal("roctracer", error, result);
  std::free(error);
  return false;
}

bool connect(std::string& why) {
  const VendorLibrary found(kSearch);
  if (!find_all(found) || library.version_major() != kMajor || library.version_minor() < kLeastMinor) {
    const bool has_version = library.version_major && library.version_minor;
    why = found.why_not(
        !has_version ? "?" : std::to_string(library.version_major()) + "." + std::to_string(library.version_minor()));
    return false;
  }
  // Without this function, by which roctracer has itself told of commands since ROCm 5.4, roctracer ends the process.
  void* register_callback = nullptr;
  if (!find_function(loaded_library(source.driver), "hipRegisterTracerCallback", register_callback)) {
    why = "the HIP runtime has no hipRegisterTracerCallback; it has to be that of ROCm 5.4 or later";
    return false;
  }
  const Properties properties = {.mode = 0,
                                 .buffer_bytes = kBufferBytes,
                                 .allocate = nullptr,
                                 .allocate_argument = nullptr,
                                 .deliver = take_buffer,
                                 .deliver_argument = nullptr};
  return is_accepted(library.open_pool(&properties, &pool), why);
}

bool record(bool on, std::string& why) {
  bool all = true;
  for (const Operation operation : kOperations) {
    const Result result =
        on ? library.enable(hip_operations, operation, pool) : library.disable(hip_operations, operation);
    all = all && is_accepted(result, why);
  }
  return all;
}

void flush() { library.flush(pool); }

/// The clock is that of the HSA runtime, which says 0 before the first call of HIP.
std::uint64_t now() {
  std::uint64_t ns = 0;
  return library.get_timestamp(&ns) == 0 ? ns : 0;
}

}  // namespace

const ActivitySource source = {
    .vendor = Vendor::amd,
    .driver = "libamdhip64.so",
    .connect = connect,
    .record = record,
    .flush = flush,
    .now = now,
};

}  // namespace isthmus::profile::roctracer
