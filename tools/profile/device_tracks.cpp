#include "device_tracks.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace isthmus::profile {
namespace {

using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool>;  // device, context, stream, whether copies

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
  std::map<std::uint32_t, std::set<std::uint32_t>> contexts;  // of a device
  for (const ActivityRow& row : pe.activities) {
    streams[{row.device, row.context, row.stream, row.what != ActivityRow::kernel}].push_back(&row);
    contexts[row.device].insert(row.context);
  }
  std::vector<DeviceTrack> tracks;
  for (auto& [key, rows] : streams) {
    const auto [device, context, stream, is_copies] = key;
    std::sort(rows.begin(), rows.end(), [](const ActivityRow* a, const ActivityRow* b) { return a->start < b->start; });
    std::string name = (is_copies ? "copies" : "kernels") + (" of device " + std::to_string(device));
    if (contexts[device].size() > 1) name += ", context " + std::to_string(context);
    lay_out(name + ", stream " + std::to_string(stream), rows, tracks);
  }
  return tracks;
}

}  // namespace isthmus::profile
