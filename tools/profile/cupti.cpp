#include "cupti.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "activity_log.hpp"
#include "activity_source.hpp"
#include "vendor_library.hpp"

namespace isthmus::profile::cupti {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr const char* kInjection = "CUDA_INJECTION64_PATH";
constexpr std::uint32_t kFirstVersion = 18;  // CUDA 11.8
// CUDA 12 has 19 and more. From CUDA 13 on, a version is that of CUDA and an update, two digits each.
constexpr std::uint32_t kLastShortVersion = 99, kFirstOf13 = 130000, kLastOf13 = 139999;

Library library{};

const LibrarySearch kSearch = {
    .names = {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8", "libcupti.so"},
    .beside = {"libcudart.so", "libcuda.so"},
    .variables = {"CUDA_HOME", "CUDA_PATH"},
    .installations = {"/usr/local/cuda", "/usr/local/cuda-*"},
    .folders = {"/lib64", "/extras/CUPTI/lib64"},
    .remedy = "install CUDA's CUPTI",
    .known_versions = "CUDA 11.8 to 13",
};

/// Whether the records of that version are known.
bool is_known(std::uint32_t version) {
  return (version >= kFirstVersion && version <= kLastShortVersion) || (version >= kFirstOf13 && version <= kLastOf13);
}

bool find_all(const VendorLibrary& found) {
  return found.find("cuptiGetVersion", library.get_version) && found.find("cuptiGetTimestamp", library.get_timestamp) &&
         found.find("cuptiActivityRegisterCallbacks", library.register_callbacks) &&
         found.find("cuptiActivityEnable", library.enable) && found.find("cuptiActivityDisable", library.disable) &&
         found.find("cuptiActivityFlushAll", library.flush_all) &&
         found.find("cuptiActivityGetNextRecord", library.get_next_record) &&
         found.find("cuptiActivityGetNumDroppedRecords", library.get_n_dropped) &&
         found.find("cuptiGetResultString", library.get_result_string);
}

/// What all kinds of records have.
template <class AnyRecord>
ActivityRow row_of(const AnyRecord& record, ActivityRow::What what) {
  return {.device = record.device,
          .context = record.context,
          .stream = record.stream,
          .vendor = Vendor::nvidia,
          .what = what};
}

void keep(ActivityLog::Delivery& delivery, const Record& record) {
  if (record.kind == kernel) {
    const auto& launched = reinterpret_cast<const KernelRecord&>(record);
    ActivityRow row = row_of(launched, ActivityRow::kernel);
    row.name = delivery.number_of(launched.name);
    std::copy_n(launched.grid, 3, row.grid);
    std::copy_n(launched.block, 3, row.block);
    delivery.add(row, launched);
  } else if (record.kind == fill) {
    const auto& filled = reinterpret_cast<const FillRecord&>(record);
    ActivityRow row = row_of(filled, ActivityRow::fill);
    row.bytes = filled.bytes;
    delivery.add(row, filled);
  } else if (record.kind == copy || record.kind == copy_between_devices) {
    const auto& copied = reinterpret_cast<const CopyRecord&>(record);
    ActivityRow row = row_of(copied, ActivityRow::copy);
    row.bytes = copied.bytes;
    if (copied.copy_kind > 0 && copied.copy_kind < std::size(kCopyKinds)) {
      row.from = kCopyKinds[copied.copy_kind][0];
      row.to = kCopyKinds[copied.copy_kind][1];
    }
    if (record.kind == copy_between_devices) {
      row.source_device = static_cast<std::int32_t>(copied.source_device);
      row.dest_device = static_cast<std::int32_t>(copied.dest_device);
    }
    delivery.add(row, copied);
  }
}

void give_buffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::malloc(kBufferBytes));
  *bytes = *buffer ? kBufferBytes : 0;
  *most_records = 0;  // as many as fit
}

void take_buffer(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t, std::size_t valid_bytes) {
  ActivityLog::Delivery delivery;
  Record* record = nullptr;
  while (valid_bytes > 0 && library.get_next_record(buffer, valid_bytes, &record) == 0) keep(delivery, *record);
  std::free(buffer);
  std::size_t lost = 0;
  if (library.get_n_dropped(context, stream, &lost) == 0) delivery.lose(lost);
}

/// The library that the driver is to load, if it is another tool's: CUPTI serves one tool in a process.
std::string other_tool() {
  const char* const tool = std::getenv(kInjection);
  Dl_info own{};
  if (!tool || !*tool || dladdr(reinterpret_cast<const void*>(&other_tool), &own) == 0) return "";
  std::error_code ignored;
  return std::filesystem::equivalent(tool, own.dli_fname, ignored) ? "" : tool;
}

bool is_accepted(Result result, std::string& why) {
  if (result == 0) return true;
  const char* name = nullptr;
  library.get_result_string(result, &name);
  why = refusal("CUPTI", name, result);
  return false;
}

bool connect(std::string& why) {
  if (const std::string tool = other_tool(); !tool.empty()) {
    why = "another tool watches the devices, " + std::string(kInjection) + "=" + tool;
    return false;
  }
  const VendorLibrary found(kSearch);
  std::uint32_t version = 0;
  if (!find_all(found) || library.get_version(&version) != 0 || !is_known(version)) {
    why = found.why_not(std::to_string(version));
    return false;
  }
  return is_accepted(library.register_callbacks(give_buffer, take_buffer), why);
}

bool record(bool on, std::string& why) {
  Result first = 0;
  for (const Kind kind : kKinds) {
    const Result result = on ? library.enable(kind) : library.disable(kind);
    if (first == 0) first = result;
  }
  return is_accepted(first, why);
}

void flush() { library.flush_all(kFlushForced); }

std::uint64_t now() {
  std::uint64_t ns = 0;
  return library.get_timestamp(&ns) == 0 ? ns : 0;
}

}  // namespace

const ActivitySource source = {
    .vendor = Vendor::nvidia,
    .driver = "libcuda.so",
    .connect = connect,
    .record = record,
    .flush = flush,
    .now = now,
};

}  // namespace isthmus::profile::cupti
