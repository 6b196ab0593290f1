// Teams as objects of this PE, and their end. How they come to be is in split.hpp.
#pragma once
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Local: fills in a new team whose slot has been agreed.
void set_up(comm::Team& team, const Job& job, comm::PeSet pes, int my_pe, int slot,
            comm::Lane lane = comm::Lane::foreground);

/// Local: a team that is not the program's to destroy.
std::unique_ptr<comm::Team> make_team(const Job& job, comm::PeSet pes, int my_pe, int slot,
                                      comm::Lane lane = comm::Lane::foreground);

/// Collective over the team; with its contexts.
void destroy_team(Job& job, comm::Team& team);

/// Local, after the job's last barrier.
void destroy_all_teams(Job& job);

}  // namespace isthmus::runtime
