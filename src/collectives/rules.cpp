#include "collectives/rules.hpp"

#include <algorithm>
#include <cctype>

#include "base/error.hpp"
#include "base/log.hpp"
#include "collectives/alltoall/alltoall.hpp"
#include "collectives/barrier/barrier.hpp"
#include "collectives/blocks/blocks.hpp"
#include "collectives/broadcast/broadcast.hpp"
#include "collectives/collect/collect.hpp"
#include "collectives/reduce/reduce.hpp"
#include "collectives/scan/scan.hpp"

namespace isthmus::collectives {
namespace {

/// The tables of all operations, in the order of the enumerators of Operation.
constexpr struct {
  const char* name;
  std::span<const Rule> (*rules)();
} kTables[] = {
    {.name = "barrier", .rules = barrier_rules},   {.name = "broadcast", .rules = broadcast_rules},
    {.name = "collect", .rules = collect_rules},   {.name = "fcollect", .rules = fcollect_rules},
    {.name = "alltoall", .rules = alltoall_rules}, {.name = "alltoalls", .rules = alltoalls_rules},
    {.name = "reduce", .rules = reduce_rules},     {.name = "scan", .rules = scan_rules},
    {.name = "gather", .rules = gather_rules},     {.name = "scatter", .rules = scatter_rules},
};
static_assert(std::size(kTables) == kOperations);

bool possible(const Rule& rule, const Shape& shape, std::size_t bytes) {
  if (bytes > rule.capacity) return false;
  if (rule.needs == Needs::none) return true;
  if (!shape.team) return false;
  const comm::Nodes* nodes = shape.team->nodes.get();
  if (rule.needs == Needs::node) return !nodes;
  return nodes && (!rule.fits || rule.fits(*nodes, bytes));
}

/// The name of an operation's setting without the prefix SHMEM_, such as BROADCAST_ALGORITHM.
std::string setting_of(const char* operation) {
  std::string setting = operation;
  std::transform(setting.begin(), setting.end(), setting.begin(), [](unsigned char c) { return std::toupper(c); });
  return setting + "_ALGORITHM";
}

void count(std::atomic<std::uint64_t>& calls) { calls.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

constinit Selection selection;

const char* name(Operation operation) { return kTables[static_cast<std::size_t>(operation)].name; }
std::span<const Rule> rules(Operation operation) { return kTables[static_cast<std::size_t>(operation)].rules(); }

bool Selection::preferred(const Rule& rule, const Shape& shape, std::size_t bytes) const {
  return bytes <= rule.until_bytes && shape.members <= rule.until_members &&
         (rule.cores == Cores::any || cores_are_shared_ == (rule.cores == Cores::shared));
}

std::size_t Selection::choose(Operation operation, std::span<const Rule> rules, const Shape& shape, std::size_t bytes) {
  Forced& forced = forced_[static_cast<std::size_t>(operation)];
  if (forced.rule) [[unlikely]] {
    if (possible(*forced.rule, shape, bytes)) {
      count(forced.taken);
      return static_cast<std::size_t>(forced.rule - rules.data());
    }
    count(forced.passed_over);
  }
  const Rule* rule = rules.data();
  while (!possible(*rule, shape, bytes) || !preferred(*rule, shape, bytes)) ++rule;  // the last row always fits
  return static_cast<std::size_t>(rule - rules.data());
}

void Selection::configure(bool cores_are_shared, const std::function<std::string(const std::string&)>& setting) {
  cores_are_shared_ = cores_are_shared;
  for (std::size_t op = 0; op < kOperations; ++op) {
    const std::string wanted = setting(setting_of(kTables[op].name));
    forced_[op].rule = nullptr;
    std::string names;
    for (const Rule& rule : kTables[op].rules()) {
      if (wanted == rule.name) forced_[op].rule = &rule;
      names.append(names.empty() ? "" : ", ").append(rule.name);
    }
    if (!wanted.empty() && !forced_[op].rule)
      throw base::SetupError(base::text("there is no algorithm '%s' for %s; there are: %s", wanted.c_str(),
                                        kTables[op].name, names.c_str()));
  }
}

void Selection::report_forced() {
  for (std::size_t op = 0; op < kOperations; ++op) {
    Forced& forced = forced_[op];
    const auto taken = forced.taken.exchange(0), passed_over = forced.passed_over.exchange(0);
    if (forced.rule)
      base::debug(base::text("%s: %s is forced, and was taken in %llu calls of %llu", kTables[op].name,
                             forced.rule->name, static_cast<unsigned long long>(taken),
                             static_cast<unsigned long long>(taken + passed_over)));
  }
}

}  // namespace isthmus::collectives
