#include "page.hpp"

#include <unistd.h>

#include <cstring>
#include <string_view>

#include "json.hpp"

namespace isthmus::profile {

extern const char kPage[];  // page.html, by generate.py

namespace {

constexpr std::size_t kMostPesInMatrix = 512;  // of more PEs the matrices are empty

void write_settings(Json& json) {
  json.key("settings").open('[');
  for (char** entry = environ; entry && *entry; ++entry) {  // null after clearenv()
    const std::string_view line = *entry;
    if (!line.starts_with("SHMEM_") && !line.starts_with("SMA_")) continue;
    if (line.starts_with("SHMEM_PROFILE") || line.starts_with("SHMEM_TRACE")) continue;  // this tool's own
    const std::size_t equals = line.find('=');
    json.open('[');
    json.value(line.substr(0, equals));
    json.value(line.substr(equals + 1));
    json.close(']');
  }
  json.close(']');
}

void write_pes(Json& json, const JobReport& job) {
  json.key("pe").open('[');
  for (const Report& pe : job.pes) {
    json.line();
    double inside = 0;
    for (const CallRow& call : pe.calls) inside += call.time;
    json.open('{');
    json.key("node").value(pe.node);
    json.key("host").value(pe.host);
    json.key("pid").value(pe.pid);
    json.key("cpus").value(pe.cpus);
    json.key("elapsed").value(pe.elapsed);
    json.key("inside").value(inside);
    json.key("calls").open('[');
    for (const CallRow& call : pe.calls) {
      json.open('[');
      json.value(kFunctionRows[call.function].name);
      json.value(kFunctionRows[call.function].kind);
      json.value(call.count);
      json.value(call.time);
      json.value(call.bytes);
      json.value(call.timed);
      json.close(']');
    }
    json.close(']');
    json.close('}');
  }
  json.close(']');
}

void write_matrix(Json& json, const std::vector<std::vector<std::uint64_t>>& rows) {
  json.open('[');
  for (const auto& row : rows) json.list(row);
  json.close(']');
}

void write_traffic(Json& json, const JobReport& job) {
  const std::size_t n = job.pes.size() <= kMostPesInMatrix ? job.pes.size() : 0;
  std::vector<std::vector<std::uint64_t>> bytes(n, std::vector<std::uint64_t>(n)), messages = bytes;
  for (std::size_t me = 0; me < n; ++me)
    for (const PeerRow& row : job.pes[me].peers) {
      bytes[me][row.pe] += row.traffic.bytes_to;
      messages[me][row.pe] += row.traffic.messages_to;
      bytes[row.pe][me] += row.traffic.bytes_from;
      messages[row.pe][me] += row.traffic.messages_from;
    }
  json.key("traffic").open('{');
  json.key("bytes");
  write_matrix(json, bytes);
  json.key("messages");
  write_matrix(json, messages);
  json.close('}');
}

void write_sums(Json& json, const JobReport& job) {
  json.key("collective_bytes").open('[');
  for (const Report& pe : job.pes) json.value(pe.collective_bytes);
  json.close(']');
  json.key("sizes").open('{');
  const char* const names[kWays] = {"put", "get", "atomic", "collective"};
  for (std::size_t way = 0; way < kWays; ++way) {
    std::vector<std::uint64_t> sums(65);
    for (const Report& pe : job.pes)
      for (std::size_t k = 0; k < 65; ++k) sums[k] += pe.sizes[way][k];
    while (!sums.empty() && sums.back() == 0) sums.pop_back();
    json.key(names[way]).list(sums);
  }
  json.close('}');
  std::uint64_t to = 0, from = 0, wire_bytes = 0, wire_messages = 0, forgotten = 0;
  double time = 0;
  for (const Report& pe : job.pes) {
    to += pe.device_to;
    from += pe.device_from;
    time += pe.device_time;
    wire_bytes += pe.wire_bytes;
    wire_messages += pe.wire_messages;
    forgotten += pe.forgotten;
  }
  json.key("device");
  if (to + from == 0) {
    json.null();
  } else {
    json.open('{');
    json.key("bytes_to_device").value(to);
    json.key("bytes_from_device").value(from);
    json.key("time").value(time);
    json.close('}');
  }
  json.key("wire").open('{');
  json.key("bytes").value(wire_bytes);
  json.key("messages").value(wire_messages);
  json.close('}');
  json.key("forgotten").value(forgotten);
}

void write_analysis(Json& json, const Analysis& analysis) {
  json.key("barriers").open('[');
  for (const BarrierRow& row : analysis.barriers) {
    json.open('{');
    json.key("call").value(row.call);
    json.key("team").value(row.team);
    json.key("place").value(row.place);
    json.key("count").value(row.count);
    json.key("wait").list(row.wait);
    json.key("last").list(row.last);
    json.close('}');
  }
  json.close(']');
  json.line();
  json.key("places").open('[');
  for (const PlaceRow& row : analysis.places) {
    json.open('{');
    json.key("function").value(row.place.function);
    json.key("file").value(row.place.file);
    json.key("line").value(row.place.line);
    json.key("call").value(row.call);
    json.key("count").value(row.count);
    json.key("time").value(row.time);
    json.key("bytes").value(row.bytes);
    json.key("pe_max").value(row.pe_max);
    json.close('}');
  }
  json.close(']');
}

void write_data(std::FILE* out, const JobReport& job, const Analysis& analysis) {
  Json json(out);
  json.open('{');
  json.key("version").value(1);
  json.key("program").value(job.program);
  json.key("arguments").value(job.arguments);
  json.key("library").value(job.library);
  json.key("started").value(job.started);
  json.key("pes").value(job.pes.size());
  json.key("nodes").value(job.nodes());
  json.key("elapsed").value(job.elapsed());
  json.key("overhead").open('{');
  json.key("per_timed_call").value(job.per_timed_call);
  json.key("per_counted_call").value(job.per_counted_call);
  json.key("share").value(job.overhead_share());
  json.close('}');
  write_settings(json);
  write_pes(json, job);
  write_traffic(json, job);
  write_sums(json, job);
  write_analysis(json, analysis);
  json.close('}');
}

}  // namespace

void write_page(std::FILE* out, const JobReport& job, const Analysis& analysis) {
  constexpr std::string_view kMark = "@PROFILE@";
  const std::string_view page = kPage;
  const std::size_t at = page.find(kMark);
  std::fwrite(page.data(), 1, at, out);
  write_data(out, job, analysis);
  const std::string_view rest = page.substr(at + kMark.size());
  std::fwrite(rest.data(), 1, rest.size(), out);
}

}  // namespace isthmus::profile
