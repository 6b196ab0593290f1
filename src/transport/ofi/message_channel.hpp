// The channel over libfabric: sends on the default context's endpoint, receives into large buffers (FI_MULTI_RECV) on
// the receiving endpoint.
#pragma once
#include <sys/uio.h>

#include <array>
#include <atomic>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/arrivals.hpp"
#include "transport/ofi/channel.hpp"
#include "transport/ofi/library.hpp"
#include "transport/ofi/yielding_lock.hpp"

namespace isthmus::ofi {

class Domain;

class MessageChannel final : public Channel {
 public:
  explicit MessageChannel(Domain& domain);
  ~MessageChannel() override;
  MessageChannel(const MessageChannel&) = delete;
  MessageChannel& operator=(const MessageChannel&) = delete;

  void listen(Type type, Handler handler, void* self) override { receivers_[type] = {handler, self}; }
  bool try_send(int pe, const void* bytes, std::size_t n) override;
  bool try_send_framed(int pe, Type type, void* message, std::size_t n) override;
  /// The same in few instructions, for a message that the provider copies, to a PE that there has been contact with.
  /// False where it is not that, or where there is no room now.
  [[gnu::always_inline]] bool try_inject_framed(int pe, Type type, void* message, std::size_t n) {
    const fi_addr_t number = __atomic_load_n(&known_[pe], __ATOMIC_RELAXED);
    std::memcpy(message, &frames_[type], sizeof(Frame));
    return number != 0 && n + kFrame <= inject_bytes_ && inject_(sender_, message, n + kFrame, number) == 0;
  }

  /// Runs the handlers of what has come, unless another thread is at it. False when there was nothing to do.
  bool poll();
  /// Takes back all send buffers whose messages are out, unless another thread polls.
  void collect_all_sent();
  /// As poll(), at the cost of one read of the receiving queue; what waits for room, or was sent, has no turn. While
  /// base::arrivals is held nobody else reads the queue. So polling_ has to be free then, because whoever holds it may
  /// have read something before and be about to handle it, but it need not be taken before something has come.
  [[gnu::always_inline]] int look() {
    if (!base::arrivals.try_lock()) return false;
    const ssize_t n = polling_.is_held() ? -FI_EAGAIN : read_queue();
    if (n == -FI_EAGAIN) [[likely]] {
      base::arrivals.unlock();
      return false;
    }
    return take_looked_at(n);
  }
  /// Something waits for room, so nobody should sleep for long.
  bool busy() const;
  /// Ends the job if a message was lost some seconds ago: somebody waits for it, or will.
  void give_up();

 private:
  /// What a framed message begins with: the job's token, this PE, the type. The type of others is their first byte,
  /// right behind the PE, too.
  struct Frame {
    std::uint64_t token;
    std::uint32_t source;
    std::uint32_t type;
  };
  static_assert(sizeof(Frame) == kFrame);

  struct Receiver {
    Handler handler = nullptr;
    void* self = nullptr;
  };
  struct Buffer {
    explicit Buffer(std::size_t n) : bytes(std::make_unique_for_overwrite<char[]>(n)) {}

    std::unique_ptr<char[]> bytes;  ///< not touched before messages are
  };
  /// A buffer of the receiving endpoint, in which messages lie one behind the other.
  struct ReceiveBuffer : Buffer {
    explicit ReceiveBuffer(std::size_t n) : Buffer(n), size(n) {}

    const std::size_t size;
    std::size_t received = 0;   ///< bytes of the messages that are complete
    std::size_t end = 0;        ///< where the last of them ends
    bool is_released = false;   ///< the provider puts no further message into it
    bool is_set_aside = false;  ///< it has a successor
  };

  /// What try_send_framed() was called with.
  struct Framed {
    MessageChannel* channel;
    void* message;  ///< the frame is on it
    std::size_t bytes;
    int pe;
  };

  [[gnu::noinline]] static bool send_framed(const Framed& framed);
  void add_receive_buffer(std::size_t bytes);
  void post_receives();
  void receive(const char* bytes, std::size_t n);
  void handle_error(fid_cq* cq);
  void set_aside(ReceiveBuffer& buffer);
  bool collect_sent();
  bool inject(int pe, const void* bytes, std::size_t n);
  bool send_buffered(int pe, std::initializer_list<iovec> parts);
  void no_room(ssize_t result, int pe);
  void lose(const std::string& which, int error);
  /// Lets the provider receive, which also fills memory that other PEs write to, unless another thread is at that. The
  /// caller holds polling_.
  ssize_t read_received() {
    if (!base::arrivals.try_lock()) return -FI_EAGAIN;
    const ssize_t n = read_queue();
    base::arrivals.unlock();
    return n;
  }
  /// The caller holds base::arrivals.
  [[gnu::always_inline]] ssize_t read_queue() { return read_queue_(received_queue_, received_, std::size(received_)); }
  bool take_received(ssize_t n);
  [[gnu::noinline]] bool take_looked_at(ssize_t n);

  Domain& domain_;
  const fi_addr_t* const known_;  ///< Addresses::known()
  std::array<Frame, kTypes> frames_;
  fid_ep* const sender_;  ///< the default context's endpoint
  decltype(fi_ops_msg::inject) const inject_;
  fid_cq* const received_queue_;
  decltype(fi_ops_cq::read) const read_queue_;
  const std::size_t inject_bytes_;
  const bool releases_early_;  ///< Quirks::releases_early
  Receiver receivers_[kTypes];
  /// Held by the one thread that handles completions and runs handlers; guards the next five. The entries of received_
  /// are written with base::arrivals held, too (look).
  YieldingLock polling_;
  fi_cq_data_entry received_[16];
  std::vector<std::unique_ptr<ReceiveBuffer>> receive_buffers_;
  std::vector<ReceiveBuffer*> unposted_;  ///< those that the provider does not have and shall have
  std::size_t short_buffers_;         ///< receive buffers of one message that are still to be added (Quirks::wakes_one)
  std::deque<ReceiveBuffer*> aside_;  ///< those with errors, the oldest first
  std::mutex sending_;                ///< guards the next two
  std::vector<std::unique_ptr<Buffer>> send_buffers_;
  std::vector<Buffer*> unused_;  ///< send buffers
  std::mutex losing_;            ///< guards the next two
  std::string lost_;             ///< describes the first message that was lost
  std::uint64_t lost_at_ = 0;    ///< when that was, in base::ticks(); 0: never
  std::atomic<bool> has_unposted_ = false;
  std::atomic<unsigned> polls_ = 0;  ///< a hint, of which threads may lose steps
};

}  // namespace isthmus::ofi
