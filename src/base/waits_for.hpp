// What a thread waits for, in a form that another process can print (tools/oshrun/hang.hpp). A wait says it only while
// it sleeps, so that waits which end sooner pay nothing for it.
#pragma once
#include <cstdint>
#include <type_traits>

namespace isthmus::base {

/// A team, as all its members name it: its sync slot (-1 for an active set without one) and the PEs first, first +
/// stride, ... A stride of 0 says that more than one member has no such form.
struct TeamName {
  std::int32_t slot = -1, first = 0, stride = 0, size = 0;
  bool operator==(const TeamName&) const = default;
};

struct WaitsFor {
  enum class What : std::uint32_t {
    unsaid,     ///< the wait does not say it
    variable,   ///< `address`, to compare by `op` with `wanted`
    variables,  ///< the same, for one of `count` variables from `address` on
    team,       ///< the other members of `team`; if it has no stride, `address` is this process's list of them (int)
    lock,       ///< the lock at `address`, which `pe` hands over: the PE before this one in the queue
    wire,       ///< `count` operations that other nodes have not confirmed
    answer,     ///< an answer of `pe`, or of any PE if it is -1
    room,       ///< room in a queue to other PEs
    device,     ///< the end of work on a device
    successor,  ///< the next PE in the queue of the lock at `address`, which is to be given to it
  };
  What what = What::unsaid;
  std::int32_t pe = -1;
  std::uint64_t address = 0, count = 0;
  std::uint64_t wanted = 0;  ///< sign-extended where the variable is signed
  std::int32_t op = 0;       ///< SHMEM_CMP_*
  std::uint16_t bytes = 0;   ///< of the variable
  bool is_signed = false, on_device = false;
  TeamName team{};
};

template <class T>
WaitsFor waits_for_variable(const T* variable, int op, T value, bool on_device = false) {
  return {.what = WaitsFor::What::variable,
          .address = reinterpret_cast<std::uintptr_t>(variable),
          .wanted = static_cast<std::uint64_t>(value),
          .op = op,
          .bytes = sizeof(T),
          .is_signed = std::is_signed_v<T>,
          .on_device = on_device};
}

/// `members` lists the PEs of a team that has no stride; it may be null.
inline WaitsFor waits_for_team(const TeamName& team, const int* members = nullptr) {
  return {.what = WaitsFor::What::team, .address = reinterpret_cast<std::uintptr_t>(members), .team = team};
}
inline WaitsFor waits_for_answer(int pe = -1) { return {.what = WaitsFor::What::answer, .pe = pe}; }
inline WaitsFor waits_for_room() { return {.what = WaitsFor::What::room}; }

/// For waits that do not say what they wait for.
struct Unsaid {
  WaitsFor operator()() const { return {}; }
};

/// Shows what this thread waits for until hide_wait() (see job_board.hpp). `since` is what the last call of the same
/// wait returned, 0 in the first: the time when the wait began to sleep. `call` may be null.
[[gnu::cold]] std::uint64_t show_wait(std::uint64_t since, const char* call, const WaitsFor& what);
[[gnu::cold]] void hide_wait();

}  // namespace isthmus::base
