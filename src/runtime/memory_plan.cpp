#include "runtime/memory_plan.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <limits>
#include <vector>

#include "base/error.hpp"
#include "base/file_limit.hpp"
#include "base/log.hpp"
#include "base/mapping.hpp"
#include "base/threads.hpp"
#include "comm/internal.hpp"
#include "memory/executable.hpp"
#include "memory/segregated_fit.hpp"
#include "memory/static_data.hpp"
#include "runtime/join.hpp"
#include "runtime/secrets.hpp"

namespace isthmus::runtime {
namespace {

using bootstrap::Exchange;

/// All PEs of a node map its file in one piece. The default heap is chosen so that this fits in address spaces of 47
/// bits, in which other things lie about.
constexpr std::uint64_t kMostOfNode = std::uint64_t{32} << 40;
constexpr std::uint64_t kRecordsPart = memory::SegregatedFit::kRecordsPart;

std::size_t internal_bytes(int n_pes) { return comm::kMessagesOffset + ops::ActiveMessages::shared_bytes(n_pes); }

/// The largest of some sizes that can be mapped in one piece. Address spaces are small on some processors, and under
/// Valgrind and sanitizers.
std::uint64_t largest_mapping() {
  for (std::uint64_t bytes = kMostOfNode; bytes > memkind::kRegionAlignment; bytes /= 2)
    if (base::Mapping(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE))
      return bytes == kMostOfNode ? MemoryRequest::kUnlimited : bytes;
  return 0;
}

/// Bytes that this process may still map.
std::uint64_t free_address_space() {
  rlimit most{};
  if (getrlimit(RLIMIT_AS, &most) != 0 || most.rlim_cur == RLIM_INFINITY) return largest_mapping();
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return most.rlim_cur > used ? most.rlim_cur - used : 0;
}

/// Bytes that this process may still have in pages of its own that it can write to, as the records of the heap are.
std::uint64_t free_data() {
  rlimit most{};
  if (getrlimit(RLIMIT_DATA, &most) != 0 || most.rlim_cur == RLIM_INFINITY) return MemoryRequest::kUnlimited;
  std::uint64_t pages = 0;
  std::ifstream statm("/proc/self/statm");
  for (int field = 0; field < 6; ++field) statm >> pages;  // the sixth: data and stack
  const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return most.rlim_cur > used ? most.rlim_cur - used : 0;
}

/// Bytes that the kernel still promises to all processes, where it promises no more than there are.
std::uint64_t free_commitment() {
  int policy = 0;
  std::ifstream("/proc/sys/vm/overcommit_memory") >> policy;
  if (policy != 2) return MemoryRequest::kUnlimited;
  std::uint64_t limit = 0, committed = 0;
  std::ifstream lines("/proc/meminfo");
  std::string name, unit;
  for (std::uint64_t kib = 0; lines >> name >> kib; std::getline(lines, unit)) {
    if (name == "CommitLimit:") limit = kib * 1024;
    if (name == "Committed_AS:") committed = kib * 1024;
  }
  return limit > committed ? limit - committed : 0;
}

/// Whether the program's static data can be moved: it has no other thread, which could write meanwhile, and no driver
/// that may have pinned the pages, which would then access the old ones.
bool statics_can_move(const Exchange& exchange) {
  if (base::count_threads(getpid()) != 1 + exchange.client_threads()) return false;
  for (const memkind::Kind* kind : memkind::kinds())
    if (kind->device && kind->device->present()) return false;
  std::ifstream lines("/proc/self/status");
  for (std::string name; lines >> name; lines.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    std::uint64_t kib = 0;
    if (name == "VmPin:" && lines >> kib && kib > 0) return false;
  }
  return true;
}

MemoryRequest request_of(Exchange& exchange, int pe) {
  const std::string bytes = exchange.lookup(pe, "memory");
  MemoryRequest request;
  if (bytes.size() != sizeof request)
    throw base::SetupError(base::text("PE %d has another version of the library; use one on all hosts", pe));
  std::memcpy(&request, bytes.data(), sizeof request);
  return request;
}

/// The result of all PEs' requests.
struct Agreement {
  MemoryRequest sizes;              ///< that all PEs of the job can have
  std::vector<int> other_programs;  ///< PEs that run another executable than this one
};

/// Collects what limits the memory of each node, and who runs another program.
Agreement agree(Exchange& exchange, const Job& job) {
  Agreement all{request_of(exchange, exchange.pe()), {}};
  std::vector<NodeRoom> nodes(1);
  for (int pe = 0; pe < exchange.n_pes(); ++pe) {
    const auto node = job.node_of.empty() ? 0 : static_cast<std::size_t>(job.node_of[static_cast<std::size_t>(pe)]);
    if (node >= nodes.size()) nodes.resize(node + 1);
    const MemoryRequest request = request_of(exchange, pe);
    NodeRoom& room = nodes[node];
    ++room.pes;
    room.address_space = std::min(room.address_space, request.address_space);
    room.data = std::min(room.data, request.data);
    room.commitment = std::min(room.commitment, request.commitment);
    room.file = std::min(room.file, request.file);
    if (request.executable != all.sizes.executable) all.other_programs.push_back(pe);
  }
  for (const NodeRoom& room : nodes) fit(all.sizes, room);
  return all;
}

/// Gets the files from the lowest PE of the node, which makes them. There are none on a node with one PE, and where
/// that PE cannot make them.
memory::NodeFiles share_files(Exchange& exchange, const node::Listener& listener, Job& job,
                              const memory::Layout& layout) {
  memory::NodeFiles files{.pes = job.node_pes, .memory = {}, .statics = {}, .static_bytes = {}, .executables = {}};
  if (files.pes.size() < 2) return files;
  bool movable = true;
  for (const int pe : files.pes) {
    const MemoryRequest request = request_of(exchange, pe);
    files.static_bytes.push_back(request.statics);
    files.executables.push_back(request.executable);
    movable = movable && request.movable_statics;
  }
  const std::size_t static_stride = std::ranges::max(files.static_bytes);
  const std::size_t places = files.pes.size();
  const auto place = static_cast<std::size_t>(std::ranges::find(files.pes, exchange.pe()) - files.pes.begin());
  std::vector<node::Offer> given(2);
  std::vector<node::Peer> peers = node_peers(exchange, job);
  if (place == 0) {
    given[0].fd = memory::NodeFile::create("isthmus-node", layout.stride, places);
    if (given[0].fd && movable && static_stride > 0)
      given[1].fd = memory::NodeFile::create("isthmus-statics", static_stride, places);
  } else {
    peers.resize(1);
  }
  auto theirs = node::exchange_descriptors(listener, secrets(exchange).node, exchange.pe(), peers, given,
                                           place == 0 ? node::Answer::when_all_came : node::Answer::at_once);
  if (place != 0) given = std::move(theirs.front());
  if (given.size() != 2) throw base::SetupError(base::text("PE %d offers something else", files.pes.front()));
  job.pairwise_memory = !given[0].fd || (!given[1].fd && static_stride > 0) || !layout.complete() || job.device_memory;
  if (given[0].fd) files.memory = memory::NodeFile(std::move(given[0].fd), layout.stride, place, places);
  if (given[1].fd) files.statics = memory::NodeFile(std::move(given[1].fd), static_stride, place, places);
  return files;
}

}  // namespace

MemoryRequest request_for(const config::Settings& settings, std::size_t internal_bytes) {
  MemoryRequest request;
  request.heap = settings.partitions.front().size;
  request.teams = settings.team_heap_size;
  // The heap need not be in the layout: one with large pages, or on a device, is apart.
  request.others =
      memory::Layout({settings.partitions.begin() + 1, settings.partitions.end()}, 0, internal_bytes).stride;
  std::string partitions;
  for (const config::PartitionSpec& spec : settings.partitions)
    partitions +=
        base::text("%d %zu %s %zu;", spec.id, spec.id == 1 ? 0 : spec.size, spec.kind.c_str(), spec.page_size);
  request.partitions = std::hash<std::string>()(partitions);
  request.heap_is_default =
      config::is_default(settings, "SYMMETRIC_SIZE") && config::is_default(settings, "SYMMETRIC_PARTITION1");
  request.teams_is_default = config::is_default(settings, "TEAM_HEAP_SIZE");
  return request;
}

void publish_request(Exchange& exchange, const config::Settings& settings) {
  MemoryRequest mine = request_for(settings, internal_bytes(exchange.n_pes()));
  if (base::count_threads(getpid()) == 1 + exchange.client_threads()) memory::share_again_after_fork();
  mine.statics = memory::static_data().size;
  mine.executable = memory::executable_id();
  mine.address_space = free_address_space();
  mine.data = free_data();
  mine.commitment = free_commitment();
  mine.file = base::file_limit();
  mine.movable_statics = statics_can_move(exchange);
  exchange.publish("memory", {reinterpret_cast<const char*>(&mine), sizeof mine});
}

void fit(MemoryRequest& sizes, const NodeRoom& room) {
  constexpr std::uint64_t kStep = memkind::kRegionAlignment;
  const std::uint64_t mappings = room.pes > 1 ? room.pes + 1 : 1;  // a PE maps all places, and its own once more
  std::uint64_t each = kMostOfNode / room.pes;
  // The program and its libraries need address space, too.
  if (room.address_space != MemoryRequest::kUnlimited) each = std::min(each, room.address_space / 4 * 3 / mappings);
  each = std::max(each, sizes.others + 2 * kStep) - sizes.others;
  each = std::min(each, room.file);  // a PE's memory is one of the node's files, or has files of its own
  if (sizes.teams_is_default) sizes.teams = std::min(sizes.teams, std::max(each / 4 / kStep, std::uint64_t{1}) * kStep);
  std::uint64_t heap = each - std::min(each, sizes.teams);
  if (room.address_space != MemoryRequest::kUnlimited) heap -= heap / kRecordsPart;
  if (room.data != MemoryRequest::kUnlimited) heap = std::min(heap, room.data / 2 * kRecordsPart);
  // The kernel promises memory for the records, and for the heap itself only when it is touched.
  if (room.commitment != MemoryRequest::kUnlimited)
    heap = std::min(heap, room.commitment / 2 / room.pes * kRecordsPart);
  if (sizes.heap_is_default) sizes.heap = std::min(sizes.heap, std::max(heap / kStep, std::uint64_t{1}) * kStep);
}

std::string find_other_size(Exchange& exchange) {
  const MemoryRequest first = request_of(exchange, 0);
  for (int pe = 1; pe < exchange.n_pes(); ++pe) {
    const MemoryRequest other = request_of(exchange, pe);
    if (other.partitions != first.partitions)
      return base::text(
          "PE %d has other partitions than PE 0; give all PEs the same settings (mpirun -x passes variables on)", pe);
    const bool heap = other.heap != first.heap || other.heap_is_default != first.heap_is_default;
    if (!heap && other.teams == first.teams) continue;
    return base::text(
        "PE %d has %llu bytes of %s, PE 0 %llu; give all PEs the same settings (mpirun -x passes "
        "variables on)",
        pe, static_cast<unsigned long long>(heap ? other.heap : other.teams), heap ? "heap" : "memory of teams",
        static_cast<unsigned long long>(heap ? first.heap : first.teams));
  }
  return {};
}

void make_memory(Exchange& exchange, const node::Listener& listener, Job& job) {
  config::Settings& settings = job.settings;
  const Agreement agreement = agree(exchange, job);
  const MemoryRequest& sizes = agreement.sizes;
  if (exchange.pe() == 0 && sizes.heap != settings.partitions.front().size)
    base::debug(
        base::text("the symmetric heap has %s, not %s, which do not fit on some PE (ulimit -v, "
                   "-d or -f, vm.overcommit_memory, many PEs on a node); set SHMEM_SYMMETRIC_SIZE to choose",
                   memkind::in_words(sizes.heap).c_str(), memkind::in_words(settings.partitions.front().size).c_str()));
  settings.partitions.front().size = sizes.heap;
  settings.team_heap_size = sizes.teams;
  const std::size_t internal = internal_bytes(exchange.n_pes());
  const memory::Layout layout(settings.partitions, sizes.teams, internal);
  job.memory =
      std::make_unique<memory::SymmetricMemory>(settings.partitions, sizes.teams, internal, exchange.pe(),
                                                exchange.n_pes(), share_files(exchange, listener, job, layout));
  for (const int pe : agreement.other_programs) job.memory->statics().wire.refused[pe] = "it runs another program";
}

}  // namespace isthmus::runtime
