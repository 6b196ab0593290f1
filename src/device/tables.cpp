#include "device/tables.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/overlap.hpp"

namespace isthmus::device {
namespace {

constexpr std::size_t kAlignment = 256;

std::size_t aligned(std::size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

/// False without a driver, too.
bool has_devices(const memkind::Kind& kind) {
  try {
    return kind.device->present() && !kind.device->list().empty();
  } catch (const base::SetupError&) {
    return false;
  }
}

}  // namespace

// ---- Home ----

Home::Home(memory::SymmetricMemory& memory, const memkind::Kind& fallback) : kind_(&fallback) {
  if (kind_->device)
    for (const auto& partition : memory.partitions())
      if (partition->segment().kind->device) {
        kind_ = partition->segment().kind;
        device_ = partition->region().device;
        break;
      }
  if (!kind_->device) return;
  try {
    on_device(kAlignment);
    on_host_ = static_cast<bool>(regions_.front().backing);
    device_ = regions_.front().device;
  } catch (const base::SetupError&) {
    if (has_devices(*kind_)) throw;
    kind_ = &memkind::kHost;  // OpenMP's target regions run on the host
    regions_.clear();
    used_ = 0;
  }
}

Home::~Home() {
  for (memkind::Region& region : regions_) kind_->free(region);
  for (const auto& [start, found] : registered_)
    if (found) kind_->device->unregister_host(reinterpret_cast<void*>(start));
  for (void* pin : pins_) kind_->device ? kind_->device->unpin(pin) : std::free(pin);
}

void* Home::on_device(std::size_t bytes) {
  bytes = aligned(bytes);
  if (std::vector<void*>& spare = spare_[bytes]; !spare.empty()) {
    void* const again = spare.back();
    spare.pop_back();
    kind_->fill(again, 0, bytes);
    return again;
  }
  if (!kind_->device) return pinned(bytes);
  if (regions_.empty() || used_ + bytes > regions_.back().size) {
    config::PartitionSpec spec;
    spec.id = 0;
    spec.size = std::max(bytes, memkind::kRegionAlignment);
    spec.kind = kind_->name;
    spec.device = device_;
    memkind::Region region = kind_->alloc(spec, nullptr);
    kind_->fill(region.address, 0, region.size);
    regions_.push_back(std::move(region));
    used_ = 0;
  }
  char* const taken = static_cast<char*>(regions_.back().address) + used_;
  used_ += bytes;
  return taken;
}

void Home::give_back(const void* taken, std::size_t bytes) {
  spare_[aligned(bytes)].push_back(const_cast<void*>(taken));
}

void* Home::pinned(std::size_t bytes) {
  bytes = aligned(bytes);
  void* pin = kind_->device ? kind_->device->pin(bytes) : std::aligned_alloc(kAlignment, bytes);
  if (!pin) throw base::SetupError("calls from device code need pinned memory, of which the driver gave none");
  std::memset(pin, 0, bytes);
  pins_.push_back(pin);
  return pin;
}

std::uint64_t Home::address_of(std::uintptr_t start, std::size_t bytes) {
  if (!kind_->device || !kind_->device->register_host || start == 0) return 0;
  const auto [entry, added] = registered_.try_emplace(start, 0);
  if (added) entry->second = reinterpret_cast<std::uint64_t>(kind_->device->register_host(reinterpret_cast<void*>(start), bytes));
  return entry->second;
}

// ---- Map ----

Map::Map(Home& home, memory::SymmetricMemory& memory, const comm::Team& world, const config::Settings& settings)
    : home_(home),
      memory_(memory),
      world_(world),
      me_(world.me),
      n_pes_(world.pes.size()),
      check_(settings.check),
      most_pinned_(settings.device_host_memory) {}

std::vector<const memory::Segment*> Map::segments() const {
  std::vector<const memory::Segment*> found;
  for (const memory::Segment* segment : memory_.segments())
    if (segment != &memory_.internal()) found.push_back(segment);
  for (const auto& partition : memory_.partitions())
    if (config::is_space(partition->id())) found.push_back(&partition->segment());
  return found;
}

bool Map::reaches(const memory::Segment& segment) const {
  return home_.reaches(*segment.kind) &&
         memkind::reaches(*segment.kind, reinterpret_cast<const void*>(segment.mapped(me_)));
}

std::vector<std::uint64_t> Map::addresses(const memory::Segment& segment) {
  std::vector<std::uint64_t> found(static_cast<std::size_t>(n_pes_));
  // Spaces come and go, and what is pinned has to stay.
  const std::vector<memory::Segment*> lasting = memory_.segments();
  const bool pin = !segment.kind->device && segment.size <= most_pinned_ &&
                   std::find(lasting.begin(), lasting.end(), &segment) != lasting.end();
  const bool reached = home_.reaches(*segment.kind);
  for (int pe = 0; pe < n_pes_ && (reached || pin); ++pe)
    found[static_cast<std::size_t>(pe)] =
        reached ? segment.mapped(pe) : home_.address_of(segment.mapped(pe), segment.size);
  if (reached && !reaches(segment)) found[static_cast<std::size_t>(me_)] = 0;
  return found;
}

Map::Row Map::row_of(const memory::Segment& segment) {
  std::uint64_t*& table = tables_[&segment];
  if (!table) table = static_cast<std::uint64_t*>(home_.on_device(table_bytes()));
  home_.write(table, addresses(segment).data(), table_bytes());
  return {segment.base, segment.size, table, reaches(segment) || home_.host_atomics()};
}

/// Chooses the segment whose addresses the first table serves: the first in device memory or, if the device is the host,
/// the first at all, that has no other segment within reach of the test (see isthmus_device_near).
void Map::choose_window(isthmus_device_state& state, const std::vector<const memory::Segment*>& segments) const {
  std::memset(state.near_pes, 0, sizeof state.near_pes);
  if (check_ || n_pes_ > ISTHMUS_DEVICE_NEAR_PES) return;
  constexpr auto kSpan = static_cast<std::uint64_t>(ISTHMUS_DEVICE_NEAR_SPAN);
  const auto alone = [&](const memory::Segment* window) {
    return window->size <= kSpan && std::none_of(segments.begin(), segments.end(), [&](const memory::Segment* other) {
      return other != window && base::overlap(reinterpret_cast<const void*>(window->base), kSpan,
                                              reinterpret_cast<const void*>(other->base), other->size);
    });
  };
  const memory::Segment* window = nullptr;
  for (const bool device : {true, false})
    for (const memory::Segment* segment : segments)
      if (!window && static_cast<bool>(segment->kind->device) == device && reaches(*segment) && alone(segment))
        window = segment;
  if (!window) return;
  for (int pe = 0; pe < n_pes_; ++pe)
    if (const std::uintptr_t copy = window->mapped(pe))
      state.near_pes[pe] = {static_cast<std::int64_t>((std::uint64_t{1} << 63) - window->base),
                            static_cast<std::int64_t>(copy - window->base)};
}

void Map::describe(isthmus_device_state& state) {
  const std::vector<const memory::Segment*> all = segments();
  std::erase_if(tables_, [&](const auto& entry) {
    const bool dropped = std::find(all.begin(), all.end(), entry.first) == all.end();
    if (dropped) home_.give_back(entry.second, table_bytes());
    return dropped;
  });
  std::vector<Row> rows;
  bool here = true, reached = true;  // every copy is mapped in this process; the device finds this PE's
  for (const memory::Segment* segment : all) {
    rows.push_back(row_of(*segment));
    reached = reached && reaches(*segment);
    for (int pe = 0; pe < n_pes_; ++pe) here = here && segment->mapped(pe) != 0;
  }
  if (rows.size() > kMaxSegments)
    throw base::SetupError(base::text("calls from device code work with at most %zu segments of symmetric memory, and "
                                      "there are %zu; make fewer spaces",
                                      kMaxSegments, rows.size()));
  if (!rows_) rows_ = static_cast<Row*>(home_.on_device(kMaxSegments * sizeof(Row)));
  home_.write(rows_, rows.data(), rows.size() * sizeof(Row));
  state.segments = rows_;
  state.n_segments = static_cast<std::uint32_t>(rows.size());
  state.me = me_;
  state.my_row = static_cast<std::uint32_t>(me_);
  state.n_pes = n_pes_;
  state.flags = (home_.reads_host() ? ISTHMUS_DEVICE_READS_HOST : 0) | (here ? ISTHMUS_DEVICE_PROMPT : 0) |
                (here && reached ? ISTHMUS_DEVICE_ALL_MAPPED : 0) | (direct(world_) ? ISTHMUS_DEVICE_DIRECT : 0);
  void* const areas = memory_.areas();
  state.areas = areas && home_.reaches(memory_.kind_of(areas)) ? static_cast<char*>(areas) : nullptr;
  state.area_bytes = memory_.area_bytes();
  state.cell_bytes = ISTHMUS_DEVICE_CELLS / (2 * static_cast<std::uint64_t>(n_pes_)) / 16 * 16;
  choose_window(state, all);
}

// ---- Directory ----

Directory::Directory(Home& home)
    : home_(home),
      shared_(static_cast<isthmus_device_directory*>(home.on_device(sizeof(isthmus_device_directory)))),
      mirror_(std::make_unique<isthmus_device_directory>()) {}

/// Copies a row of the mirror to the device, its handle last.
template <class Row>
void Directory::write(Row& row) {
  const auto offset = reinterpret_cast<char*>(&row) - reinterpret_cast<char*>(mirror_.get());
  char* const there = reinterpret_cast<char*>(shared_) + offset;
  Row without = row;
  without.handle = 0;
  home_.write(there, &without, sizeof without);
  home_.write(there + offsetof(Row, handle), &row.handle, sizeof row.handle);
}

template <class Row>
void Directory::clear(Row& row) {
  row.handle = 0;
  write(row);
}

void Directory::write_counts() {
  home_.write(shared_, mirror_.get(), offsetof(isthmus_device_directory, team));
}

void Directory::add_team(std::uint64_t handle, const comm::Team& team, bool direct) {
  const auto end = mirror_->team + ISTHMUS_DEVICE_TEAMS;
  isthmus_device_team* row = std::find_if(mirror_->team, end, [](const auto& one) { return one.handle == 0; });
  if (row == end) return;  // device code that names it is told so
  row->handle = handle;
  row->me = team.me;
  row->size = team.pes.size();
  row->start = team.pes.pe(0);
  row->stride = row->size > 1 ? team.pes.pe(1) - team.pes.pe(0) : 1;
  row->list = nullptr;
  row->slot = team.slot;
  row->direct = direct;
  const auto regular = [&] {
    for (int i = 0; i < row->size; ++i)
      if (team.pes.pe(i) != row->start + i * row->stride) return false;
    return true;
  };
  if (!regular()) {
    std::vector<std::int32_t> list;
    for (int i = 0; i < row->size; ++i) list.push_back(team.pes.pe(i));
    auto* const there = static_cast<std::int32_t*>(home_.on_device(list.size() * sizeof(std::int32_t)));
    home_.write(there, list.data(), list.size() * sizeof(std::int32_t));
    row->list = there;
  }
  write(*row);
  mirror_->teams = std::max(mirror_->teams, static_cast<std::uint32_t>(row - mirror_->team + 1));
  write_counts();
}

void Directory::remove_team(std::uint64_t handle) {
  for (isthmus_device_team& row : mirror_->team) {
    if (row.handle != handle) continue;
    if (row.list) home_.give_back(row.list, static_cast<std::size_t>(row.size) * sizeof *row.list);
    row.list = nullptr;
    clear(row);
  }
  for (isthmus_device_context& row : mirror_->context)
    if (row.handle != 0 && row.team == handle) clear(row);
}

void Directory::add_context(std::uint64_t handle, std::uint64_t team) {
  const auto end = mirror_->context + ISTHMUS_DEVICE_CONTEXTS;
  isthmus_device_context* row = std::find_if(mirror_->context, end, [](const auto& one) { return one.handle == 0; });
  if (row == end) return;
  *row = {handle, team};
  write(*row);
  mirror_->contexts = std::max(mirror_->contexts, static_cast<std::uint32_t>(row - mirror_->context + 1));
  write_counts();
}

void Directory::remove_context(std::uint64_t handle) {
  for (isthmus_device_context& row : mirror_->context)
    if (row.handle == handle) clear(row);
}

}  // namespace isthmus::device
