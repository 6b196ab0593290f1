// Progress is manual: the provider works only while it is called. Threads that wait in the library call it; while none
// does, a progress thread sleeps in poll() on the provider's descriptor and calls it when something has come.
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/arrivals.hpp"
#include "base/threads.hpp"
#include "transport/ofi/domain.hpp"
#include "transport/ofi/message_channel.hpp"
#include "transport/ofi/tx_endpoint.hpp"
#include "transport/ofi/unknown_peers.hpp"

namespace isthmus::ofi {
namespace {

/// For so long, in nanoseconds, the progress thread pauses while a thread of the program makes progress.
constexpr long kStandBack = 500'000;
/// Transmit endpoints have no descriptor to sleep on, so they are polled at least this often. Twice as often would cost
/// four idle PEs a percent of a core on some machines.
constexpr long kLongestSleep = 40'000'000;
/// The longest sleep where the provider has no descriptor at all.
constexpr long kBlindNap = 1'000'000;
/// So many naps of kBundleAge after the last open bundle the progress thread sleeps for longer again. Most bundles of a
/// program that computes in between thus find it awake, since waking it takes a system call.
constexpr int kCalmNaps = 50;
/// So many times kBundleAge the progress thread naps at most while the program's threads send their bundles in time:
/// each of its naps takes some of their time.
constexpr long kMostNapAges = 10;
/// After so many successful polls in a row the other descriptors are looked at.
constexpr unsigned kLookAside = 64;

timespec span(long nanoseconds) { return {nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000}; }

}  // namespace

bool Domain::drive() {
  driving();
  if (open_bundles_.load(std::memory_order_relaxed) != 0) send_bundles_until(UINT64_MAX);
  return channel_->poll();
}

int Domain::look() { return channel_->look(); }

bool Domain::send_bundles_until(std::uint64_t opened) {
  const std::unique_lock lock(tx_mutex_, std::try_to_lock);
  bool sent = false;
  if (lock)  // else somebody else is at it
    for (TxEndpoint* each : tx_endpoints_) sent |= each->send_bundles_until(opened);
  return sent;
}

void Domain::bundle_opened() {
  open_bundles_.fetch_add(1);
  if (sleeps_long_.load()) eventfd_write(wake_, 1);
}

/// The progress thread's part for bundles: sends the old ones. Returns whether it should look again in kBundleAge.
bool Domain::watch_bundles() {
  if (open_bundles_.load(std::memory_order_relaxed) != 0) {
    calm_naps_ = 0;
    if (send_bundles_until(base::ticks() - base::ticks_in_ms() * kBundleAge / 1'000'000)) nap_ages_ = 1;
  } else if (calm_naps_ <= kCalmNaps) {
    ++calm_naps_;
  }
  const bool calm = calm_naps_ > kCalmNaps;
  sleeps_long_.store(calm);
  // Whoever opens a bundle now sees that this thread is about to sleep, or its bundle is seen here.
  return !calm || open_bundles_.load() != 0;
}

bool Domain::sleep(pollfd* fds, nfds_t n, long nanoseconds) {
  const auto sleep_at_most = [&](nfds_t all, long most) {
    const timespec limit = span(std::min(nanoseconds, most));
    return ppoll(fds, all, &limit, nullptr) > 0;
  };
  if (cq_fd_ < 0) return sleep_at_most(n, kBlindNap);
  std::unique_lock receiving(base::arrivals, std::try_to_lock);  // the provider may receive in fi_trywait, too
  if (!receiving) return sleep_at_most(n, kStandBack);           // another thread receives
  fid* waits_on[] = {wait_cq_ ? &wait_cq_->fid : &cq_->fid};
  // The provider may hold something already that its descriptor does not show, and then must not be slept on.
  if (fi_trywait(fabric_.get(), waits_on, 1) != 0) return true;
  receiving.unlock();
  fds[n] = {cq_fd_, POLLIN, 0};
  return sleep_at_most(n + 1, nanoseconds);
}

bool Domain::nap(long nanoseconds) {
  pollfd fd{};
  return sleep(&fd, 0, nanoseconds);
}

void Domain::start_progress(int fd, std::function<void()> handle, std::function<bool()> look) {
  watched_ = fd;
  handle_ = std::move(handle);
  look_ = std::move(look);
  watch_refusals();
  thread_ = base::start_thread("progress between nodes", [this] { progress(); });
}

void Domain::stop_progress() {
  if (!thread_.joinable()) return;
  stop_watching_refusals();
  stop_ = true;
  eventfd_write(wake_, 1);
  thread_.join();
}

void Domain::progress() {
  std::uint64_t seen = 0;
  unsigned polls = 0;
  bool more = false;
  if (wants_bundles_) prctl(PR_SET_TIMERSLACK, 1000);  // naps of kBundleAge would take four times as long
  while (!stop_) {
    channel_->give_up();
    const bool bundles = wants_bundles_ && watch_bundles();
    std::array<pollfd, 3> fds{{{wake_, POLLIN, 0}, {watched_, POLLIN, 0}}};
    const std::uint64_t now = driven_.load(std::memory_order_relaxed);
    if (now != seen) {
      seen = now;
      const timespec pause = span(bundles ? nap_ages_ * kBundleAge : kStandBack);
      nap_ages_ = std::min(nap_ages_ * 2, kMostNapAges);
      ppoll(fds.data(), 2, &pause, nullptr);
    } else if (!channel_->poll()) {
      nap_ages_ = 1;
      const bool under_way = work_on_tx_endpoints();
      progress_sleeps_.store(quirks().shared_progress);
      if (!quirks().shared_progress || !channel_->look())
        sleep(fds.data(), 2,
              bundles                    ? kBundleAge
              : more || channel_->busy() ? kStandBack / 10
              : under_way                ? kStandBack
                                         : kLongestSleep);
      progress_sleeps_.store(false, std::memory_order_relaxed);
    } else if (++polls % kLookAside == 0) {
      const timespec no_time = span(0);
      ppoll(fds.data(), 2, &no_time, nullptr);
    }
    if (fds[0].revents && !stop_) {
      eventfd_t times = 0;
      eventfd_read(wake_, &times);
    }
    if (fds[1].revents) handle_();
    more = look_();
  }
}

}  // namespace isthmus::ofi
