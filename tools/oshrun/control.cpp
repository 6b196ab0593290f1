#include "control.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "bootstrap/round.hpp"

namespace isthmus::oshrun {

using bootstrap::Header;
using bootstrap::Message;

namespace {

/// The kernel limits how many descriptors a user has under way to other processes.
constexpr auto kRetryDelay = std::chrono::milliseconds(5);

/// A file with these bytes, which nobody can change. Empty where the kernel or a limit refuses it.
base::Fd file_of(const std::string& bytes) {
  // Beyond this limit a write raises SIGXFSZ.
  if (rlimit most{}; getrlimit(RLIMIT_FSIZE, &most) != 0 || bytes.size() > most.rlim_cur) return {};
  base::Fd file(memfd_create("oshrun-everyone", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  for (std::string_view rest = bytes; file && !rest.empty();) {
    const ssize_t written = write(file.get(), rest.data(), rest.size());
    if (written <= 0) return {};
    rest.remove_prefix(static_cast<size_t>(written));
  }
  if (file) fcntl(file.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  return file;
}

/// As send() of these bytes, with the descriptor. A descriptor goes with the first byte that the kernel takes.
ssize_t send_with(int socket, std::string_view bytes, const base::Fd& file) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))]{};
  iovec body{const_cast<char*>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_iov = &body;
  message.msg_iovlen = 1;
  if (file) {
    const int fd = file.get();
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(rights), &fd, sizeof fd);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace

std::shared_ptr<const Control::Frame> Control::frame_of(Message message, std::string_view payload, base::Fd file) {
  const Header header{message, static_cast<std::uint32_t>(payload.size())};
  auto frame = std::make_shared<Frame>();
  frame->bytes.assign(reinterpret_cast<const char*>(&header), sizeof header);
  frame->bytes.append(payload);
  frame->file = std::move(file);
  return frame;
}

Control::Control(EventLoop& loop, int n, OnMessage on_message)
    : loop_(loop), n_(n), on_message_(std::move(on_message)) {}

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
  std::vector<std::string_view> values;
  for (auto& each : peers_) {
    values.push_back(each->values);
    each->in_fence = false;
  }
  waiting_ = 0;
  const std::string round = bootstrap::pack_round(values);
  base::Fd file = file_of(round);
  const auto frame = file ? frame_of(Message::everyone, {}, std::move(file)) : frame_of(Message::everyone, round, {});
  for (int pe = 0; pe < n_; ++pe) send(pe, frame);
}

void Control::release(int pe) { send(pe, frame_of(Message::go, {}, {})); }

void Control::send(int pe, std::shared_ptr<const Frame> frame) {
  if (!peer(pe).socket) return;
  peer(pe).out.push_back(std::move(frame));
  write_some(pe);
}

void Control::write_some(int pe) {
  Peer& to = peer(pe);
  if (to.out.empty()) return;
  while (!to.out.empty() && to.socket) {
    const Frame& frame = *to.out.front();
    const ssize_t sent = send_with(to.socket.get(), std::string_view(frame.bytes).substr(to.out_done),
                                   to.out_done == 0 ? frame.file : no_file_);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return to.waits_for_room ? void() : watch(pe, true);
    if (sent < 0 && errno == ETOOMANYREFS) return loop_.after(kRetryDelay, [this, pe] { write_some(pe); });
    if (sent < 0) return hang_up(pe);
    to.out_done += static_cast<size_t>(sent);
    if (to.out_done < frame.bytes.size()) continue;
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
