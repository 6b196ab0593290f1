#include "job.hpp"

#include <gasnetex.h>
#include <sched.h>
#include <shmem.h>
#include <shmemx.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

#include "engine.hpp"
#include "fatal.hpp"
#include "tools/numbers.hpp"
#include "wire.hpp"

namespace isthmus::gasnet {

constinit Job job;
isthmus_gasnet_team primordial{};
isthmus_gasnet_client the_client{};
isthmus_gasnet_endpoint endpoints[GASNET_MAXEPS]{};
constinit std::atomic<unsigned> n_endpoints = 0;

namespace {

/// What every rank tells all others once.
struct Card {
  std::uint64_t host;           ///< the same for ranks of one host
  std::uint64_t neighbourhood;  ///< the lowest rank that shares memory with it
  std::uint64_t max_segment;
};

/// Every rank's `mine`, by rank.
template <class T>
std::vector<T> exchange(const T& mine) {
  auto* symmetric = static_cast<T*>(shmem_malloc((job.size + 1) * sizeof(T)));
  if (!symmetric) fatal("gex_Client_Init", "no symmetric memory is left; raise SHMEM_SYMMETRIC_SIZE");
  symmetric[job.size] = mine;
  shmem_barrier_all();
  shmem_fcollectmem(SHMEM_TEAM_WORLD, symmetric, symmetric + job.size, sizeof(T));
  const std::vector<T> all(symmetric, symmetric + job.size);
  shmem_free(symmetric);
  return all;
}

/// A size as GASNet writes it: bytes with K, M, G or T, or a part of the memory ("0.85"). 0 if it is neither.
std::uint64_t parse_size(const char* value, std::uint64_t memory) {
  double part = 0;
  if (tools::parse_double(value, part) && part <= 1)
    return part > 0 ? static_cast<std::uint64_t>(part * static_cast<double>(memory)) : 0;
  std::int64_t bytes = 0;
  return tools::parse_int(value, 1, bytes) && bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

/// The same, and behind it /P or nothing if it is for each rank, /H if it is for the ranks of the node together.
std::uint64_t parse_limit(std::string value, std::uint64_t memory, std::size_t ranks) {
  const std::size_t slash = value.rfind('/');
  char suffix = 'P', more;
  const bool one = slash != std::string::npos && std::sscanf(value.c_str() + slash, "/ %c %c", &suffix, &more) == 1;
  if (one && std::strchr("PpHh", suffix)) value.resize(slash);
  const std::uint64_t size = parse_size(value.c_str(), memory);
  return suffix == 'H' || suffix == 'h' ? size / ranks : size;
}

constexpr std::size_t kAlignment = std::max<std::size_t>(GASNET_PAGESIZE, 65536);  ///< of the segments

std::uint64_t max_segment() {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t memory = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * page;
  const char* const wanted = std::getenv("GASNET_MAX_SEGSIZE");
  const std::size_t ranks = std::max<std::size_t>(job.neighbourhood.size(), 1);
  std::uint64_t limit = memory / 100 * 85 / ranks;
  if (wanted) {
    limit = parse_limit(wanted, memory, ranks);
    if (limit == 0)
      fatal("gex_Client_Init",
            text("GASNET_MAX_SEGSIZE=%s is no size; write bytes as 512M or 4G, or a part as 0.5, and "
                 "/H behind it if it is for all ranks of a node",
                 wanted));
  }
  shmemx_heap_info_t heap{};
  shmemx_heap_query(1, &heap);
  // Beside the segment there are its alignment and the tables of attach(). Unless the client says how much it needs,
  // half is left for shmem_malloc.
  const std::uint64_t beside = kAlignment + (job.size + 1) * sizeof(Card) + 2 * page;
  limit = std::min<std::uint64_t>(
      limit, wanted ? heap.largest_free - std::min<std::uint64_t>(beside, heap.largest_free) : heap.largest_free / 2);
  return limit / GASNET_PAGESIZE * GASNET_PAGESIZE;
}

/// Numbers the sets of ranks that have the same of what `key` is in their cards, by their lowest ranks.
Rank number_sets(const std::vector<Card>& cards, std::uint64_t Card::*key, Rank Peer::*number) {
  std::vector<std::uint64_t> seen;
  for (Rank r = 0; r < job.size; ++r) {
    const auto at = std::find(seen.begin(), seen.end(), cards[r].*key);
    job.peers[r].*number = static_cast<Rank>(at - seen.begin());
    if (at == seen.end()) seen.push_back(cards[r].*key);
  }
  return static_cast<Rank>(seen.size());
}

/// The ranks of this one's set.
std::vector<Rank> members(Rank Peer::*number) {
  std::vector<Rank> ranks;
  for (Rank r = 0; r < job.size; ++r)
    if (job.peers[r].*number == job.peers[job.rank].*number) ranks.push_back(r);
  return ranks;
}

void find_neighbours() {
  for (Rank r = 0; r < job.size; ++r)
    if (job.mapped(r)) job.neighbourhood.push_back(r);
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  const Card mine{std::hash<std::string>()(name), job.neighbourhood.front(), max_segment()};
  const std::vector<Card> cards = exchange(mine);
  job.neighbourhoods = number_sets(cards, &Card::neighbourhood, &Peer::neighbourhood);
  job.hosts = number_sets(cards, &Card::host, &Peer::host);
  job.neighbourhood = members(&Peer::neighbourhood);
  job.host = members(&Peer::host);
  for (const Rank r : job.neighbourhood) job.neighbourhood_info.push_back({r});
  for (const Rank r : job.host) job.host_info.push_back({r});
  job.max_local_segment = mine.max_segment;
  job.max_global_segment = mine.max_segment;
  for (const Card& card : cards)
    job.max_global_segment = std::min<std::uintptr_t>(job.max_global_segment, card.max_segment);
}

void make_everybody() {
  primordial.own_jobranks.resize(job.size);
  for (Rank r = 0; r < job.size; ++r) primordial.own_jobranks[r] = r;
  primordial.jobranks = primordial.own_jobranks.data();
  job.deltas.assign(job.size + job.spare_entries(), kUnmapped);
  primordial.deltas = job.deltas.data();
  for (Rank r = 0; r < job.size; ++r)
    primordial.own_requests.push_back(job.checks || r == job.rank ? nullptr : job.peers[r].requests);
  primordial.own_requests.resize(job.size + job.spare_entries());
  primordial.requests = primordial.own_requests.data();
  primordial.rank = job.rank;
  primordial.size = job.size;
}

}  // namespace

}  // namespace isthmus::gasnet

/// For calls of GASNet-1, which take no team. A pointer, since the linker copies what a program names of a library's
/// data into the program, and the size of a pointer does not change with the library's release.
extern "C" {
extern isthmus_gasnet_team* const isthmus_gasnet_tm;
isthmus_gasnet_team* const isthmus_gasnet_tm = &isthmus::gasnet::primordial;
}

namespace isthmus::gasnet {

void must_be_in_range(const char* call, gex_TM_t tm, Rank rank) {
  const Rank size = is_pair(tm) ? job.size : tm->size;
  if (rank >= size) fatal(call, text("rank %u is out of range; the team has ranks 0 to %u", rank, size - 1));
}

int join(Mode mode, bool checks) {
  int initialized = 0, provided = 0;
  shmem_query_initialized(&initialized);
  const int wanted = mode == Mode::par       ? SHMEM_THREAD_MULTIPLE
                     : mode == Mode::parsync ? SHMEM_THREAD_SERIALIZED
                                             : SHMEM_THREAD_SINGLE;
  if (shmem_init_thread(wanted, &provided) != 0) return GASNET_ERR_RESOURCE;  // the rank that failed has said why
  if (initialized && provided < wanted)
    fatal("gex_Client_Init",
          "shmem_init was called before with a lower thread level; call shmem_init_thread with "
          "SHMEM_THREAD_MULTIPLE before GASNET_PAR, SERIALIZED before GASNET_PARSYNC");
  job.rank = static_cast<Rank>(shmem_my_pe());
  job.size = static_cast<Rank>(shmem_n_pes());
  job.mode = mode;
  const char* const check = std::getenv("SHMEM_CHECK");
  job.checks = checks || (check && std::strcmp(check, "1") == 0);
  job.shared = static_cast<Shared*>(shmem_align(GASNET_PAGESIZE, sizeof(Shared)));
  if (!job.shared) fatal("gex_Client_Init", "no symmetric memory is left; raise SHMEM_SYMMETRIC_SIZE");
  std::memset(static_cast<void*>(job.shared), 0, sizeof(Shared));
  shmem_barrier_all();
  job.peers = std::vector<Peer>(job.size);
  for (Rank r = 0; r < job.size; ++r) {
    auto* there = static_cast<Shared*>(shmem_ptr(job.shared, static_cast<int>(r)));
    job.one_node &= there != nullptr;
    if (!there) continue;
    job.peers[r].requests = &there->requests;
    job.peers[r].replies = &there->replies;
    job.peers[r].pool = &there->pool;
  }
  find_neighbours();
  make_everybody();
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0 && static_cast<std::size_t>(CPU_COUNT(&cores)) < job.host.size())
    job.spins = 0;
  endpoints[0] = {.index = 0, .capabilities = GEX_EP_CAPABILITY_ALL, .segment = nullptr, .cdata = nullptr};
  n_endpoints = 1;
  start_engine();
  start_wire();
  shmem_barrier_all();
  return GASNET_OK;
}

namespace {

/// A client may send messages before it attaches, and wait for what they do; but a rank that waits in a call of SHMEM
/// serves none. So the ranks first meet by messages, serve what was sent before, and meet again.
void settle_messages() {
  gex_Coll_BarrierBlocking(&primordial, 0);
  while (poll()) {
  }
  gex_Coll_BarrierBlocking(&primordial, 0);
}

}  // namespace

int attach(std::uintptr_t size) {
  settle_messages();
  struct Wanted {
    std::uint64_t size;
    std::uintptr_t base;
  };
  std::uint64_t largest = 0;
  const std::vector<Wanted> sizes = exchange(Wanted{size, 0});
  for (Rank r = 0; r < job.size; ++r) {
    largest = std::max(largest, sizes[r].size);
    if (sizes[r].size > 0) continue;
    if (r != job.rank) say("gex_Segment_Attach", text("refused, because the arguments of rank %u were wrong", r));
    return GASNET_ERR_BAD_ARG;
  }
  void* const memory = shmem_align(kAlignment, largest);
  if (!memory) {
    say("gex_Segment_Attach",
        text("%llu bytes are more than the symmetric heap has; ask for less, or raise SHMEM_SYMMETRIC_SIZE",
             static_cast<unsigned long long>(largest)));
    return GASNET_ERR_RESOURCE;
  }
  const std::vector<Wanted> all = exchange(Wanted{size, reinterpret_cast<std::uintptr_t>(memory)});
  for (Rank r = 0; r < job.size; ++r) {
    job.peers[r].base = all[r].base;
    job.peers[r].size.store(all[r].size, std::memory_order_release);
    const void* const here = shmem_ptr(memory, static_cast<int>(r));
    if (here) job.peers[r].delta = static_cast<Delta>(reinterpret_cast<std::uintptr_t>(here) - all[r].base);
    if (!job.checks)
      job.deltas[r] =
          here ? job.peers[r].delta : symmetric_delta(reinterpret_cast<std::uintptr_t>(memory), all[r].base);
  }
  refresh_teams();
  endpoints[0].segment = new isthmus_gasnet_segment{memory, size, GEX_MK_HOST, nullptr, false};
  job.attached = true;
  shmem_barrier_all();
  return GASNET_OK;
}

}  // namespace isthmus::gasnet
