// When this PE came to each barrier, and when it left: the newest of them. PE 0 puts the lists of all PEs together and
// sees who came last (page.cpp).
#pragma once
#include <cstdint>
#include <vector>

#include "recorder.hpp"

namespace isthmus::profile {

struct Meeting {
  std::uint64_t team = 0;  // its key
  std::uint32_t turn = 0;  // the how manieth barrier of the team
  std::uint32_t team_number = 0;
  std::uint64_t arrival = 0, ticks = 0;
  const void* address = nullptr;
  Function function{};
};

namespace barriers {

/// Keeps the newest `most`.
void keep(std::size_t most);
void add(const Current& call, std::uint64_t ticks);
/// One that is not recorded on this PE, but may be on others.
void pass(Team& team);
std::vector<Meeting> newest();
/// How many there were before these.
std::uint64_t n_forgotten();
/// A new job begins: forgets all of them.
void forget();

}  // namespace barriers
}  // namespace isthmus::profile
