// The fabric over libfabric: its objects, the registered memory, and progress.
#pragma once
#include <poll.h>

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "transport/ofi/addresses.hpp"
#include "transport/ofi/fabric.hpp"
#include "transport/ofi/provider.hpp"

namespace isthmus::ofi {

class MessageChannel;
class Requests;
class TxEndpoint;

class Domain final : public Fabric {
 public:
  Domain(const FabricSettings& settings, int my_pe, int n_pes);
  ~Domain() override;
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;

  void register_memory(Region& region, void* base, std::size_t bytes) override;
  std::string register_device(Region& region, void* base, std::size_t bytes, DeviceMemory memory) override;
  const std::string& why_no_hmem() const override { return provider_.why_no_hmem; }
  std::string endpoint_address() const override;
  void connect(std::function<std::string(int pe)> published, const std::vector<Region*>& regions) override;
  Endpoint& endpoint() override;
  std::unique_ptr<Endpoint> make_endpoint() override;
  Channel& channel() override;
  bool drive() override;
  int look() override;
  bool nap(long nanoseconds) override;
  void start_progress(int fd, std::function<void()> handle, std::function<bool()> look) override;
  void stop_progress() override;
  std::string provider() const override { return info().fabric_attr->prov_name; }
  std::string description() const override;
  std::string host_address() const override;

  // ---- For the parts of the fabric ----

  const fi_info& info() const { return *provider_.info; }
  const Quirks& quirks() const { return provider_.quirks; }
  /// Whether targets are named by offsets, under keys that we choose, the same on all PEs.
  bool offsets() const { return !(mr_mode() & (FI_MR_VIRT_ADDR | FI_MR_PROV_KEY)); }
  int my_pe() const { return my_pe_; }
  int n_pes() const { return n_pes_; }
  std::uint64_t token() const { return token_; }
  /// The key of a region where offsets(). Its lowest byte is that of the region's index.
  std::uint64_t key_of(int index) const;
  bool wants_bundles() const { return wants_bundles_; }
  /// Called when an endpoint has opened or sent a bundle. The progress thread sends those that grow old.
  void bundle_opened();
  void bundle_left() { open_bundles_.fetch_sub(1, std::memory_order_relaxed); }
  /// The endpoint that other PEs address: it receives messages, and serves their reads and writes. With shared progress
  /// it is the default context's, so that what two PEs send each other goes by one connection, and acknowledges what
  /// comes. Otherwise it initiates nothing: its completion queue can be slept on, which costs the provider two system
  /// calls for each operation.
  fid_ep* rx_endpoint() const { return rx_; }
  fid_cq* rx_cq() { return cq_.get(); }
  TxEndpoint& default_endpoint() { return *endpoint_; }
  Requests& requests() { return *requests_; }
  Addresses& addresses() { return *addresses_; }
  /// Lets the provider work on what any transmit endpoint has begun, whoever waits for whatever. Returns whether some
  /// of it is still under way.
  bool work_on_tx_endpoints();
  void add_tx_endpoint(TxEndpoint& endpoint);
  void remove_tx_endpoint(TxEndpoint& endpoint);
  /// These three throw base::SetupError.
  Handle<fid_cq> open_cq(fi_wait_obj wait);
  Handle<fid_cntr> open_counter();
  /// The endpoint is not enabled yet, so that more can be bound to it.
  Handle<fid_ep> open_endpoint(fid_cq* sent, fid_cq* received, std::size_t tx_size, std::size_t rx_size);
  static constexpr std::size_t kReceives = 256;  ///< room of the endpoint that receives
  /// A word of PE `pe` that a flush may read.
  Target flush_target(int pe) const { return flush_->at(pe, 0); }
  /// The local address of `bytes` at `offset` of a registered region of host memory; null when they are not all in it.
  void* local(int region, std::uint64_t offset, std::size_t bytes) const;

  /// Called when a thread of the program is about to make progress: the progress thread pauses for a while. Threads may
  /// lose each other's steps, which the progress thread does not notice.
  void driving() { driven_.store(driven_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  /// Empties the completion queue of the default endpoint, unless another thread is at it.
  void collect_sent();
  /// Called when a thread of the program has made progress on a transmit endpoint and goes on. Where that received
  /// messages, too, they are handled now, if the progress thread would not see them soon.
  void handle_received() {
    if (progress_sleeps_.load(std::memory_order_relaxed)) [[unlikely]]
      look();
  }

 private:
  struct Registered {
    void* base;
    std::size_t bytes;
    Handle<fid_mr> registration;
    Target start;
    bool device = false;
  };

  int mr_mode() const;
  void number(Region& region);
  void keep(void* base, std::size_t bytes, fid_mr* mr, bool device);
  void progress();
  void open_rx_cq();
  bool open_waitable(Handle<fid_cq>& cq);
  /// Sleeps in poll() on the first `n` of `fds` and on the provider's descriptor, which is put behind them, unless the
  /// provider has something to do already.
  bool sleep(pollfd* fds, nfds_t n, long nanoseconds);
  /// Sends the bundles of all endpoints that were opened until then, in base::ticks(), as far as there is room. Returns
  /// whether there were any.
  bool send_bundles_until(std::uint64_t opened);
  bool watch_bundles();

  Provider provider_;
  int my_pe_, n_pes_;
  std::uint64_t token_ = 0;
  std::uint64_t first_key_ = 0;  ///< its lowest byte is 0
  Handle<fid_fabric> fabric_;
  Handle<fid_domain> domain_;
  std::unique_ptr<Addresses> addresses_;
  Handle<fid_cq> cq_;           ///< of the receiving endpoint
  Handle<fid_cq> wait_cq_;      ///< where there is shared progress: belongs to no endpoint, and is slept on
  int cq_fd_ = -1;              ///< readable when there is something to do; -1 where the provider has none
  Handle<fid_ep> rx_endpoint_;  ///< where it is not the default context's
  fid_ep* rx_ = nullptr;
  std::vector<Registered> registered_;
  const Region* flush_ = nullptr;
  std::mutex tx_mutex_;
  std::vector<TxEndpoint*> tx_endpoints_;  ///< all of them, the default context's included
  std::unique_ptr<TxEndpoint> endpoint_;
  std::unique_ptr<MessageChannel> channel_;
  std::unique_ptr<Requests> requests_;

  const bool wants_bundles_;
  std::atomic<int> open_bundles_ = 0;
  /// The progress thread is, or is about to be, asleep for longer than kBundleAge.
  std::atomic<bool> sleeps_long_ = false;
  long nap_ages_ = 1;  ///< how many times kBundleAge the progress thread's next nap takes
  int calm_naps_ = 0;  ///< of the progress thread, since it last saw an open bundle
  /// The progress thread sleeps, and does not see what calls on transmit endpoints receive.
  std::atomic<bool> progress_sleeps_ = false;
  std::atomic<std::uint64_t> driven_ = 0;  ///< times that the program's threads made progress
  std::atomic<bool> stop_ = false;
  int wake_ = -1;  ///< eventfd that ends the progress thread's sleep
  int watched_ = -1;
  std::function<void()> handle_;
  std::function<bool()> look_;
  std::thread thread_;
};

}  // namespace isthmus::ofi
