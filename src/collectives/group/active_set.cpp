#include "collectives/group/active_set.hpp"

#include "base/arrivals.hpp"
#include "base/error.hpp"
#include "base/wait.hpp"
#include "ops/atomic.hpp"
#include "ops/wait.hpp"
#include "shmem/constants.h"

namespace isthmus::collectives {
namespace {

constexpr int kRounds = 32;     // pSync[0..31]: tokens of dissemination round r
constexpr int kFirstWord = 32;  // pSync[32..33]: words that are shared
static_assert(kFirstWord + 2 <= SHMEM_SYNC_SIZE && kFirstWord + 2 <= SHMEM_BARRIER_SYNC_SIZE && SHMEM_SYNC_VALUE == 0);

/// Whether all members are on this node. This needs no look at each of them if the whole job is on one node.
bool mapped(const comm::Context& world, const comm::PeSet& pes) {
  if (!world.team()->wire) return true;
  int member = 0;
  while (member < pes.size() && world.memory()->internal().mapped(pes.pe(member))) ++member;
  return member == pes.size();
}

}  // namespace

comm::PeSet active_pes(const char* call, int my_pe, int n_pes, int start, int log_stride, int size) {
  if (log_stride < 0 || log_stride > 30 || size < 1 || start < 0 || start >= n_pes ||
      (static_cast<long>(size) - 1) << log_stride >= n_pes - start)
    base::fatal(call, base::text("PE_start %d, logPE_stride %d, PE_size %d is no set of PEs of this job; the last, "
                                 "PE_start + (PE_size - 1) * 2^logPE_stride, must be at most %d",
                                 start, log_stride, size, n_pes - 1));
  comm::PeSet pes(start, 1 << log_stride, size);
  if (pes.find(my_pe) < 0) base::fatal(call, "this PE is not in the active set; only its members may call");
  return pes;
}

ActiveSet::ActiveSet(const char* call, const comm::Context& world, const comm::PeSet& pes, int my_pe, long* psync)
    : Group(pes, pes.find(my_pe), mapped(world, pes), nullptr),
      call_(call),
      world_(world),
      segment_(world.memory()->find(psync)),
      psync_(psync),
      device_(ops::device_of(world, psync)) {
  if (!segment_)
    base::fatal(call, base::text("pSync %p is not symmetric; make it static or take it from shmem_malloc",
                                 static_cast<void*>(psync)));
}

ActiveSet::~ActiveSet() {
  if (unread_) sync();  // after it nobody reads the shared words any more
  for (int i = 0; i < shares_; ++i) set(kFirstWord + i, SHMEM_SYNC_VALUE);
}

void ActiveSet::set(int word, long value) {
  if (device_)
    device_->copy(psync_ + word, &value, sizeof value);
  else
    psync_[word] = value;
}

const long* ActiveSet::words(int member) const {
  const std::uintptr_t there = segment_->mapped(pe(member));
  return there ? reinterpret_cast<const long*>(there + segment_->offset(psync_)) : nullptr;
}

ops::Place ActiveSet::place(int member, int word) const {
  return {*segment_, pe(member), segment_->offset(psync_ + word)};
}

void ActiveSet::give(int member, int word) {
  if (device_)
    ops::atomic<ops::Add>(world_, call_, psync_ + word, pe(member), 1L);
  else
    ops::add(world_, place(member, word), 1);
}

void ActiveSet::take(int word) {
  long* mine = psync_ + word;
  base::wait_until([&] { return ops::load_acquire(mine, device_) > SHMEM_SYNC_VALUE; }, call_, [&] {
    const int stride = size() > 1 ? pe(1) - pe(0) : 1;
    return base::waits_for_team({-1, pe(0), stride, size()});
  });
  base::arrivals.see();
  if (device_)
    ops::atomic<ops::Add>(world_, call_, mine, pe(me()), -1L);
  else
    __atomic_fetch_sub(mine, 1, __ATOMIC_ACQ_REL);
}

void ActiveSet::sync() {
  if (size() == 1) std::atomic_thread_fence(std::memory_order_seq_cst);  // see collectives::sync
  for (int round = 0, distance = 1; distance < size(); ++round, distance *= 2) {
    static_assert(kRounds >= 31);
    give((me() + distance) % size(), round);
    take(round);
  }
  unread_ = false;
}

void ActiveSet::share(std::span<const std::uint64_t> words) {
  set(kFirstWord + shares_++, static_cast<long>(words.front()));
  sync();
  unread_ = true;
}

std::uint64_t ActiveSet::shared(int member, std::size_t) const {
  const int at = kFirstWord + shares_ - 1;
  if (device_) return static_cast<std::uint64_t>(ops::atomic<ops::Fetch>(world_, call_, psync_ + at, pe(member)));
  if (const long* there = words(member)) return static_cast<std::uint64_t>(there[at]);
  std::uint64_t word = 0;
  ops::read(world_, place(member, at), &word, sizeof word);
  return word;
}

}  // namespace isthmus::collectives
