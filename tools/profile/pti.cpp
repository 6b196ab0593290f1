#include "pti.hpp"

#include <cstdlib>
#include <vector>

#include "activity_log.hpp"
#include "activity_source.hpp"
#include "memkind/ze_driver.hpp"
#include "vendor_library.hpp"

namespace isthmus::profile::pti {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;  // of each thread that queues work
constexpr std::size_t kMostHandles = 4096;

const LibrarySearch kSearch = {
    .names = {"libpti_view.so.1", "libpti_view.so.0", "libpti_view.so"},
    .beside = {"libsycl.so", "libze_loader.so"},
    .variables = {"ONEAPI_ROOT"},
    .installations = {"/opt/intel/oneapi"},
    .folders = {"/pti/latest/lib"},
    .remedy = "install oneAPI's PTI",
    .known_versions = "PTI 0.11 to 1",
};

Library library{};

/// PTI tells handles and identities, not numbers. Queues and contexts are numbered in the order in which they are met.
/// Written before the recording begins, and then while the log is locked.
struct Numbers {
  Numbering<Uuid> devices{kMostHandles, Uuid{}};
  Numbering<const void*> queues{kMostHandles, nullptr}, contexts{kMostHandles, nullptr};
};
auto& numbers = *new Numbers;  // never destroyed: PTI's thread may outlive the destructors of this library

/// What `get`, one of Level Zero's functions for lists, has.
template <class Handle, class Get>
std::vector<Handle*> list_of(Get get) {
  std::uint32_t n = 0;
  if (get(&n, nullptr) != 0) return {};
  std::vector<Handle*> handles(n);
  if (get(&n, handles.data()) != 0) return {};
  handles.resize(n);
  return handles;
}

/// Numbers devices as Level Zero lists them, which is how partitions of kind ZE number them. Devices that are not in
/// that list get the numbers after these. Level Zero is initialised by now.
void number_devices() {
  using namespace memkind::ze;
  void* const loader = loaded_library(source.driver);
  decltype(Driver::drivers) get_drivers;
  decltype(Driver::devices) get_devices;
  decltype(Driver::properties) get_properties;
  if (!find_function(loader, "zeDriverGet", get_drivers) || !find_function(loader, "zeDeviceGet", get_devices) ||
      !find_function(loader, "zeDeviceGetProperties", get_properties))
    return;
  for (ZeDriver* driver : list_of<ZeDriver>(get_drivers)) {
    const auto devices_of_driver = [&](std::uint32_t* n, ZeDevice** devices) {
      return get_devices(driver, n, devices);
    };
    for (ZeDevice* device : list_of<ZeDevice>(devices_of_driver)) {
      DeviceProperties properties{};
      if (get_properties(device, &properties) == 0) numbers.devices.number_of(properties.uuid);
    }
  }
}

bool is_known(const Version& version) {
  constexpr std::uint32_t kFirstMinorOf0 = 11;
  return version.major == 1 || (version.major == 0 && version.minor >= kFirstMinorOf0);
}

bool find_all(const VendorLibrary& found) {
  return found.find("ptiVersion", library.version) && found.find("ptiViewGetTimestamp", library.get_timestamp) &&
         found.find("ptiViewSetCallbacks", library.set_callbacks) &&
         found.find("ptiViewGPULocalAvailable", library.is_local_available) &&
         found.find("ptiViewEnable", library.enable) && found.find("ptiViewDisable", library.disable) &&
         found.find("ptiFlushAllViews", library.flush_all) &&
         found.find("ptiViewGetNextRecord", library.get_next_record) &&
         found.find("ptiResultTypeToString", library.result_string);
}

/// What all kinds of records have.
template <class AnyRecord>
ActivityRow row_of(const AnyRecord& record, ActivityRow::What what) {
  return {.device = numbers.devices.number_of(record.device),
          .context = numbers.contexts.number_of(record.context),
          .stream = numbers.queues.number_of(record.queue),
          .vendor = Vendor::intel,
          .what = what};
}

template <class AnyRecord>
ActivityRow copy_row_of(const AnyRecord& record) {
  ActivityRow row = row_of(record, ActivityRow::copy);
  row.bytes = record.bytes;
  if (record.type < std::size(kMemory) * std::size(kMemory)) {
    row.from = kMemory[record.type / std::size(kMemory)];
    row.to = kMemory[record.type % std::size(kMemory)];
  }
  return row;
}

void keep(ActivityLog::Delivery& delivery, const Record& record) {
  if (record.kind == kernel) {
    const auto& launched = reinterpret_cast<const KernelRecord&>(record);
    ActivityRow row = row_of(launched, ActivityRow::kernel);
    row.name = delivery.number_of(launched.name);
    delivery.add(row, launched);
  } else if (record.kind == fill) {
    const auto& filled = reinterpret_cast<const FillRecord&>(record);
    ActivityRow row = row_of(filled, ActivityRow::fill);
    row.bytes = filled.bytes;
    delivery.add(row, filled);
  } else if (record.kind == copy) {
    const auto& copied = reinterpret_cast<const CopyRecord&>(record);
    delivery.add(copy_row_of(copied), copied);
  } else if (record.kind == copy_between_devices) {
    const auto& copied = reinterpret_cast<const PeerCopyRecord&>(record);
    ActivityRow row = copy_row_of(copied);
    row.from = row.to = 'P';
    row.source_device = static_cast<std::int32_t>(row.device);
    row.dest_device = static_cast<std::int32_t>(numbers.devices.number_of(copied.dest_device));
    delivery.add(row, copied);
  }
}

void give_buffer(unsigned char** buffer, std::size_t* bytes) {
  *buffer = static_cast<unsigned char*>(std::malloc(kBufferBytes));
  *bytes = *buffer ? kBufferBytes : 0;
}

void take_buffer(unsigned char* buffer, std::size_t, std::size_t used_bytes) {
  ActivityLog::Delivery delivery;
  Record* record = nullptr;
  while (used_bytes > 0 && library.get_next_record(buffer, used_bytes, &record) == 0) keep(delivery, *record);
  std::free(buffer);
}

bool is_accepted(Result result, std::string& why) {
  if (result == 0) return true;
  why = refusal("PTI", library.result_string(result), result);
  return false;
}

bool connect(std::string& why) {
  const VendorLibrary found(kSearch);
  const bool is_whole = find_all(found);
  const Version version = library.version ? library.version() : Version{};
  if (!is_whole || !is_known(version)) {
    why = found.why_not(std::to_string(version.major) + "." + std::to_string(version.minor));
    return false;
  }
  if (!is_accepted(library.set_callbacks(give_buffer, take_buffer), why)) return false;
  // With drivers that cannot be asked about a command list, PTI ends the process at the first list that was made
  // before.
  if (library.is_local_available() == kNotWhileRunning) {
    is_accepted(kNotWhileRunning, why);
    why += "; install a driver and a loader of Level Zero that are not of a long-term release";
    return false;
  }
  number_devices();
  return true;
}

bool record(bool on, std::string& why) {
  Result first = 0;
  for (const Kind kind : kKinds) {
    const Result result = on ? library.enable(kind) : library.disable(kind);
    if (first == 0) first = result;
  }
  return is_accepted(first, why);
}

void flush() { library.flush_all(); }

std::uint64_t now() { return library.get_timestamp(); }

}  // namespace

const ActivitySource source = {
    .vendor = Vendor::intel,
    .driver = "libze_loader.so",
    .connect = connect,
    .record = record,
    .flush = flush,
    .now = now,
};

}  // namespace isthmus::profile::pti
