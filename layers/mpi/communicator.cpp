#include "communicator.hpp"

#include <sys/random.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "abi/abi.hpp"
#include "background/background.hpp"
#include "base/cpu_set.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "calls/requests.hpp"
#include "collectives/group/round.hpp"
#include "device/memory.hpp"
#include "finalize.hpp"
#include "hierarchy.hpp"
#include "memkind/describe.hpp"
#include "placement.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "settings.hpp"

namespace isthmus::mpi {
namespace {

/// Increases whenever a communicator's state is deleted, so that what threads remember of it is not used any more.
std::atomic<std::uint64_t> epoch = 1;

/// The communicators that this thread used last, since a look at an attribute costs as much as a short barrier.
struct Remembered {
  Word comm;
  std::uint64_t epoch;
  Communicator* state;
};
constexpr std::size_t kRemembered = 4;
[[gnu::tls_model("initial-exec")]] constinit thread_local std::array<Remembered, kRemembered> remembered{};

/// A communicator that this thread frees, from the beginning of that call to its end. The MPI deletes its attributes
/// meanwhile, in an order that may differ between members, and calls functions of the program for the program's own.
/// The collectives that these call are the MPI's: on some members there is no state any more, and one that was made now
/// would outlive the communicator, and be found for the next one that has its handle.
class Freed {
 public:
  explicit Freed(Word comm) : comm_(comm), outer_(std::exchange(innermost_, this)) {
    epoch.fetch_add(1, std::memory_order_relaxed);
  }
  ~Freed() { innermost_ = outer_; }
  Freed(const Freed&) = delete;
  Freed& operator=(const Freed&) = delete;

  static bool has(Word comm) {
    for (const Freed* one = innermost_; one; one = one->outer_)
      if (one->comm_ == comm) return true;
    return false;
  }

 private:
  Word comm_;
  const Freed* outer_;  ///< of a call during which this one was made
  [[gnu::tls_model("initial-exec")]] static inline constinit thread_local const Freed* innermost_ = nullptr;
};

/// Frees a communicator by that function of the MPI.
int free_by(int (*function)(void*), void* comm) {
  const Freed freed(comm ? abi().handle_at(comm, 0) : 0);
  return function(comm);
}

/// Those with a state. MPI_Finalize need not delete the attributes of MPI_COMM_WORLD: Open MPI 5 does not. Never
/// destroyed, since a program may finalize in a function that runs at exit.
std::mutex all_mutex;
std::set<Communicator*>& all = *new std::set<Communicator*>;

/// A random number, the same for all communicators of this process.
std::uint64_t process_token() {
  static const std::uint64_t token = [] {
    std::uint64_t made = 0;
    return getrandom(&made, sizeof made, 0) == sizeof made ? made : static_cast<std::uint64_t>(getpid());
  }();
  return token;
}

/// How many ranks the launcher says that it has started on this machine; 0 if it does not say.
int ranks_here() {
  for (const char* const name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "PMI_LOCAL_SIZE"})
    if (const char* const value = std::getenv(name)) return std::atoi(value);
  return 0;
}

/// Whether all members were started together with this process. Others, which a program has spawned, may not have this
/// library: members that are not alike could not set a communicator up. All members give the same answer.
bool started_together(Word comm) {
  if (!has_world()) return true;  // a session knows no others
  Word handles[1] = {}, world[1] = {};
  if (real().Comm_group(comm, handles) != kSuccess) return false;
  if (real().Comm_group(abi().comm_world, world) != kSuccess) return false;
  const Word group = abi().handle_at(handles, 0);
  int size = 0;
  real().Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size)), there(ranks.size(), abi().undefined);
  std::iota(ranks.begin(), ranks.end(), 0);
  real().Group_translate_ranks(group, size, ranks.data(), abi().handle_at(world, 0), there.data());
  real().Group_free(handles);
  real().Group_free(world);
  return std::find(there.begin(), there.end(), abi().undefined) == there.end();
}

/// Whether process `other` lets this one read its memory. A container or a hardened kernel may forbid that.
bool can_read(const Process& other) {
  std::uint64_t seen = 0;
  iovec here{&seen, sizeof seen}, there{reinterpret_cast<void*>(other.probe_address), sizeof seen};
  return process_vm_readv(other.pid, &here, 1, &there, 1, 0) == sizeof seen && seen == other.probe;
}

}  // namespace

Communicator* Communicator::find(Word word) {
  const Word comm = abi().handle(word);
  Remembered& slot = remembered[(comm ^ comm >> 4 ^ comm >> 9) % kRemembered];
  if (slot.comm == comm && slot.epoch == epoch.load(std::memory_order_relaxed)) [[likely]]
    return slot.state;
  Communicator* const state = look_up(comm);
  if (state) slot = {comm, epoch.load(std::memory_order_relaxed), state};
  return state;
}

Communicator* Communicator::look_up(Word comm) {
  if (!abi().may_be_comm(comm) || settings().mode == Mode::off || Freed::has(comm)) return nullptr;
  static Keyval made;
  const int keyval = made.get([](int* into) { real().Comm_create_keyval(copy_nothing, remove, into, nullptr); });
  void* value = nullptr;
  int found = 0;
  if (real().Comm_get_attr(comm, keyval, &value, &found) != kSuccess) return nullptr;
  if (found) return static_cast<Communicator*>(value);
  auto* const state = new Communicator(comm);
  if (real().Comm_set_attr(comm, keyval, state) != kSuccess) {
    delete state;
    return nullptr;
  }
  static std::once_flag once;
  std::call_once(once, [] {
    at_finalize([] {
      const std::lock_guard lock(all_mutex);
      for (Communicator* const one : all) one->say_summary();
    });
  });
  watch_finalize();
  meet_world();
  const std::lock_guard lock(all_mutex);
  all.insert(state);
  return state;
}

namespace ours {

int Comm_free(void* comm) { return free_by(real().Comm_free, comm); }
int Comm_disconnect(void* comm) { return free_by(real().Comm_disconnect, comm); }

}  // namespace ours

int Communicator::remove(Word, int, void* value, void*) {
  auto* const state = static_cast<Communicator*>(value);
  epoch.fetch_add(1, std::memory_order_relaxed);
  {
    const std::lock_guard lock(all_mutex);
    all.erase(state);
  }
  state->say_summary();
  delete state;
  return kSuccess;
}

void Communicator::say_summary() {
  if (settings().mode != Mode::verbose || rank_ != 0 || std::exchange(said_summary_, true)) return;
  if (const std::string text = summary(); !text.empty()) base::say(text);
}

int Communicator::report_failure() {
  const int code = std::exchange(code_, kSuccess);
  if (!serves_all_) real().Comm_call_errhandler(handle_, code);
  return code;
}

void Communicator::set_up_if_due() {
  if (calls_ < settings().warm_up) return;
  set_up();
  if (memory_.spans_nodes()) hierarchy_ = Hierarchy::create(handle_, rank_, size_);
  if (stage_ == Stage::ours && looks_for_devices_ && reads_directly_ && device_memory().background_from > 0)
    background_ = Background::create(handle_);
  if (hierarchy_ && hierarchy_->uses_devices() && device_memory().background_from > 0)
    background_ = Background::create_over_nodes(handle_);
  if (background_) any_background_.store(true, std::memory_order_relaxed);
}

void Communicator::set_up() {
  stage_ = Stage::handed_on;
  int between_groups = 1;
  if (real().Comm_test_inter(handle_, &between_groups) != kSuccess || between_groups) return;
  if (real().Comm_rank(handle_, &rank_) != kSuccess || real().Comm_size(handle_, &size_) != kSuccess) return;
  if (size_ < 2 || !started_together(handle_)) return;
  memory_ = NodeMemory(handle_, rank_, size_);
  if (!memory_) return;
  for (int member = 0; member < size_; ++member) node_.slots.push_back(&memory_.slot(member));
  node_.me = rank_;

  Process& mine = memory_.process(rank_);
  mine.pid = getpid();
  mine.token = process_token();
  mine.has_driver = memkind::any_driver();
  mine.probe = static_cast<std::uint64_t>(mine.pid) * 0x9e3779b97f4a7c15u;
  mine.probe_address = reinterpret_cast<std::uintptr_t>(&mine.probe);
  if (const auto cpus = base::CpuSet::allowed())
    for (int cpu = 0; cpu < cpus->end() && cpu < 1024; ++cpu)
      if (cpus->has(cpu)) mine.cpus[static_cast<std::size_t>(cpu) / 64] |= std::uint64_t{1} << cpu % 64;
  drive_mpi_while_waiting();
  begin_waiting(handle_);
  {
    collectives::Round round(node_);
    round.arrive_empty();
    round.await_all();
  }
  int cores = 0;
  for (std::size_t word = 0; word < mine.cpus.size(); ++word) {
    std::uint64_t any = 0;
    for (int member = 0; member < size_; ++member) any |= memory_.process(member).cpus[word];
    cores += std::popcount(any);
  }
  for (int member = 0; member < size_; ++member) looks_for_devices_ |= memory_.process(member).has_driver;
  const int ranks = std::max(size_, ranks_here());
  // What depends on a process's own surroundings, so that all have to agree on it.
  struct Found {
    bool reads, crowded;
  } mine_found{.reads = settings().direct, .crowded = size_ > cores || ranks > sysconf(_SC_NPROCESSORS_ONLN)};
  for (int member = 0; member < size_ && mine_found.reads; ++member)
    mine_found.reads = member == rank_ || can_read(memory_.process(member));
  {
    collectives::Round round(node_, sizeof mine_found);
    round.arrive(&mine_found, sizeof mine_found);
    round.await_all();
    reads_directly_ = true;
    for (int member = 0; member < size_; ++member) {
      Found theirs;
      std::memcpy(&theirs, round.shown_by(member), sizeof theirs);
      reads_directly_ = reads_directly_ && theirs.reads;
      crowded_ = crowded_ || theirs.crowded;
    }
  }
  expect_neighbours(ranks, crowded_);
  if (!crowded_) choose_home(rank_, ranks);
  stage_ = Stage::ours;
}

std::unique_ptr<Communicator> Communicator::inside(Word comm) {
  std::unique_ptr<Communicator> made(new Communicator(comm));
  made->set_up();
  if (made->stage_ != Stage::ours) return nullptr;
  return made;
}

std::unique_ptr<Communicator> Communicator::across(Word comm) {
  std::unique_ptr<Communicator> made(new Communicator(comm));
  made->set_up();
  if (made->memory_.spans_nodes()) made->hierarchy_ = Hierarchy::create(comm, made->rank_, made->size_);
  if (!made->hierarchy_) return nullptr;
  return made;
}

Communicator::Communicator(Word comm) : handle_(comm) {}
Communicator::~Communicator() = default;

/// A member can be ahead of another by kLines rounds, because it waits before it writes to the same line again. So by
/// the time that any member comes to a round that is twice as far away, it has seen this word.
void Communicator::look_for_devices() {
  if (looks_for_devices_) return;
  std::uint64_t none = 0;
  memory_.process(0).devices_from.compare_exchange_strong(none, node_.generation + 2 * comm::kLines);
}

std::string Communicator::DeviceCounts::text() const {
  return base::text("%llu on the devices, %llu through host memory", static_cast<unsigned long long>(mapped.load()),
                    static_cast<unsigned long long>(staged.load()));
}

std::string Communicator::summary() const {
  std::string calls;
  for (std::size_t i = 0; i < kOperations; ++i)
    if (const auto [passed, served] = counts_[i]; passed + served)
      calls += base::text("%s %s %llu ours, %llu the MPI's", calls.empty() ? "" : ",", kOperationNames[i],
                          static_cast<unsigned long long>(served), static_cast<unsigned long long>(passed));
  if (calls.empty() && stage_ == Stage::handed_on && size_ > 1)
    return base::text("communicator of %d members: all calls are the MPI's, since they share no memory", size_);
  if (calls.empty()) return calls;
  if (device_counts_->mapped + device_counts_->staged) calls += "; with device buffers " + device_counts_->text();
  if (background_)
    if (const DeviceCounts& other = *background_->comm().device_counts_; other.mapped + other.staged)
      calls += "; in the background " + other.text();
  return base::text("communicator of %d members%s%s:%s", size_, hierarchy_ ? ", several nodes" : "",
                    reads_directly_ ? ", direct reads" : "", calls.c_str());
}

}  // namespace isthmus::mpi
