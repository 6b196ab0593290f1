#include "runtime/paths.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/log.hpp"

namespace isthmus::runtime {
namespace {

using memkind::Kind;

std::string name_of(const memory::Partition& partition) {
  return partition.id() == 1 ? std::string(partition.segment().kind->name)
                             : base::text("%s (partition %d)", partition.segment().kind->name, partition.id());
}

bool on_this_node(const Job& job, int pe) { return std::binary_search(job.node_pes.begin(), job.node_pes.end(), pe); }

/// Why this PE's memory of that kind cannot be a local buffer of libfabric, so that transfers go through a staging
/// buffer; empty if it can, as host memory always can.
std::string why_staged(const Job& job, const Kind& kind) {
  for (const auto& partition : job.memory->partitions()) {
    const memory::Segment& segment = partition->segment();
    if (segment.kind != &kind || !kind.device || segment.wire.local) continue;
    const auto mine = segment.wire.refused.find(bootstrap::exchange().pe());
    return segment.wire.registered && mine != segment.wire.refused.end() ? mine->second : segment.wire.why_not;
  }
  return {};
}

const char* tried(const Job& job) {
  return job.settings.probe_paths ? "and the probe at start was right" : "not tried (SHMEM_PROBE_PATHS=0)";
}

void describe_mapped(const Job& job, const Kind& from, const Kind& to, Path& path) {
  path.how = !from.device && !to.device                   ? "loads and stores"
             : !from.device || !to.device || &from == &to ? "one copy by the driver here"
                                                          : "two copies by the drivers here, through host memory";
  path.why = to.device ? base::text("its handle is open here, %s", tried(job)) : "its memory is mapped here";
}

void describe_wire(const Job& job, const Kind& from, const Kind& to, Path& path) {
  const std::string staged = why_staged(job, from);
  path.how = (staged.empty() ? "" : "through pinned host memory, then ") + job.wire->fabric().provider();
  path.why = "on another node";
  if (to.device || (from.device && staged.empty()))
    path.why += base::text("; it takes device memory (FI_HMEM), %s", tried(job));
  if (!staged.empty()) path.why += "; here " + staged;
}

Path path(const Job& job, const Kind& from, const memory::Partition& partition, int pe) {
  const memory::Segment& to = partition.segment();
  Path path{from.name, name_of(partition), {}, {}};
  if (to.mapped(pe)) {
    describe_mapped(job, from, *to.kind, path);
  } else if (!on_this_node(job, pe) && to.wire.reaches(pe)) {
    describe_wire(job, from, *to.kind, path);
  } else {
    path.how = "in blocks through host memory, by the device proxy there";
    const auto refused = to.wire.refused.find(pe);
    path.why = on_this_node(job, pe)
                   ? job.memory->why_unmapped(to, pe)
                   : "on another node; " +
                         (to.wire.registered && refused != to.wire.refused.end() ? refused->second : to.wire.why_not);
  }
  return path;
}

/// A list of PEs as text, such as "PE 3" or "PEs 1 to 3 and 5".
std::string in_words(const std::vector<int>& pes) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0, end = 0; i < pes.size(); i = end) {
    for (end = i + 1; end < pes.size() && pes[end] == pes[end - 1] + 1;) ++end;
    ranges.push_back(end == i + 1 ? std::to_string(pes[i]) : base::text("%d to %d", pes[i], pes[end - 1]));
  }
  std::string words = pes.size() == 1 ? "PE " : "PEs ";
  for (std::size_t i = 0; i < ranges.size(); ++i)
    words += (i == 0 ? "" : i + 1 == ranges.size() ? " and " : ", ") + ranges[i];
  return words;
}

/// Returns an endpoint for the device proxy's thread, which has nobody to throw to.
ofi::Endpoint* endpoint_of_proxy(Wire& wire) {
  try {
    return wire.own_endpoint();
  } catch (const base::SetupError& failure) {
    base::fatal("the device proxy", failure.what());
  }
}

void make_proxy(Job& job) {
  if (job.device_proxy) return;
  Wire* wire = job.wire.get();
  bootstrap::Exchange& exchange = bootstrap::exchange();
  job.device_proxy = std::make_unique<ops::DeviceProxy>(*job.memory, exchange.pe(), exchange.n_pes(),
                                                        wire ? wire->message_wire() : nullptr,
                                                        [wire] { return endpoint_of_proxy(*wire); });
  if (wire) wire->carry(*job.device_proxy);
}

}  // namespace

void publish_mappings(bootstrap::Exchange& exchange, Job& job) {
  exchange.publish("unmapped", job.memory->has_refusals() ? "1" : "0");
  const bool reached = job.memory->own_devices_reached();
  if (!reached) job.memory->some_device_unreached();
  exchange.publish("unreached", reached ? "0" : "1");
}

void make_proxy_for_wire(Job& job) {
  if (job.wire) make_proxy(job);
}

void settle_mappings(bootstrap::Exchange& exchange, Job& job) {
  bool said = !job.memory->devices_all_mapped();
  for (const int pe : job.node_pes) {
    if (exchange.lookup(pe, "unreached") == "1") job.memory->some_device_unreached();
    if (exchange.lookup(pe, "unmapped") != "1") continue;
    if (!std::exchange(said, true) && pe == exchange.pe())
      base::say(
          base::text("the device memory of this node's PEs is not all mapped here, and goes through host memory: "
                     "%s; osh_info --paths says where",
                     job.memory->first_refusal().c_str()));
    job.memory->some_device_unmapped();
    try {
      make_proxy(job);
    } catch (const base::SetupError& failure) {
      base::fatal("the device proxy", failure.what());  // the other PEs have gone on, and cannot agree on an error
    }
  }
}

std::vector<Path> paths_to(const Job& job, int pe) {
  std::vector<const Kind*> kinds;
  for (const auto& partition : job.memory->partitions())
    if (const Kind* kind = partition->segment().kind; std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
      kinds.push_back(kind);
  std::vector<Path> paths;
  for (const Kind* from : kinds)
    for (const auto& to : job.memory->partitions())
      if (to->id() == 1 || to->segment().kind->device) paths.push_back(path(job, *from, *to, pe));
  return paths;
}

std::string describe_paths(const Job& job, int me, int n_pes) {
  std::vector<std::pair<std::vector<Path>, std::vector<int>>> groups;
  for (int pe = 0; pe < n_pes; ++pe) {
    if (pe == me) continue;
    const std::vector<Path> paths = paths_to(job, pe);
    const auto same =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == paths; });
    if (same == groups.end())
      groups.push_back({paths, {pe}});
    else
      same->second.push_back(pe);
  }
  std::string text;
  for (const auto& [paths, pes] : groups) {
    text += base::text("PE %d to %s\n", me, in_words(pes).c_str());
    for (const Path& path : paths)
      text += base::text("  %-6s to %-18s %s: %s\n", path.from.c_str(), path.to.c_str(), path.how.c_str(),
                         path.why.c_str());
  }
  return text;
}

}  // namespace isthmus::runtime
