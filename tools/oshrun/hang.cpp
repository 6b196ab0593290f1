#include "hang.hpp"

#include <algorithm>
#include <map>
#include <ranges>

#include "base/error.hpp"
#include "base/log.hpp"
#include "pe_list.hpp"
#include "pe_state.hpp"
#include "report.hpp"
#include "shmem/constants.h"

namespace isthmus::oshrun {
namespace {

using base::text;
using base::WaitsFor;
using What = WaitsFor::What;

/// The PEs of the job at one moment. It answers what one PE's wait means by looking at the others.
class Moment {
 public:
  /// `whole` says that all PEs of the job are on this machine.
  Moment(std::vector<PeState> pes, bool whole, ElfFiles& files)
      : pes_(std::move(pes)), whole_(whole), files_(files) {}

  const std::vector<PeState>& pes() const { return pes_; }
  std::string what_it_waits_for(const PeState& pe, const WaitsFor& what) const;

 private:
  std::string variable(const PeState& pe, std::uint64_t address) const;
  std::string comparison(const PeState& pe, const WaitsFor& what) const;
  std::string team(const PeState& pe, const WaitsFor& what) const;
  int owner_of_lock(int pe) const;
  std::string who_cannot_answer(const PeState& asking) const;

  const PeState* find(int pe) const {
    const auto found = std::ranges::find(pes_, pe, &PeState::pe);
    return found == pes_.end() ? nullptr : &*found;
  }
  /// The wait of this kind that a thread of the PE is in, or null.
  template <class Condition>
  const WaitsFor* wait_of(int pe, Condition&& matches) const {
    const PeState* state = find(pe);
    if (!state) return nullptr;
    for (const ThreadState& thread : state->threads)
      if (thread.since != 0 && matches(thread.what)) return &thread.what;
    return nullptr;
  }

  const std::vector<PeState> pes_;
  const bool whole_;
  ElfFiles& files_;
};

const char* operator_of(int op) {
  switch (op) {
    case SHMEM_CMP_EQ:
      return "==";
    case SHMEM_CMP_NE:
      return "!=";
    case SHMEM_CMP_GT:
      return ">";
    case SHMEM_CMP_GE:
      return ">=";
    case SHMEM_CMP_LT:
      return "<";
    default:
      return "<=";
  }
}

std::string number(const WaitsFor& what, std::uint64_t value) {
  if (!what.is_signed) return text("%llu", static_cast<unsigned long long>(value));
  const int unused = 64 - 8 * what.bytes;
  return text("%lld", static_cast<long long>(value << unused) >> unused);
}

/// A variable's name, which is the same for all PEs, or its address.
std::string Moment::variable(const PeState& pe, std::uint64_t address) const {
  const std::string name = AddressSpace(pe.pid, files_).variable_at(address);
  return name.empty() ? text("0x%llx", static_cast<unsigned long long>(address)) : name;
}

std::string Moment::comparison(const PeState& pe, const WaitsFor& what) const {
  std::string line = variable(pe, what.address) + " " + operator_of(what.op) + " " + number(what, what.wanted);
  if (what.what == What::variables)
    return text("waits until one of %llu variables from ", static_cast<unsigned long long>(what.count)) + line;
  if (what.on_device) return "waits until " + line + " (device memory)";
  if (const auto now = read_word(pe.pid, what.address, what.bytes)) line += ", where it sees " + number(what, *now);
  return "waits until " + line;
}

/// The PEs of a team; empty if they cannot be known. A team without a stride has a list in the memory of its members.
std::vector<int> members_of(const PeState& pe, const WaitsFor& what) {
  const base::TeamName& team = what.team;
  constexpr int kMost = 1 << 24;
  if (team.size < 2 || team.size > kMost || (team.stride == 0 && what.address == 0)) return {};
  std::vector<int> members(static_cast<std::size_t>(team.size));
  const std::size_t bytes = members.size() * sizeof(int);
  if (team.stride == 0 && read_memory(pe.pid, what.address, members.data(), bytes) != bytes) return {};
  if (team.stride != 0)
    for (int i = 0; i < team.size; ++i) members[static_cast<std::size_t>(i)] = team.first + i * team.stride;
  std::ranges::sort(members);
  return members;
}

std::string Moment::team(const PeState& pe, const WaitsFor& what) const {
  const std::vector<int> members = members_of(pe, what);
  if (members.empty()) return text("waits for others of its team of %d PEs", what.team.size);
  const auto same = [&](const WaitsFor& each) { return each.what == What::team && each.team == what.team; };
  std::vector<int> missing, elsewhere;
  for (const int member : members) {
    if (!whole_ && !find(member))
      elsewhere.push_back(member);
    else if (!wait_of(member, same))
      missing.push_back(member);
  }
  const std::string all = in_words(members);
  std::string line = !missing.empty() ? text("waits for %s of its team, %s", in_words(missing).c_str(), all.c_str())
                     : elsewhere.empty()
                         ? text("waits for others of its team, %s, who all wait in it: do all pass the same (SHMEM_CHECK=1 "
                                "says)?",
                                all.c_str())
                         : text("waits for others of its team, %s; those on this machine all wait in it", all.c_str());
  if (!elsewhere.empty()) line += text("; ask for %s on other machines", in_words(elsewhere).c_str());
  return line;
}

/// The lock is handed on from PE to PE; whom nobody keeps waiting has it.
int Moment::owner_of_lock(int pe) const {
  const auto for_lock = [](const WaitsFor& each) { return each.what == What::lock; };
  for (size_t steps = 0; steps < pes_.size(); ++steps) {
    const WaitsFor* wait = wait_of(pe, for_lock);
    if (!wait) break;
    pe = wait->pe;
  }
  return pe;
}

/// The provider does not say who has not confirmed an operation; a PE that is stopped cannot.
std::string Moment::who_cannot_answer(const PeState& asking) const {
  std::vector<int> stopped;
  for (const PeState& pe : pes_)
    if (pe.stopped() && pe.pe != asking.pe) stopped.push_back(pe.pe);
  return stopped.empty() ? "" : "; " + in_words(stopped) + (stopped.size() == 1 ? " is" : " are") + " stopped";
}

std::string Moment::what_it_waits_for(const PeState& pe, const WaitsFor& what) const {
  switch (what.what) {
    case What::variable:
    case What::variables:
      return comparison(pe, what);
    case What::team:
      return team(pe, what);
    case What::lock:
      return text("waits for the lock %s, which PE %d holds", variable(pe, what.address).c_str(),
                  owner_of_lock(what.pe));
    case What::wire:
      return text("waits for %llu operation%s that other nodes have not confirmed%s",
                  static_cast<unsigned long long>(what.count), what.count == 1 ? "" : "s",
                  who_cannot_answer(pe).c_str());
    case What::answer:
      return (what.pe < 0 ? std::string("waits for an answer of another PE")
                          : text("waits for an answer of PE %d", what.pe)) +
             who_cannot_answer(pe);
    case What::room:
      return "waits for room in a queue to other PEs" + who_cannot_answer(pe);
    case What::device:
      return "waits for work on a device";
    case What::successor:
      return text("waits for the next PE in the queue of the lock %s; perhaps this PE does not hold it",
                  variable(pe, what.address).c_str());
    case What::unsaid:
      break;
  }
  return "waits";
}

/// PEs whose threads are at the same place.
struct Place {
  std::vector<int> pes;
  std::vector<pid_t> pids;
  std::uint64_t since = 0;  // the earliest
};

std::string seconds_since(std::uint64_t since) {
  const std::uint64_t now = base::board_time();
  return text("%.1f s", static_cast<double>(now > since ? now - since : 0) * 1e-9);
}

/// In the past tense: the library is told when a wait has lasted SHMEM_DEVICE_WAIT_REPORT, and not when it ends.
std::string kernel_wait(const KernelState& kernel) {
  return text("; it wanted %llu at 0x%llx, where it saw %llu then", static_cast<unsigned long long>(kernel.wanted),
              static_cast<unsigned long long>(kernel.address), static_cast<unsigned long long>(kernel.seen));
}

std::string label(const Place& place, bool other_thread) {
  std::string pids;
  for (const pid_t pid : place.pids | std::views::take(8)) pids += text("%s%d", pids.empty() ? "" : " ", pid);
  if (place.pids.size() > 8) pids += " ...";
  return text("%s%s (pid%s %s) on host %s", other_thread ? "another thread of " : "", in_words(place.pes).c_str(),
              place.pids.size() == 1 ? "" : "s", pids.c_str(), base::host_name());
}

}  // namespace

std::vector<std::string> describe_pes(std::span<const BoardFile> boards) {
  ElfFiles files;
  int here = 0;
  for (const BoardFile& each : boards) here += each.board().n;
  const bool whole = !boards.empty() && here == boards.front().board().pes;
  const Moment moment(ask_pes(boards, files), whole, files);
  // By what is said of the place before and after the time, its stack, and whether it is the main thread.
  std::map<std::tuple<std::string, std::string, std::string, bool>, Place> places;
  std::vector<decltype(places)::const_pointer> in_order;
  const auto add = [&](const PeState& pe, const std::string& before, const std::string& after, const std::string& stack,
                       bool other_thread, std::uint64_t since) {
    const auto [at, is_new] = places.try_emplace({before, after, stack, other_thread});
    if (is_new) in_order.push_back(&*at);
    at->second.pes.push_back(pe.pe);
    at->second.pids.push_back(pe.pid);
    if (since != 0 && (at->second.since == 0 || since < at->second.since)) at->second.since = since;
  };
  for (const PeState& pe : moment.pes()) {
    bool is_main = true;
    for (const ThreadState& thread : pe.threads) {
      const bool other_thread = !std::exchange(is_main, false);
      if (thread.call.empty()) {
        add(pe, describe_state(pe.process, pe.phase, pe.in_fence), "", thread.stack, other_thread, 0);
      } else {
        const std::string wait = thread.since ? "; " + moment.what_it_waits_for(pe, thread.what) : "";
        const std::string stopped = pe.stopped() ? pe.process + "; " : "";
        add(pe, stopped + "in " + thread.call, wait, thread.stack, other_thread, thread.since);
      }
    }
    if (is_main) add(pe, describe_state(pe.process, pe.phase, pe.in_fence), "", "", false, 0);
    if (pe.kernel.reported)
      add(pe, "in a kernel: " + pe.kernel.call + ", beyond SHMEM_DEVICE_WAIT_REPORT", kernel_wait(pe.kernel), "", false,
          pe.kernel.reported);
  }
  std::vector<std::string> lines;
  for (const auto* each : in_order) {
    const auto& [before, after, stack, other_thread] = each->first;
    const std::string time = each->second.since ? " for " + seconds_since(each->second.since) : "";
    lines.push_back(label(each->second, other_thread) + ": " + before + time + after);
    if (!stack.empty()) lines.push_back("  stack: " + stack);
  }
  return lines;
}

}  // namespace isthmus::oshrun
