#include "transport/ofi/unknown_peers.hpp"

#include <rdma/fi_ext.h>
#include <time.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "base/error.hpp"
#include "base/log.hpp"
#include "transport/ofi/library.hpp"

namespace isthmus::ofi {
namespace {

constexpr long kInterval = 1'000'000'000;  // nanoseconds between two lines

std::atomic<bool> watching = false;

long now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000'000L + time.tv_nsec;
}

int enabled(const fi_provider*, fi_log_level level, fi_log_subsys, std::uint64_t) {
  return level == FI_LOG_WARN && watching.load(std::memory_order_relaxed);
}

int ready(const fi_provider* provider, fi_log_level level, fi_log_subsys subsystem, std::uint64_t flags,
          std::uint64_t*) {
  return enabled(provider, level, subsystem, flags);
}

/// Of warnings, those about connections that do not follow the protocol, and about requests for memory that is not
/// there, and about packets that are dropped. Others are about peers that have died, which is the lifeline's to tell.
bool is_refusal(fi_log_subsys subsystem, std::string_view message) {
  if (message.ends_with("fd from progress")) return false;      // a socket of net's own that it has closed already
  if (message.starts_with("connection failure")) return false;  // of one that this PE asked for
  return subsystem == FI_LOG_EP_CTRL || message.starts_with("invalid rma");
}

void on_log_line(const fi_provider* provider, fi_log_level, fi_log_subsys subsystem, const char*, int,
                 const char* text) {
  std::string_view message(text);
  while (!message.empty() && message.back() == '\n') message.remove_suffix(1);
  if (!is_refusal(subsystem, message)) return;
  if (message.ends_with("accept error: 24") || message.find("Too many open files") != message.npos)
    base::fatal("connection", "no descriptor is left for another PE's; " + base::reason(EMFILE));
  const std::string cause =
      base::text("libfabric's %s: %.*s", provider->name, static_cast<int>(message.size()), message.data());
  // It has no connections of its own: it drops packets, of PEs as well, that find its queues full.
  if (provider->name == std::string_view("ofi_rxd"))
    return say_dropped(
        Unknown::message,
        "packets (" + cause + "); those of PEs are sent again, but another SHMEM_OFI_PROVIDER is faster");
  say_dropped(Unknown::connection, "a connection that is none of the job's (" + cause + ")");
}

}  // namespace

void say_dropped(Unknown kind, const std::string& what) {
  struct Account {
    std::atomic<long> next = 0;  ///< when the next line may come
    std::atomic<long> left_out = 0;
  };
  static Account accounts[3];
  Account& account = accounts[static_cast<std::size_t>(kind)];
  const long time = now();
  long due = account.next.load();
  if (time < due || !account.next.compare_exchange_strong(due, time + kInterval)) {
    ++account.left_out;
    return;
  }
  const long others = account.left_out.exchange(0);
  base::say(base::text(others ? "dropped %s; %ld more before it" : "dropped %s", what.c_str(), others));
}

void watch_refusals() {
  if (!std::getenv("FI_LOG_LEVEL")) {
    // Once for the process: the log can be taken only once, and what it is given must stay.
    static fi_ops_log operations{sizeof(fi_ops_log), enabled, ready, on_log_line};
    static fid_logging mine{{FI_CLASS_LOG, nullptr, nullptr}, &operations};
    static const bool taken = [] {
      fid* log = nullptr;
      return library().open(FI_VERSION(1, 17), "logging", nullptr, 0, 0, &log, &mine) == 0 &&
             fi_import_fid(log, &mine.fid, 0) == 0;
    }();
    if (!taken) base::debug("libfabric's log belongs to somebody else: what it refuses is not told");
  }
  watching = true;
}

void stop_watching_refusals() { watching = false; }

}  // namespace isthmus::ofi
