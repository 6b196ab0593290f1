#include "device_tracks.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace isthmus::profile {
namespace {

using Device = std::pair<Vendor, std::uint32_t>;
using Key = std::tuple<Device, std::uint32_t, std::uint32_t, bool>;  // device, context, stream, whether copies
constexpr const char* kVendors[] = {"NVIDIA", "AMD", "Intel"};

/// Puts each row into the first track that has ended by then.
void lay_out(const std::string& name, const std::vector<const ActivityRow*>& rows, std::vector<DeviceTrack>& tracks) {
  const std::size_t first = tracks.size();
  for (const ActivityRow* row : rows) {
    const auto has_ended = [&](const DeviceTrack& track) {
      return track.rows.back()->start + track.rows.back()->time <= row->start;
    };
    const auto from = tracks.begin() + static_cast<std::ptrdiff_t>(first);
    const auto free = std::find_if(from, tracks.end(), has_ended);
    if (free != tracks.end())
      free->rows.push_back(row);
    else
      tracks.push_back({name, {row}});
  }
}

}  // namespace

std::vector<DeviceTrack> device_tracks(const Report& pe) {
  std::map<Key, std::vector<const ActivityRow*>> streams;
  std::map<Device, std::set<std::uint32_t>> contexts;  // of a device
  std::set<Vendor> vendors;
  for (const ActivityRow& row : pe.activities) {
    const Device device = {row.vendor, row.device};
    streams[{device, row.context, row.stream, row.what != ActivityRow::kernel}].push_back(&row);
    contexts[device].insert(row.context);
    vendors.insert(row.vendor);
  }
  std::vector<DeviceTrack> tracks;
  for (auto& [key, rows] : streams) {
    const auto [device, context, stream, is_copies] = key;
    const auto [vendor, number] = device;
    std::sort(rows.begin(), rows.end(), [](const ActivityRow* a, const ActivityRow* b) { return a->start < b->start; });
    std::string name = is_copies ? "copies of " : "kernels of ";
    if (vendors.size() > 1) name += std::string(kVendors[static_cast<int>(vendor)]) + " ";
    name += "device " + std::to_string(number);
    if (contexts[device].size() > 1) name += ", context " + std::to_string(context);
    lay_out(name + ", stream " + std::to_string(stream), rows, tracks);
  }
  return tracks;
}

}  // namespace isthmus::profile
