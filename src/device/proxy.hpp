// The proxy thread of this PE: it carries out the requests of device code by the library's own operations, and reports
// the mistakes that device code finds.
#pragma once
#include <atomic>
#include <mutex>
#include <thread>

#include "comm/context.hpp"
#include "device/request_ring.hpp"

namespace isthmus::device {

/// Where device code reports its first mistake, and waits that last too long.
struct Reports {
  isthmus_device_fault fault;
  isthmus_device_stall stall;
};

class Proxy {
 public:
  /// Starts the thread. `context` is used by nobody else, and is of the world team.
  Proxy(RequestRing& ring, Reports& reports, const comm::Context& context);
  /// Serves what has been posted, and ends the thread.
  ~Proxy();
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  /// Completes the requests that have been posted, on the calling thread.
  void finish();

 private:
  void work();
  bool drain();
  void read_reports();
  std::uint64_t serve(const isthmus_device_request& request, char* staged) const;

  RequestRing& ring_;
  Reports& reports_;
  const comm::Context& context_;
  std::mutex mutex_;  ///< held by the thread that uses the ring and the context
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace isthmus::device
