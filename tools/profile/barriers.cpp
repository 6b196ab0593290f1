#include "barriers.hpp"

#include <mutex>

#include "teams.hpp"

namespace isthmus::profile::barriers {
namespace {

std::mutex mutex;
auto& ring = *new std::vector<Meeting>;  // never destroyed: a PE may finalize in a handler of exit
std::uint64_t n_added = 0;

}  // namespace

void keep(std::size_t most) {
  const std::lock_guard lock(mutex);
  ring.resize(most);
}

void add(const Current& call, std::uint64_t ticks) {
  const std::lock_guard lock(mutex);
  const std::uint32_t turn = call.team->meetings++;
  if (ring.empty()) return;
  ring[n_added++ % ring.size()] = {.team = call.team->key,
                                   .turn = turn,
                                   .team_number = call.team->number,
                                   .arrival = call.start,
                                   .ticks = ticks,
                                   .address = call.site,
                                   .function = call.function};
}

void pass(Team& team) {
  const std::lock_guard lock(mutex);
  ++team.meetings;
}

std::vector<Meeting> newest() {
  const std::lock_guard lock(mutex);
  if (n_added <= ring.size()) return {ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(n_added)};
  return ring;
}

std::uint64_t n_forgotten() {
  const std::lock_guard lock(mutex);
  return n_added > ring.size() ? n_added - ring.size() : 0;
}

void forget() {
  const std::lock_guard lock(mutex);
  n_added = 0;
}

}  // namespace isthmus::profile::barriers
