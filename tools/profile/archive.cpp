// The bytes of a report. One list of its fields serves for writing and for reading.
#include <cstring>
#include <type_traits>

#include "report.hpp"

namespace isthmus::profile {
namespace {

struct Writer {
  std::vector<char>& out;
  void raw(void* at, std::size_t n) { out.insert(out.end(), static_cast<char*>(at), static_cast<char*>(at) + n); }
};

struct Reader {
  const char* at;
  void raw(void* to, std::size_t n) {
    std::memcpy(to, at, n);
    at += n;
  }
};

template <class Archive, class T>
requires std::is_trivially_copyable_v<T>
void field(Archive& archive, T& value) { archive.raw(&value, sizeof value); }

/// The number of elements, which the reader makes room for.
template <class Archive, class Container>
void length(Archive& archive, Container& container) {
  std::uint64_t n = container.size();
  field(archive, n);
  container.resize(n);
}

template <class Archive>
void field(Archive& archive, std::string& value) {
  length(archive, value);
  archive.raw(value.data(), value.size());
}

template <class Archive>
void field(Archive& archive, SiteRow& row) {
  field(archive, row.file);
  field(archive, row.symbol);
  field(archive, row.address);
  field(archive, row.function);
  field(archive, row.count);
  field(archive, row.bytes);
  field(archive, row.time);
}

template <class Archive>
void field(Archive& archive, TeamRow& row) {
  field(archive, row.key);
  field(archive, row.size);
  field(archive, row.label);
}

template <class Archive, class T>
void field(Archive& archive, std::vector<T>& rows) {
  length(archive, rows);
  if constexpr (std::is_trivially_copyable_v<T>) {
    if (!rows.empty()) archive.raw(rows.data(), rows.size() * sizeof(T));
  } else {
    for (T& row : rows) field(archive, row);
  }
}

template <class Archive>
void fields(Archive& archive, Report& report) {
  const auto all = [&](auto&... each) { (field(archive, each), ...); };
  all(report.pe, report.node, report.pid, report.host, report.cpus, report.start, report.elapsed, report.calls,
      report.peers, report.sizes, report.collective_bytes, report.sites, report.teams, report.meetings,
      report.forgotten, report.device_to, report.device_from, report.device_time, report.wire_bytes,
      report.wire_messages, report.timed, report.counted, report.events, report.dropped, report.activities,
      report.kernel_names, report.dropped_activities, report.no_activities);
}

}  // namespace

std::vector<char> Report::bytes() const {
  std::vector<char> out;
  Writer writer{out};
  fields(writer, const_cast<Report&>(*this));  // which a writer only reads
  return out;
}

Report Report::from_bytes(const std::vector<char>& bytes) {
  Report report;
  Reader reader{bytes.data()};
  fields(reader, report);
  return report;
}

}  // namespace isthmus::profile
