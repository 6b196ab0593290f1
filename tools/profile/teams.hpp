// Who takes part in a collective. A team is known by its members, so that the records of different PEs, whose handles
// differ, can be put together.
#pragma once
#define ISTHMUS_NO_GENERICS
#include <shmem.h>

#include <cstdint>
#include <string>
#include <vector>

#include "functions.hpp"

namespace isthmus::profile {

struct Team {
  std::uint64_t key = 0;     // the same on all members, and for no other team
  std::uint32_t number = 0;  // in the order in which this PE met them
  int size = 0, rank = -1;
  std::string label;
  std::uint32_t meetings = 0;  // barriers on it so far
};

namespace teams {

/// The team of all PEs, of a handle, or of an active set. The pointers stay valid.
Team* all();
Team* of(shmem_team_t handle);
Team* of_active_set(int start, int log_stride, int size);
/// The handle may be that of another team from now on.
void gone(shmem_team_t handle);

/// A new job begins: handles may be those of other teams, and barriers are counted anew.
void forget_handles();

/// All that were met, by number.
std::vector<Team*> list();

/// Contexts of teams number PEs by the team. These keep their members.
void context_made(shmem_team_t team, shmem_ctx_t context);
void context_gone(shmem_ctx_t context);
HIDDEN extern bool has_contexts;
int translated(shmem_ctx_t context, int pe);
/// The number in the world of a PE as the context numbers it.
inline int world_pe(shmem_ctx_t context, int pe) { return has_contexts ? translated(context, pe) : pe; }

}  // namespace teams
}  // namespace isthmus::profile
