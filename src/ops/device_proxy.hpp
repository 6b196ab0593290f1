// Device memory of other PEs that is not mapped here: on other nodes, or where a driver refuses to share it. The PE
// that owns the memory has a device proxy, a thread that sleeps until there is a request: it brings what it is given to
// the device, or from it, by its own driver. Neither the program there nor its threads take part. Blocks that lie apart
// there or here travel packed.
//
// Data goes by slots of the sender: a block of host memory that the other side reads or writes, through the node's
// memory or over the wire, and a state. A put is cut into blocks, each a slot and a request; the sender goes on when
// its bytes are in the last slot, and the blocks are under way together. The answer frees the slot, when the bytes are
// in the device's memory: that is what quiet waits for. A get hands out slots and empties them as answers come.
//
// On the node a request is a record in the ring of the target, whose doorbell is a futex; off the node it is a message
// on the wire, and small data travels with it.
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

  /// Starts the thread. `wire` is null in a job on one node; `endpoint` gives the thread one of its own when it needs
  /// it.
  DeviceProxy(memory::SymmetricMemory& memory, int me, int n_pes, MessageWire* wire,
              std::function<ofi::Endpoint*()> endpoint);
  /// When no PE sends requests any more.
  ~DeviceProxy();
  DeviceProxy(const DeviceProxy&) = delete;
  DeviceProxy& operator=(const DeviceProxy&) = delete;

  // ---- Requests to other PEs: device_proxy.cpp ----

  // Of blocks that a slot holds.

  /// `from` may be reused on return; the bytes are there after finish().
  void put(const comm::Reached& to, memkind::Place from, const Blocks& blocks);
  /// Done on return.
  void get(memkind::Place to, const comm::Reached& from, const Blocks& blocks);
  /// Of `word` bytes; returns the old value.
  std::uint64_t atomic(const comm::Reached& to, ofi::Atomic op, std::uint8_t word, std::uint64_t operand,
                       std::uint64_t compare);
  /// Everything that was put before is where it was put.
  void finish();
  bool pending() const;
  /// A request, or an answer, from the wire: on any thread.
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
  ProxyRequest make_request(const comm::Reached& at, ProxyRequest::What what, int slot, const Blocks& blocks) const;
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
  std::atomic<int> next_ = 0;  ///< where to look for a slot

  std::mutex arriving_;
  std::deque<std::vector<std::byte>> arrived_;  ///< from the wire; of each PE at most as many as it has slots

  std::function<ofi::Endpoint*()> make_endpoint_;
  ofi::Endpoint* endpoint_ = nullptr;
  bool reading_ = false, writing_ = false;  ///< by it, for the requests at hand
  std::map<const memkind::Kind*, memkind::Queue*> queues_;
  std::map<const memkind::Kind*, std::deque<memkind::Staging>> staging_slots_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

/// This PE's, while there is one.
inline std::atomic<DeviceProxy*> device_proxy = nullptr;

}  // namespace isthmus::ops
