#include "device/host_copies.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "abi/abi.hpp"
#include "base/error.hpp"
#include "device/memory.hpp"
#include "device/strided.hpp"
#include "real.hpp"
#include "types/cached.hpp"

namespace isthmus::mpi {

// Open MPI and MPICH name AMD's differently; an MPI that has none of these
/// functions takes none.
bool mpi_takes(const memkind::Kind& kind) {
  struct Row {
    const memkind::Kind* kind;
    const char* query;
    bool answer;
  };
  static const std::array<Row, 4> rows = [] {
    std::array<Row, 4> made{{{&memkind::kCuda, "MPIX_Query_cuda_support", false},
                             {&memkind::kHip, "MPIX_Query_rocm_support", false},
                             {&memkind::kHip, "MPIX_Query_hip_support", false},
                             {&memkind::kZe, "MPIX_Query_ze_support", false}}};
    for (Row& row : made)
      if (void* const query = find_variable(row.query)) row.answer = reinterpret_cast<int (*)()>(query)() != 0;
    return made;
  }();
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.kind == &kind && row.answer; });
}

namespace {

/// Adds the bytes and the data of `other`.
void add(Span& all, Span other) {
  if (other.bytes == 0) return;
  if (all.bytes == 0) {
    all = std::move(other);
    return;
  }
  const auto end = [](const Span& span) { return span.lowest + static_cast<std::ptrdiff_t>(span.bytes); };
  const std::ptrdiff_t lowest = std::min(all.lowest, other.lowest);
  all.bytes = static_cast<std::size_t>(std::max(end(all), end(other)) - lowest);
  all.lowest = lowest;
  all.gaps |= other.gaps;
  for (Piece& piece : other.pieces) {
    Piece& last = all.pieces.back();
    const std::ptrdiff_t next = last.offset + last.layout->extent() * static_cast<std::ptrdiff_t>(last.count);
    if (piece.layout == last.layout && piece.offset == next)
      last.count += piece.count;
    else
      all.pieces.push_back(std::move(piece));
  }
}

Span moved(Span span, std::ptrdiff_t bytes) {
  span.lowest += bytes;
  for (Piece& piece : span.pieces) piece.offset += bytes;
  return span;
}

/// The layout of single bytes, for data of which no other is known.
const std::shared_ptr<const Layout>& bytes_layout() {
  static const auto layout = std::make_shared<const Layout>(Layout::basic(1));
  return layout;
}

}  // namespace

// Of a type whose layout is known the MPI is not asked: a thread of ours calls this, too.
Span span_of(Word type, std::int64_t count) {
  if (count <= 0) return {};
  std::shared_ptr<const Layout> layout = share_layout(type);
  if (layout && layout->size() == 0) return {};
  if (layout) {
    Span span{.lowest = layout->true_lower(), .bytes = layout->span(static_cast<std::size_t>(count))};
    span.pieces.push_back({0, static_cast<std::size_t>(count), std::move(layout)});
    return span;
  }
  std::intptr_t lowest = 0, bytes = 0;
  if (!abi().may_be_type(abi().handle(type)) || real().Type_get_true_extent(type, &lowest, &bytes) != kSuccess ||
      bytes <= 0)
    return {};
  const std::ptrdiff_t further = describe_type(type).extent * (count - 1);
  const auto all = static_cast<std::size_t>(bytes + (further < 0 ? -further : further));
  Span span{.lowest = lowest + std::min<std::ptrdiff_t>(further, 0), .bytes = all, .gaps = true};
  span.pieces.push_back({span.lowest, all, bytes_layout()});
  return span;
}

Span span_of(Word type, const Counts& counts, const Counts& displacements, int members) {
  Span all;
  for (int member = 0; member < members; ++member)
    if (counts[member] > 0)
      add(all, moved(span_of(type, counts[member]), describe_type(type).extent * displacements[member]));
  return all;
}

Span span_of_parts(Word type, int parts, std::int64_t count) {
  Span span = span_of(type, parts * count);
  if (span.bytes == 0 || span.gaps) return span;
  const std::shared_ptr<const Layout> layout = span.pieces[0].layout;
  span.pieces.clear();
  for (int part = 0; part < parts; ++part)
    span.pieces.push_back({layout->extent() * part * count, static_cast<std::size_t>(count), layout});
  return span;
}

Span span_of(const void* types, const Counts& counts, const Counts& displacements, int members) {
  Span all;
  for (int member = 0; member < members; ++member)
    if (counts[member] > 0)
      add(all, moved(span_of(abi().handle_at(types, member), counts[member]), displacements[member]));
  return all;
}

bool HostCopies::needs_copy(const memkind::Kind& kind) const {
  return kind.device && !(whom_ == For::mpi && mpi_takes(kind));
}

void* HostCopies::of(const void* address, const Span& span, Use use) {
  void* const same = const_cast<void*>(address);
  if (address == abi().in_place || span.bytes == 0) return same;
  char* const lowest = static_cast<char*>(same) + span.lowest;
  const KnownMemory::Found found = device_memory().known.find(lowest);
  // Only addresses in types lead from host memory to a device's.
  const std::size_t bytes = reach(found, lowest, span.bytes);
  const bool may_lie_apart = found.kind->device ? bytes < span.bytes : !address;
  if (may_lie_apart && !span.gaps) return copy_parts(static_cast<char*>(same), span, use);
  if (!needs_copy(*found.kind)) return same;
  if (may_lie_apart && !address)
    base::fatal("isthmus_mpi",
                "the data of a datatype lie in several allocations of a device, and only the MPI knows where; use "
                "other constructors than MPI_Type_create_darray");
  const bool reads = use != Use::written || span.gaps;
  auto copy = std::find_if(copies_.begin(), copies_.end(), [&](const Copy& other) {
    return !other.apart && other.at.at <= lowest && lowest + bytes <= other.at.at + other.bytes &&
           (other.read || !reads);
  });
  if (copy == copies_.end()) {
    copies_.push_back({.at = {*found.kind, lowest},
                       .device = found.allocation.device,
                       .bytes = bytes,
                       .read = reads,
                       .staging = std::make_unique<memkind::Staging>(*found.kind, bytes)});
    copy = std::prev(copies_.end());
    if (reads) memkind::copy({memkind::kHost, copy->host(lowest)}, copy->at, bytes);
  }
  for (Piece piece : span.pieces) {
    piece.offset += static_cast<char*>(same) - copy->at.at;
    copy->moved.push_back({std::move(piece), use != Use::read});
  }
  if (use != Use::read && span.gaps)
    copy->before.assign(copy->host(copy->at.at), copy->host(copy->at.at) + copy->bytes);
  return copy->host(lowest) - span.lowest;
}

/// The same for data that may lie in several allocations.
void* HostCopies::copy_parts(char* address, const Span& span, Use use) {
  Copy copy{.at = {memkind::kHost, address + span.lowest},
            .device = -1,
            .bytes = span.bytes,
            .read = use != Use::written,
            .staging = nullptr};
  std::vector<Part> all;
  for (Piece piece : span.pieces) {
    std::vector<Part> parts = parts_of(address + piece.offset, *piece.layout, piece.count);
    for (const Part& part : parts) all.push_back(part);
    piece.offset -= span.lowest;
    copy.moved.push_back({std::move(piece), use != Use::read, std::move(parts)});
  }
  if (std::none_of(all.begin(), all.end(), [&](const Part& part) { return needs_copy(part.at.kind); })) return address;
  copy.apart = PartsMemory(all);
  copies_.push_back(std::move(copy));
  if (copies_.back().read) begin_read(copies_.back());
  memkind::finish_copies();
  return copies_.back().apart.at(address);
}

void HostCopies::begin_read(const Copy& copy) {
  if (!copy.apart) return memkind::begin_copy({memkind::kHost, copy.host(copy.at.at)}, copy.at, copy.bytes);
  for (const Moved& moved : copy.moved) begin_read(copy, moved);
}

void HostCopies::begin_read(const Copy& copy, const Moved& moved) {
  for (const Part& part : moved.parts)
    memkind::begin_copy({memkind::kHost, copy.host(part.at.at)}, part.at, part.bytes);
  if (copy.apart) return;
  const Layout& layout = *moved.piece.layout;
  const auto first = static_cast<std::size_t>(moved.piece.offset + layout.true_lower());
  if (first >= copy.bytes) return;
  memkind::begin_copy({memkind::kHost, copy.host(copy.at.at) + first}, copy.at + first,
                      std::min(layout.span(moved.piece.count), copy.bytes - first));
}

void HostCopies::refresh() {
  const std::lock_guard lock(mutex_);
  for (const Copy& copy : copies_)
    if (copy.read) begin_read(copy);
  if (!copies_.empty()) memkind::finish_copies();
  for (Copy& copy : copies_) {
    if (!copy.before.empty()) std::copy_n(copy.host(copy.at.at), copy.bytes, copy.before.begin());
    for (Moved& moved : copy.moved) moved.back = false;
  }
}

void HostCopies::refresh_piece(std::size_t number) {
  const std::lock_guard lock(mutex_);
  for (const Copy& copy : copies_) number < copy.moved.size() ? begin_read(copy, copy.moved[number]) : begin_read(copy);
  if (!copies_.empty()) memkind::finish_copies();
}

std::shared_ptr<void> HostCopies::begin_write(const Copy& copy, const Moved& moved) {
  for (const Part& part : moved.parts)
    memkind::begin_copy(part.at, {memkind::kHost, copy.host(part.at.at)}, part.bytes);
  if (copy.apart) return nullptr;
  const Piece& piece = moved.piece;
  const Layout& layout = *piece.layout;
  const memkind::Kind& kind = copy.at.kind;
  const std::ptrdiff_t lowest = piece.offset + layout.true_lower();
  const auto write = [&](std::ptrdiff_t offset, std::size_t bytes) {  // the copy may be shorter than the data
    const auto first = static_cast<std::size_t>(offset);
    if (first >= copy.bytes) return;
    memkind::begin_copy(copy.at + first, {memkind::kHost, copy.host(copy.at.at) + first},
                        std::min(bytes, copy.bytes - first));
  };
  const std::size_t bytes = layout.size() * piece.count;
  if (layout.contiguous(piece.count)) {
    write(lowest, bytes);
    return nullptr;
  }
  Strides shape;
  std::shared_ptr<void> list;
  const Section section{copy.at.at + lowest, copy.host(copy.at.at) + lowest};
  const bool whole = static_cast<std::size_t>(lowest) + layout.span(piece.count) <= copy.bytes;
  if (whole && copy.staging->pinned() && kind.device->launch &&
      make_strides(layout, piece.count, device_memory().scratch, kind, copy.device, list, shape) &&
      begin_strided(kind, shape, shape, {&section, 1}, 0, bytes))
    return list;
  for (std::size_t done = 0; done < bytes;) {
    const Layout::Spot spot = layout.spot(done);
    write(piece.offset + spot.offset, spot.bytes);
    done += spot.bytes;
  }
  return nullptr;
}

/// The bytes that the MPI has changed. The others are written with them as they are now, since they may be those of
/// another call that was complete before: so this is the shortest time in which nobody else may write there.
void HostCopies::write_changes(Copy& copy) {
  const char* const after = copy.host(copy.at.at);
  const auto first = static_cast<std::size_t>(std::mismatch(copy.before.begin(), copy.before.end(), after).first -
                                              copy.before.begin());
  std::size_t end = copy.bytes;
  while (end > first && copy.before[end - 1] == after[end - 1]) --end;
  if (first == end) return;
  const memkind::Staging now(copy.at.kind, end - first);
  memkind::copy({memkind::kHost, now.get()}, copy.at + first, end - first);
  for (std::size_t i = first; i < end; ++i)
    if (copy.before[i] != after[i]) now.get()[i - first] = copy.before[i] = after[i];
  memkind::copy(copy.at + first, {memkind::kHost, now.get()}, end - first);
}

/// Begins to write what `wanted(number)` says, and is not there yet.
template <class Wanted>
void HostCopies::finish_those(Wanted&& wanted) {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<void>> lists;
  for (Copy& copy : copies_) {
    if (!copy.before.empty()) write_changes(copy);
    for (std::size_t i = 0; i < copy.moved.size() && copy.before.empty(); ++i)
      if (Moved& moved = copy.moved[i]; moved.written && wanted(i) && !std::exchange(moved.back, true))
        lists.push_back(begin_write(copy, moved));
  }
  if (!copies_.empty()) memkind::finish_copies();
}

void HostCopies::finish() {
  finish_those([](std::size_t) { return true; });
}

void HostCopies::finish_piece(std::size_t number) {
  finish_those([&](std::size_t i) { return i == number; });
}

}  // namespace isthmus::mpi
