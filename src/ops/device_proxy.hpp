// The device proxy reaches device memory of other PEs that is not mapped here, because they are on another node or a
// driver refuses to share the memory. The PE that owns the memory has a proxy thread, which sleeps until a request
// arrives and then copies to or from the device by its own driver. The program on that PE takes no part. Strided blocks
// travel packed.
//
// Data travels through slots of the requesting PE. A slot is a state and a block of host memory that the proxy reads or
// writes, through shared memory or over the wire. A put is cut into parts, each with a slot and a request; put returns
// when its last bytes are in a slot, and the requests overlap. The answer to a put frees the slot once the bytes are in
// device memory, and that is what quiet waits for. A get sends requests for several slots and unpacks each when its
// answer arrives.
//
// To a PE on the same node a request is a record in that PE's ring, and its proxy is woken by a futex. To a PE on
// another node it is a message on the wire, which carries the data itself if it is small.
#pragma once
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "comm/context.hpp"
#include "comm/internal.hpp"
#include "ops/am.hpp"
#include "ops/device.hpp"
#include "ops/proxy_request.hpp"

namespace isthmus::ops {

class DeviceProxy {
 public:
  static constexpr std::size_t kBlock = comm::ProxyArea::kBlock;

  /// Starts the thread. `wire` is null in a job on one node. The thread calls `endpoint` when it first needs an
  /// endpoint, and gets one that nobody else uses.
  DeviceProxy(memory::SymmetricMemory& memory, int me, int n_pes, MessageWire* wire,
              std::function<ofi::Endpoint*()> endpoint);
  /// Must not run before every PE has stopped sending requests to this one.
  ~DeviceProxy();
  DeviceProxy(const DeviceProxy&) = delete;
  DeviceProxy& operator=(const DeviceProxy&) = delete;

  // ---- Requests to other PEs: device_proxy.cpp ----

  // Each block must fit into a slot: blocks.bytes <= kBlock.

  /// `from` may be reused on return; the bytes are in the target's device memory after finish().
  void put(const comm::Reached& to, memkind::Place from, const DeviceBlocks& blocks);
  /// Done on return.
  void get(memkind::Place to, const comm::Reached& from, const DeviceBlocks& blocks);
  /// Performs `op` on a word of `word` bytes (4 or 8) and returns the old value.
  std::uint64_t atomic(const comm::Reached& to, ofi::Atomic op, std::uint8_t word, std::uint64_t operand,
                       std::uint64_t compare);
  /// Waits until everything that was put before is in the targets' device memory.
  void finish();
  /// Whether a put is outstanding.
  bool pending() const;
  /// Handles a request or an answer that came by the wire. May be called on any thread.
  void arrive(int source, const void* bytes, std::size_t n);

 private:
  using Area = comm::ProxyArea;
  enum State : std::uint32_t { unused, taken, putting, asking, answered };
  static constexpr int kNone = -1;

  Area& area(int pe) const;
  bool on_node(int pe) const { return memory_.internal().mapped(pe) != 0; }
  std::atomic<std::uint32_t>& state(int slot) const { return mine_.slots[static_cast<std::size_t>(slot)].state; }
  memkind::Place block(int slot) const;
  int try_take();
  int take();
  ProxyRequest make_request(const comm::Reached& at, ProxyRequest::What what, int slot, std::size_t bytes) const;
  ProxyRequest make_request(const comm::Reached& at, ProxyRequest::What what, int slot,
                            const DeviceBlocks& blocks) const;
  void send(int pe, const ProxyRequest& request);
  void await(int slot) const;
  static void ring_bell(Area& area);

  // ---- Requests of other PEs, on the device proxy's thread: device_proxy_serve.cpp ----

  struct Job;
  void work();
  bool serve();
  bool take_requests(std::vector<Job>& jobs);
  bool accept(const void* bytes, std::size_t n, Job& job) const;
  void copy_pieces(const Job& job, bool to_device);
  void fetch(Job& job);
  void deliver(Job& job);
  void answer(Job& job);
  char* staging_slot(const memkind::Kind& kind, std::size_t number);
  memkind::Queue* queue(const memkind::Kind& kind);
  void finish_queues();
  ofi::Endpoint& endpoint();
  ofi::Target slot_of(const Job& job) const;

  memory::SymmetricMemory& memory_;
  const int me_, n_pes_;
  MessageWire* const wire_;
  Area& mine_;
  node::Ring ring_;
  std::atomic<int> next_ = 0;  ///< the slot at which the next search for a free one starts

  std::mutex arriving_;
  std::deque<std::vector<std::byte>> arrived_;  ///< requests from the wire; bounded, as each occupies a sender's slot

  std::function<ofi::Endpoint*()> make_endpoint_;
  ofi::Endpoint* endpoint_ = nullptr;
  bool reading_ = false, writing_ = false;  ///< whether endpoint_ has outstanding reads or writes for this batch
  std::map<const memkind::Kind*, memkind::Queue*> queues_;
  std::map<const memkind::Kind*, std::deque<memkind::Staging>> staging_slots_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

/// The device proxy of this PE, or null.
inline std::atomic<DeviceProxy*> device_proxy = nullptr;

}  // namespace isthmus::ops
