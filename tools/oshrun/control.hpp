// oshrun's side of the sockets through which the PEs exchange addresses: see src/bootstrap/launch_protocol.hpp.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.hpp"
#include "bootstrap/launch_protocol.hpp"
#include "event_loop.hpp"

namespace isthmus::oshrun {

class Control {
 public:
  /// Called for enter, leave, fence and end_job. `status` is that of end_job. A fence has been counted, and completed
  /// if it was the last PE's, before the call.
  using OnMessage = std::function<void(int pe, bootstrap::Message message, int status)>;

  Control(EventLoop& loop, int n, OnMessage on_message);

  /// Adds the socket of the next PE; PEs are added in order.
  void add(base::Fd socket);
  /// Handles everything that this PE has sent so far.
  void drain(int pe);
  /// Allows a PE that has sent end_job to exit.
  void release(int pe);

  bool anyone_waits() const { return waiting_ > 0; }

 private:
  struct Frame {
    std::string bytes;
    base::Fd file;  // sent with the first of the bytes; may be empty
  };
  struct Peer {
    base::Fd socket;
    std::string in;
    std::deque<std::shared_ptr<const Frame>> out;  // to be sent; shared by all receivers
    size_t out_done = 0;                           // bytes of the first frame that are sent
    bool waits_for_room = false;
    bool in_fence = false;
    std::string values;  // what the PE sent with its fence
  };

  Peer& peer(int pe) { return *peers_[static_cast<size_t>(pe)]; }
  const Peer& peer(int pe) const { return *peers_[static_cast<size_t>(pe)]; }
  void watch(int pe, bool for_room);
  void handle(int pe, bootstrap::Message message, std::string_view payload);
  void complete_fence();
  static std::shared_ptr<const Frame> frame_of(bootstrap::Message message, std::string_view payload, base::Fd file);
  void send(int pe, std::shared_ptr<const Frame> frame);
  void write_some(int pe);
  void hang_up(int pe);

  EventLoop& loop_;
  const int n_;
  OnMessage on_message_;
  std::vector<std::unique_ptr<Peer>> peers_;
  int waiting_ = 0;
  const base::Fd no_file_;
};

}  // namespace isthmus::oshrun
