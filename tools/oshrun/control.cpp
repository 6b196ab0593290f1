#include "control.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "bootstrap/values.hpp"

namespace isthmus::oshrun {

using bootstrap::Header;
using bootstrap::Message;

namespace {
std::shared_ptr<const std::string> frame_of(Message message, std::string_view payload) {
  const Header header{message, static_cast<std::uint32_t>(payload.size())};
  auto frame = std::make_shared<std::string>(reinterpret_cast<const char*>(&header), sizeof header);
  frame->append(payload);
  return frame;
}
}  // namespace

Control::Control(EventLoop& loop, int n, OnMessage on_message) : loop_(loop), n_(n), on_message_(std::move(on_message)) {}

void Control::add(base::Fd socket) {
  peers_.push_back(std::make_unique<Peer>());
  const int pe = static_cast<int>(peers_.size()) - 1;
  peer(pe).socket = std::move(socket);
  watch(pe, false);
}

void Control::watch(int pe, bool for_room) {
  peer(pe).waits_for_room = for_room;
  loop_.forget(peer(pe).socket.get());
  loop_.watch(peer(pe).socket.get(), for_room ? EPOLLIN | EPOLLOUT : EPOLLIN, [this, pe] {
    drain(pe);
    write_some(pe);
  });
}

void Control::drain(int pe) {
  if (static_cast<size_t>(pe) >= peers_.size()) return;
  Peer& from = peer(pe);
  std::array<char, 64 * 1024> buffer;
  while (from.socket) {
    const ssize_t got = recv(from.socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) return hang_up(pe);
    from.in.append(buffer.data(), static_cast<size_t>(got));
    size_t done = 0;
    for (Header header{}; from.in.size() - done >= sizeof header;) {
      std::memcpy(&header, from.in.data() + done, sizeof header);
      if (header.size > bootstrap::kLargestMessage) return hang_up(pe);
      if (from.in.size() - done - sizeof header < header.size) break;
      handle(pe, header.message, std::string_view(from.in).substr(done + sizeof header, header.size));
      done += sizeof header + header.size;
    }
    from.in.erase(0, done);
  }
}

void Control::handle(int pe, Message message, std::string_view payload) {
  std::int32_t status = 0;
  if (message == Message::end_job && payload.size() == sizeof status) {
    std::memcpy(&status, payload.data(), sizeof status);
  }
  if (message == Message::fence) {
    peer(pe).values = payload;
    if (!std::exchange(peer(pe).in_fence, true) && ++waiting_ == n_) complete_fence();
  }
  on_message_(pe, message, status);
}

void Control::complete_fence() {
  std::string all;
  for (auto& each : peers_) {
    bootstrap::append_sized(all, each->values);
    each->in_fence = false;
  }
  waiting_ = 0;
  const auto frame = frame_of(Message::everyone, all);
  for (int pe = 0; pe < n_; ++pe) send(pe, frame);
}

void Control::release(int pe) { send(pe, frame_of(Message::go, {})); }

void Control::send(int pe, std::shared_ptr<const std::string> frame) {
  if (!peer(pe).socket) return;
  peer(pe).out.push_back(std::move(frame));
  write_some(pe);
}

void Control::write_some(int pe) {
  Peer& to = peer(pe);
  if (to.out.empty()) return;
  while (!to.out.empty() && to.socket) {
    const std::string_view rest = std::string_view(*to.out.front()).substr(to.out_done);
    const ssize_t sent = ::send(to.socket.get(), rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return to.waits_for_room ? void() : watch(pe, true);
    if (sent < 0) return hang_up(pe);
    to.out_done += static_cast<size_t>(sent);
    if (to.out_done < to.out.front()->size()) continue;
    to.out.pop_front();
    to.out_done = 0;
  }
  if (to.waits_for_room) watch(pe, false);
}

void Control::hang_up(int pe) {
  loop_.forget(peer(pe).socket.get());
  peer(pe).socket.reset();
  peer(pe).out.clear();
}

}  // namespace isthmus::oshrun
