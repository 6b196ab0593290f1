#include "clocks.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/cpu.hpp"
#include "job.hpp"

namespace isthmus::profile {
namespace {

constexpr long kRounds = 16;

enum Role : long { undecided, bystander, answers };

double monotonic() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/// The same for all processes that have one CLOCK_MONOTONIC. Containers of a host may have clocks of their own (time
/// namespaces).
std::uint64_t host_identity() {
  std::string id;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), id);
  char name[64];
  const ssize_t length = readlink("/proc/self/ns/time", name, sizeof name);
  if (length > 0) id.append(name, static_cast<std::size_t>(length));
  return std::hash<std::string>()(id);
}

/// Symmetric memory for the questions and answers.
struct Desk {
  std::uint64_t host = host_identity();
  long role = undecided, asked = 0, answered = 0;
  double time = 0, ahead = 0;
};

double ask(Desk& desk, int pe) {
  double best = 1e300, ahead = 0;
  for (long round = 1; round <= kRounds; ++round) {
    const double before = monotonic();
    job::store(&desk.asked, round, pe);
    job::wait_until_at_least(&desk.answered, round);
    const double after = monotonic();
    if (after - before >= best) continue;
    best = after - before;
    ahead = desk.time - (before + after) / 2;
  }
  desk.answered = 0;
  return ahead;
}

void answer(Desk& desk) {
  for (long round = 1; round <= kRounds; ++round) {
    job::wait_until_at_least(&desk.asked, round);
    const double now = monotonic();
    job::put(&desk.time, &now, sizeof now, 0);
    job::fence();
    job::store(&desk.answered, round, 0);
  }
}

/// PE 0: tells every PE its role, and then how far its clock is ahead.
void ask_hosts(Desk& desk) {
  std::map<std::uint64_t, double> ahead_of_host = {{desk.host, 0}};
  std::vector<std::uint64_t> hosts(static_cast<std::size_t>(job::n_pes()));
  for (int pe = 1; pe < job::n_pes(); ++pe) {
    std::uint64_t& host = hosts[static_cast<std::size_t>(pe)];
    job::get(&host, &desk.host, sizeof host, pe);
    const bool is_first = ahead_of_host.find(host) == ahead_of_host.end();
    job::store(&desk.role, is_first ? answers : bystander, pe);
    if (is_first) ahead_of_host[host] = ask(desk, pe);
  }
  for (int pe = 1; pe < job::n_pes(); ++pe)
    job::put(&desk.ahead, &ahead_of_host[hosts[static_cast<std::size_t>(pe)]], sizeof desk.ahead, pe);
}

}  // namespace

double clock_ahead() {
  const job::Symmetric memory(sizeof(Desk));
  if (!memory.get()) return 0;
  Desk& desk = *static_cast<Desk*>(memory.get());
  desk = {};
  job::barrier();
  if (job::my_pe() == 0) {
    ask_hosts(desk);
  } else {
    job::wait_until_at_least(&desk.role, bystander);
    if (desk.role == answers) answer(desk);
  }
  job::barrier();
  return desk.ahead;
}

HostClock::Reading HostClock::read() {
  const double ahead = clock_ahead();
  Reading best{};
  std::uint64_t shortest = ~std::uint64_t{0};
  for (long round = 0; round < kRounds; ++round) {
    const std::uint64_t before = base::ticks();
    const double ns = monotonic();
    const std::uint64_t took = base::ticks() - before;
    if (took >= shortest) continue;  // this PE may have lost its core between the clocks
    shortest = took;
    best = {before + took / 2, ns - ahead};
  }
  return best;
}

void HostClock::begin() { first_ = read(); }

void HostClock::end() {
  last_ = read();
  if (last_.ticks > first_.ticks)
    ns_per_tick_ = (last_.ns - first_.ns) / static_cast<double>(last_.ticks - first_.ticks);
}

double HostClock::at(std::uint64_t ticks) const {
  return first_.ns + static_cast<double>(static_cast<std::int64_t>(ticks - first_.ticks)) * ns_per_tick_;
}

}  // namespace isthmus::profile
