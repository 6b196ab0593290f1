// The job as GASNet sees it: ranks, where they are, their segments, and the process-wide objects.
#pragma once
#include <gasnet_fwd.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "barrier.hpp"
#include "exit.hpp"
#include "pool.hpp"
#include "ring.hpp"

namespace isthmus::gasnet {

using Rank = gex_Rank_t;

enum class Mode : std::uint8_t { seq, par, parsync };

/// The distance from an owner's address to where it is mapped here, if it is even. If it is not, and but for kUnmapped,
/// it is 1 more than the distance to the address by which SHMEM knows it.
using Delta = std::intptr_t;
inline constexpr Delta kUnmapped = 3;
inline bool is_near(Delta delta) { return !(delta & 1); }
/// For a delta that is not near.
inline bool is_symmetric(Delta delta) { return !(delta & 2); }
inline Delta symmetric_delta(std::uintptr_t mine, std::uintptr_t theirs) {
  return static_cast<Delta>(mine - theirs) | 1;
}

/// What this rank knows of another.
struct Peer {
  Ring::Memory* requests = nullptr;  ///< its ring of requests, as mapped here; null on another node
  Ring::Memory* replies = nullptr;
  Pool::Memory* pool = nullptr;
  Delta delta = kUnmapped;  ///< of its segment; near or unmapped
  /// The segment's base, at its own address, and whether the client created it (segments.hpp). They do not change once
  /// `size` is not 0, which may become so in any thread: load that first.
  std::uintptr_t base = 0;
  bool client_created = false;
  std::atomic<std::size_t> size = 0;
  Rank host = 0, neighbourhood = 0;  ///< which of the job's it is in

  bool is_client_created() const { return size.load(std::memory_order_acquire) > 0 && client_created; }
};

/// What all ranks allocate in symmetric memory when they start.
struct Shared {
  Ring::Memory requests, replies;
  BarrierWords barrier;
  ExitWords exit;
  Pool::Memory pool;
};

struct Job {
  Rank rank = 0;
  Rank size = 0;  ///< 0: there is no client
  Mode mode = Mode::seq;
  bool checks = false;    ///< the client is a debug build, or SHMEM_CHECK is set
  bool one_node = true;   ///< all ranks share memory
  bool attached = false;  ///< the primordial segment is there
  bool verbose_errors = true;
  bool legacy = false;  ///< started by gasnet_init
  int spins = 10000;    ///< rounds of a wait before it yields; 0 where ranks share cores
  std::vector<Peer> peers;
  std::vector<Delta> deltas;  ///< by rank; all kUnmapped where calls are checked, so that they take the slow way
  /// How many entries tables have behind those of all ranks: where calls are checked, for ranks that there are not.
  std::size_t spare_entries() const { return checks ? 4096 : 0; }
  std::vector<Rank> neighbourhood, host;  ///< ranks that share memory, or the host, with this one, ascending
  Rank neighbourhoods = 0, hosts = 0;     ///< how many of them the job has
  std::uintptr_t max_local_segment = 0, max_global_segment = 0;
  Shared* shared = nullptr;
  std::vector<gex_RankInfo_t> neighbourhood_info, host_info;

  bool mapped(Rank peer) const { return peers[peer].requests != nullptr; }
};

extern Job job;

/// The symmetric address, as SHMEM wants it, of an owner's address in its segment.
inline void* here(Rank owner, const void* address) {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(address) - job.peers[owner].base +
                                 job.peers[job.rank].base);
}

/// Starts the job; the client's arguments have been checked. Returns a GASNet error.
int join(Mode mode, bool checks);
/// Collective: gives every rank a segment of the `size` bytes that it asks for. A rank whose arguments are wrong passes
/// 0, and then the call fails on all of them.
int attach(std::uintptr_t size);

}  // namespace isthmus::gasnet

// ---- The objects behind the handles ----

struct isthmus_gasnet_client {
  const char* name;
  gex_Flags_t flags;
  const void* cdata;
};

struct isthmus_gasnet_segment {
  void* address;
  std::uintptr_t size;
  gex_MK_t kind;
  const void* cdata;
  bool own;  ///< the library has allocated the memory
};

struct isthmus_gasnet_endpoint {
  gex_EP_Index_t index;
  gex_EP_Capabilities_t capabilities;
  gex_Segment_t segment;
  const void* cdata;
};

/// A team with this process's endpoint in it. `deltas` comes first: programs read it (gasnet_isthmus/inline.h).
struct isthmus_gasnet_team {
  const isthmus::gasnet::Delta* deltas;            ///< by rank in the team
  isthmus::gasnet::Ring::Memory* const* requests;  ///< rings by rank in the team; null: the slow way
  const gex_Rank_t* jobranks;                      ///< by rank in the team
  volatile std::int32_t until_poll = 1;            ///< requests until one polls; a hint, which threads may spoil
  gex_Rank_t rank, size;
  gex_Flags_t flags;
  std::uint64_t name;  ///< of the team in messages of collectives, the same on all members and no other team's
  std::uint32_t next;  ///< the next collective
  gex_Memvec_t scratch;
  const void* cdata;
  std::vector<isthmus::gasnet::Delta> own_deltas;
  std::vector<isthmus::gasnet::Ring::Memory*> own_requests;
  std::vector<gex_Rank_t> own_jobranks;
};

namespace isthmus::gasnet {

extern isthmus_gasnet_client the_client;
extern isthmus_gasnet_endpoint endpoints[GASNET_MAXEPS];
extern std::atomic<unsigned> n_endpoints;
extern isthmus_gasnet_team primordial;

/// Ends the job with a line if the team has no such rank.
[[gnu::cold]] void must_be_in_range(const char* call, gex_TM_t tm, Rank rank);

/// Gives every team the distances to segments that job.deltas has now.
void refresh_teams();

// A pair of endpoints is a team handle without an object: an odd value that holds both indices.
inline bool is_pair(gex_TM_t tm) { return reinterpret_cast<std::uintptr_t>(tm) & 1; }
inline gex_TM_t make_pair(gex_EP_Index_t local, gex_EP_Index_t remote) {
  return reinterpret_cast<gex_TM_t>((std::uintptr_t{local} << 32) | (std::uintptr_t{remote} << 1) | 1);
}
inline gex_EP_Index_t local_index(gex_TM_t pair) {
  return static_cast<gex_EP_Index_t>(reinterpret_cast<std::uintptr_t>(pair) >> 32);
}
inline gex_EP_Index_t remote_index(gex_TM_t pair) {
  return static_cast<gex_EP_Index_t>(reinterpret_cast<std::uintptr_t>(pair) & 0xffffffff) >> 1;
}

/// The job rank of a rank of a team; the ranks of a pair are job ranks.
inline Rank job_rank(gex_TM_t tm, Rank rank) { return is_pair(tm) ? rank : tm->jobranks[rank]; }

}  // namespace isthmus::gasnet
