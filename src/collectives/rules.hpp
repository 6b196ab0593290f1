// Which algorithm a collective takes: one table, read from the top. A setting SHMEM_<OPERATION>_ALGORITHM forces one.
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "collectives/group/group.hpp"

namespace isthmus::collectives {

enum class Operation { barrier, broadcast, collect, fcollect, alltoall, alltoalls, reduce, scan };
inline constexpr int kOperations = 8;

enum class Algorithm {
  flags,
  dissemination,
  central,
  cell,
  direct,
  slices,
  flat,
  two_level,
  recursive_doubling,
  scatter_gather,
  ring,
  binomial,
  chain,
  bruck,
  bundles,
  pairwise,
};

/// What an algorithm needs of the group.
enum class Needs {
  node,            ///< a team, all members on this node
  wire,            ///< a team, some members elsewhere
  receive_buffer,  ///< the same, and that what its first leaders send one another fits their receive buffers (see
                   ///< leaders.hpp)
  in_order,        ///< a team, some members elsewhere, and each node's members follow one another
  none,            ///< nothing: the one that always works
};

/// Whether it suits PEs that have a core each, PEs that share cores, or both.
enum class Cores { any, own, shared };

inline constexpr std::size_t kAnyBytes = ~std::size_t{0};
inline constexpr int kAnyMembers = 0x7fffffff;

struct Rule {
  Operation operation;
  Algorithm algorithm;
  Needs needs;
  std::size_t capacity;     ///< bytes that a member may bring, or the algorithm cannot be used
  std::size_t until_bytes;  ///< and up to which it is preferred
  int until_members;
  Cores cores;
  const char* what;
  int most_nodes = kAnyMembers;  ///< beyond which it cannot be used
};

const char* name(Operation operation);
const char* name(Algorithm algorithm);
/// All rows, those of one operation together and in the order in which they are tried.
std::span<const Rule> rules();

/// `bytes`: what a member brings, the same on all members. Every member comes to the same answer.
Algorithm choose(Operation operation, const Group& group, std::size_t bytes);
Algorithm choose(Operation operation, const comm::Team& team);

/// Set once, before the first collective: whether PEs share cores, and what is forced. `setting(operation)` is the
/// value of SHMEM_<OPERATION>_ALGORITHM, empty when it is not set. Throws base::SetupError for a name that is none.
void configure(bool cores_are_shared, const std::function<std::string(Operation)>& setting);

/// Under SHMEM_DEBUG, at the end: how often each forced algorithm was taken, and so how often it could not be.
void report_forced();

}  // namespace isthmus::collectives
