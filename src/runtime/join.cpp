#include "runtime/join.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

#include "base/cpu_set.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/wait.hpp"
#include "collectives/rules.hpp"
#include "comm/internal.hpp"
#include "memkind/kind.hpp"
#include "runtime/memory_plan.hpp"
#include "runtime/paths.hpp"
#include "runtime/placement.hpp"
#include "runtime/probe.hpp"
#include "runtime/secrets.hpp"
#include "runtime/teams.hpp"
#include "transport/node/descriptor_exchange.hpp"
#include "transport/node/identity.hpp"

namespace isthmus::runtime {
namespace {

using bootstrap::Exchange;

/// The cores that this process may use, as a string of '0' and '1' that can be published.
std::string my_cores() {
  const auto allowed = base::CpuSet::allowed();
  return allowed ? allowed->bits() : "1";
}

int count_cores(Exchange& exchange, const std::vector<int>& pes) {
  std::string all;
  for (const int pe : pes) {
    const std::string cores = exchange.lookup(pe, "cores");
    all.resize(std::max(all.size(), cores.size()), '0');
    for (std::size_t i = 0; i < cores.size(); ++i)
      if (cores[i] == '1') all[i] = '1';
  }
  return std::max(1, static_cast<int>(std::count(all.begin(), all.end(), '1')));
}

/// The PEs that published this value under `key`.
std::vector<int> pes_with(Exchange& exchange, const char* key, const std::string& value) {
  std::vector<int> pes;
  for (int pe = 0; pe < exchange.n_pes(); ++pe)
    if (exchange.lookup(pe, key) == value) pes.push_back(pe);
  return pes;
}

bool all_on_one_node(const Exchange& exchange, const Job& job) {
  return job.node_pes.size() == static_cast<std::size_t>(exchange.n_pes());
}

/// The number of each PE's node. Nodes are numbered in the order of their lowest PEs.
std::vector<int> number_nodes(Exchange& exchange) {
  std::map<std::string, int> numbers;
  std::vector<int> node_of;
  for (int pe = 0; pe < exchange.n_pes(); ++pe) {
    const int next = static_cast<int>(numbers.size());
    node_of.push_back(numbers.try_emplace(exchange.lookup(pe, "node"), next).first->second);
  }
  return node_of;
}

/// The first line of `one` that `other` does not have.
std::string odd_line(const std::string& one, const std::string& other) {
  std::istringstream lines(one);
  for (std::string line; std::getline(lines, line);)
    if (("\n" + other).find("\n" + line + "\n") == std::string::npos) return line;
  return {};
}

/// Describes the first setting in which some PE differs from PE 0; empty if all agree. All PEs return the same text.
std::string find_difference(Exchange& exchange) {
  const std::string first = exchange.lookup(0, "settings");
  for (int pe = 1; pe < exchange.n_pes(); ++pe) {
    const std::string other = exchange.lookup(pe, "settings");
    if (other == first) continue;
    const std::string theirs = odd_line(other, first), ours = odd_line(first, other);
    return base::text("PE %d has %s, PE %d %s; give all PEs the same settings (mpirun -x passes variables on)",
                      theirs.empty() ? 0 : pe, (theirs.empty() ? ours : theirs).c_str(), theirs.empty() ? pe : 0,
                      theirs.empty() || ours.empty() ? "has not" : ours.c_str());
  }
  return {};
}

/// Names the first PE that runs under another user than the lowest PE of its node; empty if there is none. Such PEs
/// would refuse each other's connections. All PEs return the same text. Numbers of different user namespaces cannot be
/// compared, so there the sockets decide.
std::string find_other_user(Exchange& exchange) {
  int pe = 1;
  for (const std::string first = exchange.lookup(0, "user"); pe < exchange.n_pes(); ++pe)
    if (exchange.lookup(pe, "user") != first) break;
  if (pe == exchange.n_pes()) return {};  // by far the most jobs, in which nothing is kept
  std::map<std::string, int> lowest;
  for (pe = 0; pe < exchange.n_pes(); ++pe) {
    const int other = lowest.try_emplace(exchange.lookup(pe, "node"), pe).first->second;
    const std::string mine = exchange.lookup(pe, "user"), theirs = exchange.lookup(other, "user");
    const std::size_t number = mine.rfind('/') + 1;
    if (mine == theirs || mine.substr(0, number) != theirs.substr(0, number)) continue;
    return base::text(
        "PE %d runs under user %s, PE %d of the same node under user %s; start all PEs under one user (sudo before the "
        "launcher, not behind it)",
        pe, mine.c_str() + number, other, theirs.c_str() + number);
  }
  return {};
}

/// Maps what the node's PEs have beside their shared files. A PE whose memory could not be made offers none, so that
/// the others do not wait for it; it tells them why when all agree.
void map_peers(Exchange& exchange, const node::Listener& listener, Job& job) {
  const std::vector<node::Peer> peers = node_peers(exchange, job);
  auto theirs = node::exchange_descriptors(listener, secrets(exchange).node, exchange.pe(), peers,
                                           job.memory ? job.memory->offers() : std::vector<node::Offer>());
  if (!job.memory) return;
  for (std::size_t i = 0; i < peers.size(); ++i) job.memory->attach(peers[i].pe, std::move(theirs[i]));
}

/// Makes all memory. This PE's device follows from its number on the node.
void make_all_memory(Exchange& exchange, const node::Listener& listener, Job& job) {
  make_memory(exchange, listener, job);
  const auto me = std::find(job.node_pes.begin(), job.node_pes.end(), exchange.pe());
  job.memory->make_device_partitions(static_cast<int>(me - job.node_pes.begin()));
}

void make_first_teams(const Exchange& exchange, Job& job) {
  job.world = make_team(job, comm::PeSet(0, 1, exchange.n_pes()), exchange.pe(), comm::kWorldSlot);
  job.shared = make_team(job, comm::PeSet(job.node_pes), exchange.pe(), comm::kSharedSlot);
}

/// Applies the settings for device memory (SHMEM_DEVICE_*) to each kind.
void choose_limits(const config::Settings& settings) {
  using memkind::Limits;
  const auto choose = [](const config::ByKind& setting, std::size_t Limits::*limit) {
    for (const config::ByKind::Entry& entry : setting.entries)
      if (!entry.kind.empty()) memkind::find_kind(setting.variable, entry.kind);
    for (const memkind::Kind* kind : memkind::kinds())
      if (kind->device) kind->device->limits->*limit = setting.of(kind->name);
  };
  choose(settings.device_small, &Limits::small);
  choose(settings.device_copy_kernel, &Limits::copy_kernel);
  choose(settings.device_reduce_kernel, &Limits::reduce_kernel);
  choose(settings.device_slice, &Limits::slice);
  choose(settings.device_staged_broadcast, &Limits::staged_broadcast);
  choose(settings.device_staged_fcollect, &Limits::staged_fcollect);
  choose(settings.device_staged_alltoall, &Limits::staged_alltoall);
}

/// PEs spin while they wait only if each has a core; otherwise spinning would keep the awaited PE from running.
void choose_waiting(const Job& job) {
  const bool shared = job.machine_pes.size() > static_cast<std::size_t>(job.cores);
  base::spin_limit = shared ? 0 : base::kSpins;
  base::pes_here = static_cast<int>(job.machine_pes.size());
  collectives::selection.configure(shared, [&](const std::string& name) { return config::value(job.settings, name); });
}

// ---- The stages of join() ----

/// Reads the settings, and publishes what the other PEs have to know of this one before they can reach it.
void introduce(Exchange& exchange, std::optional<node::Listener>& listener, Job& job) {
  job.settings = config::read_settings();
  if (exchange.pe() == 0)
    for (const std::string& line : config::misspelt()) base::say(line);
  base::set_debug(job.settings.debug);
  choose_limits(job.settings);
  listener.emplace(exchange.job(), exchange.pe());
  exchange.publish("node", node::host_identity(exchange.virtual_node()));
  exchange.publish("machine", node::host_identity(0));
  exchange.publish("user", node::user_identity());
  exchange.publish("cores", my_cores());
  exchange.publish("devices", memory::SymmetricMemory::wants_devices(job.settings.partitions) ? "1" : "0");
  publish_request(exchange, job.settings);
  exchange.publish("probes", job.settings.probe_paths ? "1" : "0");
  exchange.publish("settings", config::same_everywhere(job.settings));
  exchange.publish("socket", listener->address());
  if (exchange.pe() == 0) publish_secrets(exchange);
}

/// Finds the PEs of this node and of this machine, and whether any PE has device memory.
void find_neighbours(Exchange& exchange, Job& job) {
  job.node_pes = pes_with(exchange, "node", node::host_identity(exchange.virtual_node()));
  if (!all_on_one_node(exchange, job)) job.node_of = number_nodes(exchange);
  job.machine_pes = pes_with(exchange, "machine", node::host_identity(0));
  job.cores = count_cores(exchange, job.machine_pes);
  job.device_memory = !pes_with(exchange, "devices", "1").empty();
}

/// Makes this PE's memory and maps that of the node's PEs. Returns this PE's error, on which the PEs have agreed
/// already if there is device memory.
std::string share_memory(Exchange& exchange, std::optional<node::Listener>& listener, Job& job) {
  std::string error = attempt([&] { make_all_memory(exchange, *listener, job); });
  if (!error.empty() && !job.pairwise_memory) listener.reset();  // nobody has to wait for this PE
  if (job.device_memory) agree(exchange, error);  // nobody maps device memory if a driver has failed somewhere
  if (job.pairwise_memory) {
    const std::string unmapped = attempt([&] { map_peers(exchange, *listener, job); });
    if (error.empty()) error = unmapped;
  }
  if (job.device_memory && exchange.n_pes() > 1) {
    agree(exchange, error);
    if (probes(exchange)) probe_mappings(exchange, job);
  }
  return error;
}

/// Opens the ways to the PEs whose memory is not mapped here, and publishes what they need in order to use them.
void open_paths(Exchange& exchange, Job& job) {
  exchange.publish("usual addresses", job.memory->at_usual_addresses() ? "1" : "0");
  if (job.device_memory) publish_mappings(exchange, job);
  if (!all_on_one_node(exchange, job)) {
    const bool one_host = job.machine_pes.size() == static_cast<std::size_t>(exchange.n_pes());
    job.wire = std::make_unique<Wire>(exchange, job.settings, *job.memory, one_host);
  }
  job.messages = std::make_unique<ops::ActiveMessages>(world.context, job.memory->internal(), comm::kMessagesOffset,
                                                       job.memory->segments(), exchange.pe(), exchange.n_pes(),
                                                       job.wire ? job.wire->message_wire() : nullptr);
  if (job.wire) job.wire->carry(*job.messages);
  if (job.device_memory) make_proxy_for_wire(job);
  choose_waiting(job);
}

/// Takes in what the other PEs have published about their ways, and connects to those of other nodes.
void settle_paths(Exchange& exchange, Job& job) {
  const int n_pes = exchange.n_pes();
  if (n_pes > 1 && pes_with(exchange, "usual addresses", "1").size() < static_cast<std::size_t>(n_pes))
    job.memory->addresses_differ();
  if (n_pes > 1 && job.device_memory) settle_mappings(exchange, job);
  if (job.wire) agree(exchange, attempt([&] { job.wire->connect(exchange); }));
}

}  // namespace

void agree(Exchange& exchange, const std::string& my_error) {
  exchange.publish("error", my_error);
  exchange.fence();
  for (int pe = 0; pe < exchange.n_pes(); ++pe) {
    const std::string error = exchange.lookup(pe, "error");
    if (error.empty()) continue;
    if (pe == exchange.pe()) base::say(error);
    exchange.fence();  // no PE exits before the message is printed
    throw AgreedError(error);
  }
}

std::vector<node::Peer> node_peers(Exchange& exchange, const Job& job) {
  std::vector<node::Peer> peers;
  for (const int pe : job.node_pes)
    if (pe != exchange.pe()) peers.push_back({pe, exchange.lookup(pe, "socket")});
  return peers;
}

bool probes(Exchange& exchange) { return exchange.lookup(0, "probes") == "1"; }

std::unique_ptr<Job> join(Exchange& exchange) {
  auto job = std::make_unique<Job>();
  std::optional<node::Listener> listener;
  agree(exchange, attempt([&] { introduce(exchange, listener, *job); }));
  if (const std::string difference = find_difference(exchange); !difference.empty()) agree(exchange, difference);
  if (const std::string other = find_other_size(exchange); !other.empty()) agree(exchange, other);
  if (const std::string other = find_other_user(exchange); !other.empty()) agree(exchange, other);
  find_neighbours(exchange, *job);
  std::string error = share_memory(exchange, listener, *job);
  if (error.empty()) error = attempt([&] { open_paths(exchange, *job); });
  if (exchange.n_pes() > 1 || !error.empty()) agree(exchange, error);
  settle_paths(exchange, *job);
  make_first_teams(exchange, *job);
  if (exchange.n_pes() > 1) choose_home(*job, exchange.pe());
  return job;
}

}  // namespace isthmus::runtime
