#include "collectives/rules.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>

#include "base/error.hpp"
#include "base/log.hpp"
#include "collectives/alltoall/alltoall.hpp"
#include "collectives/group/gather.hpp"
#include "collectives/reduce/reduce.hpp"

namespace isthmus::collectives {
namespace {

constexpr std::size_t kCell = comm::Cell::kBytes;

constexpr Rule kRules[] = {
    {Operation::barrier, Algorithm::flags, Needs::node, kAnyBytes, kAnyBytes, 16, Cores::any,
     "each shows a flag and looks at everybody's"},
    {Operation::barrier, Algorithm::dissemination, Needs::node, kAnyBytes, kAnyBytes, kAnyMembers, Cores::own,
     "log2(n) rounds, in round r a flag from the member 2^r below"},
    {Operation::barrier, Algorithm::central, Needs::node, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "one counter and one release flag: each PE runs once"},
    {Operation::barrier, Algorithm::two_level, Needs::wire, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "each node comes to its first member, these meet by dissemination and let the others go"},
    {Operation::barrier, Algorithm::flat, Needs::none, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "dissemination over all members, wherever they are"},

    {Operation::broadcast, Algorithm::cell, Needs::node, kCell, kCell, kAnyMembers, Cores::any,
     "the root shows the bytes beside its flag and goes on"},
    {Operation::broadcast, Algorithm::direct, Needs::node, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "each copies from the root's source"},
    {Operation::broadcast, Algorithm::binomial, Needs::wire, kAnyBytes, 1048576, kAnyMembers, Cores::any,
     "along a binomial tree of the nodes, then from its first member to the others of each"},
    {Operation::broadcast, Algorithm::chain, Needs::wire, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "from node to node in chunks, several leaders with a stripe each, copied on each node as they come"},
    {Operation::broadcast, Algorithm::flat, Needs::none, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "all sync, each reads from the root, all sync"},

    {Operation::collect, Algorithm::cell, Needs::node, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "sizes beside the flags, and small parts with them; large parts are written to everybody's dest"},
    {Operation::collect, Algorithm::ring, Needs::wire, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "sizes are gathered, and small parts with them; large parts go from each node to the next, several leaders at "
     "once"},
    {Operation::collect, Algorithm::flat, Needs::none, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "sizes are shared, each writes to everybody's dest, all sync"},

    {Operation::fcollect, Algorithm::cell, Needs::node, kCell, kCell, kAnyMembers, Cores::any,
     "each shows its bytes beside its flag"},
    {Operation::fcollect, Algorithm::direct, Needs::node, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "each copies from everybody's source"},
    {Operation::fcollect, Algorithm::bruck, Needs::receive_buffer, ReceiveBuffer::kLargeBytes, 32768, kAnyMembers,
     Cores::any,
     "the first member of each node takes what its members have; these exchange all they have with the node 2^r away"},
    {Operation::fcollect, Algorithm::ring, Needs::wire, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "parts go from each node to the next, several leaders at once, and are copied on each node"},
    {Operation::fcollect, Algorithm::flat, Needs::none, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "all sync, each reads from everybody, all sync"},

    {Operation::alltoall, Algorithm::cell, Needs::node, kCell, kCell, kAnyMembers, Cores::any,
     "each shows its bytes beside its flag"},
    {Operation::alltoall, Algorithm::direct, Needs::node, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "each copies its block of everybody's source"},
    {Operation::alltoall, Algorithm::bruck, Needs::receive_buffer, kCell, kCell, kAnyMembers, Cores::any,
     "each node bundles what it has for each other; bundles travel by doublings of the distance"},
    {Operation::alltoall, Algorithm::bundles, Needs::receive_buffer, ReceiveBuffer::kLargeBytes,
     ReceiveBuffer::kLargeBytes, kAnyMembers, Cores::any,
     "the first member of each node sends each other a bundle of what its members have, and hands out what comes",
     comm::kApart},
    {Operation::alltoall, Algorithm::pairwise, Needs::wire, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "all sync, each reads its block of all at once, all sync"},
    {Operation::alltoall, Algorithm::flat, Needs::none, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "all sync, each reads its block of everybody, all sync"},

    {Operation::alltoalls, Algorithm::cell, Needs::node, kCell, kCell, kAnyMembers, Cores::any,
     "each shows its elements, packed, beside its flag"},
    {Operation::alltoalls, Algorithm::direct, Needs::node, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "each copies its elements of everybody's source"},
    {Operation::alltoalls, Algorithm::bruck, Needs::receive_buffer, kCell, kCell, kAnyMembers, Cores::any,
     "each node bundles what it has for each other; bundles travel by doublings of the distance"},
    {Operation::alltoalls, Algorithm::bundles, Needs::receive_buffer, ReceiveBuffer::kLargeBytes,
     ReceiveBuffer::kLargeBytes, kAnyMembers, Cores::any,
     "the first member of each node sends each other a bundle of what its members have, and hands out what comes",
     comm::kApart},
    {Operation::alltoalls, Algorithm::pairwise, Needs::wire, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "all sync, each reads its elements of all at once, all sync"},
    {Operation::alltoalls, Algorithm::flat, Needs::none, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "all sync, each reads its elements of everybody, all sync"},

    {Operation::reduce, Algorithm::cell, Needs::node, kCell, kCell, kAnyMembers, Cores::any,
     "each shows its bytes beside its flag and combines everybody's"},
    {Operation::reduce, Algorithm::slices, Needs::node, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "each combines a slice of everybody's source and writes it to everybody's dest"},
    {Operation::reduce, Algorithm::recursive_doubling, Needs::receive_buffer, kDoublingBytes, kDoublingBytes,
     kAnyMembers, Cores::any,
     "the first member of each node combines what its members have; these exchange sums with the node 2^r away"},
    {Operation::reduce, Algorithm::scatter_gather, Needs::wire, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "a node's members each combine a slice; of these each node finishes a part and writes it to the others",
     comm::kApart},
    {Operation::reduce, Algorithm::ring, Needs::wire, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "the same, but partial sums and finished parts go from each node to the next"},
    {Operation::reduce, Algorithm::flat, Needs::none, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "all sync, each combines a slice, all sync and gather the slices"},

    {Operation::scan, Algorithm::cell, Needs::node, kCell, kCell, kAnyMembers, Cores::any,
     "each shows its bytes beside its flag and adds those before it"},
    {Operation::scan, Algorithm::slices, Needs::node, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "each adds up a slice of everybody's source and writes each sum where it belongs"},
    {Operation::scan, Algorithm::bruck, Needs::receive_buffer, kCell, kCell, kAnyMembers, Cores::any,
     "gathered as by fcollect's bruck, and each adds those before it"},
    {Operation::scan, Algorithm::chain, Needs::in_order, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "leaders with a slice each begin with the sum that the node below sends, in chunks"},
    {Operation::scan, Algorithm::flat, Needs::none, kAnyBytes, kAnyBytes, kAnyMembers, Cores::any,
     "all sync, each reads from all before it, all sync"},
};

constexpr const char* kOperationNames[] = {"barrier",  "broadcast", "collect", "fcollect",
                                           "alltoall", "alltoalls", "reduce",  "scan"};
constexpr const char* kAlgorithmNames[] = {"flags",          "dissemination", "central",
                                           "cell",           "direct",        "slices",
                                           "flat",           "two_level",     "recursive_doubling",
                                           "scatter_gather", "ring",          "binomial",
                                           "chain",          "bruck",         "bundles",
                                           "pairwise"};

/// Where each operation's rows begin; the last entry is the end.
constexpr auto kFirst = [] {
  std::array<std::size_t, kOperations + 1> first{};
  for (std::size_t i = 0; i < std::size(kRules); ++i) first[static_cast<std::size_t>(kRules[i].operation) + 1] = i + 1;
  return first;
}();

bool shared_cores = false;
std::array<std::optional<Algorithm>, kOperations> forced;

/// What became of calls of an operation with a forced algorithm; threads count together.
struct Tally {
  std::atomic<std::uint64_t> taken, passed_over;
};
std::array<Tally, kOperations> tallies;

void count(std::atomic<std::uint64_t>& calls) { calls.fetch_add(1, std::memory_order_relaxed); }

struct Shape {
  const comm::Team* team;  ///< or null
  int members;

  const comm::Nodes* nodes() const { return team ? team->nodes.get() : nullptr; }
};

/// Whether what the first leaders send one another fits into their receive buffers, and what they show into a cell.
bool lands(const Rule& rule, const comm::Nodes& nodes, std::size_t bytes) {
  switch (rule.operation) {
    case Operation::reduce:
      return doubling_fits(nodes, bytes);
    case Operation::alltoall:
    case Operation::alltoalls: {
      const std::size_t block = bytes / nodes.node_of.size();
      return (rule.algorithm == Algorithm::bruck ? bruck_alltoall_fits : bundles_alltoall_fits)(nodes, block);
    }
    case Operation::fcollect:
      return gather_fits(nodes, bytes);
    default:
      return bytes <= gather_room(nodes);
  }
}

bool possible(const Rule& rule, const Shape& shape, std::size_t bytes) {
  if (bytes > rule.capacity) return false;
  if (rule.needs == Needs::none) return true;
  if (rule.needs == Needs::node) return shape.team && !shape.nodes();
  const comm::Nodes* nodes = shape.nodes();
  if (!nodes || nodes->count() > rule.most_nodes) return false;
  return rule.needs == Needs::wire || (rule.needs == Needs::in_order ? nodes->in_order : lands(rule, *nodes, bytes));
}

bool preferred(const Rule& rule, const Shape& shape, std::size_t bytes) {
  return bytes <= rule.until_bytes && shape.members <= rule.until_members &&
         (rule.cores == Cores::any || shared_cores == (rule.cores == Cores::shared));
}

Algorithm choose(Operation operation, const Shape& shape, std::size_t bytes) {
  const auto op = static_cast<std::size_t>(operation);
  const Rule *rule = kRules + kFirst[op], *end = kRules + kFirst[op + 1];
  if (forced[op]) [[unlikely]] {
    for (const Rule* wanted = rule; wanted != end; ++wanted)
      if (wanted->algorithm == *forced[op] && possible(*wanted, shape, bytes)) {
        count(tallies[op].taken);
        return *forced[op];
      }
    count(tallies[op].passed_over);
  }
  while (!possible(*rule, shape, bytes) || !preferred(*rule, shape, bytes)) ++rule;  // the last always fits
  return rule->algorithm;
}

}  // namespace

const char* name(Operation operation) { return kOperationNames[static_cast<std::size_t>(operation)]; }
const char* name(Algorithm algorithm) { return kAlgorithmNames[static_cast<std::size_t>(algorithm)]; }
std::span<const Rule> rules() { return kRules; }

Algorithm choose(Operation operation, const Group& group, std::size_t bytes) {
  return choose(operation, Shape{group.team(), group.size()}, bytes);
}

Algorithm choose(Operation operation, const comm::Team& team) {
  return choose(operation, Shape{&team, team.pes.size()}, 0);
}

void configure(bool cores_are_shared, const std::function<std::string(Operation)>& setting) {
  shared_cores = cores_are_shared;
  for (std::size_t op = 0; op < kOperations; ++op) {
    const auto operation = static_cast<Operation>(op);
    const std::string wanted = setting(operation);
    forced[op].reset();
    std::string names;
    for (const Rule& rule : rules()) {
      if (rule.operation != operation) continue;
      if (wanted == name(rule.algorithm)) forced[op] = rule.algorithm;
      names.append(names.empty() ? "" : ", ").append(name(rule.algorithm));
    }
    if (!wanted.empty() && !forced[op])
      throw base::SetupError(base::text("there is no algorithm '%s' for %s; there are: %s", wanted.c_str(),
                                        name(operation), names.c_str()));
  }
}

void report_forced() {
  for (std::size_t op = 0; op < kOperations; ++op) {
    Tally& tally = tallies[op];
    const auto taken = tally.taken.exchange(0), passed_over = tally.passed_over.exchange(0);
    if (forced[op])
      base::debug(base::text("%s: %s is forced, and was taken in %llu calls of %llu", kOperationNames[op],
                             name(*forced[op]), static_cast<unsigned long long>(taken),
                             static_cast<unsigned long long>(taken + passed_over)));
  }
}

}  // namespace isthmus::collectives
