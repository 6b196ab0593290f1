// Makes the team objects of this PE, and destroys them. The agreement on a new team's slot is in split.hpp.
#pragma once
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Local: fills in a new team, on whose slot its members have agreed.
void set_up(comm::Team& team, const Job& job, comm::PeSet pes, int my_pe, int slot,
            comm::Lane lane = comm::Lane::foreground);

/// Local: makes a team that the program cannot destroy (SHMEM_TEAM_WORLD and SHARED, active sets, background twins).
std::unique_ptr<comm::Team> make_team(const Job& job, comm::PeSet pes, int my_pe, int slot,
                                      comm::Lane lane = comm::Lane::foreground);

/// Collective over the team: destroys it and its contexts.
void destroy_team(Job& job, comm::Team& team);

/// Local: destroys the teams and contexts that the program has left. To be called after the job's last barrier.
void destroy_all_teams(Job& job);

}  // namespace isthmus::runtime
