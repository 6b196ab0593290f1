// The channel over libfabric: sends on the default context's endpoint, receives into large buffers (FI_MULTI_RECV) on
// the receiving endpoint.
#pragma once
#include <sys/uio.h>

#include <atomic>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <vector>

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
    frame_.put_on(message, type);
    return number != 0 && n + kFrame <= inject_bytes_ && inject_(sender_, message, n + kFrame, number) == 0;
  }

  /// Runs the handlers of what has come, unless another thread is at it. False when there was nothing to do.
  bool poll();
  /// The same at the cost of one look at what has come; what waits for room, or was sent, has no turn.
  bool look();
  /// Something waits for room, so nobody should sleep for long.
  bool busy() const;

 private:
  /// What a framed message begins with: the job's token, this PE, the type. The type of others is their first byte,
  /// right behind the PE, too.
  struct Frame {
    std::uint64_t token;
    std::uint32_t source;
    std::uint32_t type = 0;

    void put_on(void* message, Type kind) const {
      Frame whole = *this;
      whole.type = kind;
      std::memcpy(message, &whole, sizeof whole);
    }
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

  /// What try_send_framed() was called with.
  struct Framed {
    MessageChannel* channel;
    void* message;  ///< the frame is on it
    std::size_t bytes;
    int pe;
  };

  [[gnu::noinline]] static bool send_framed(const Framed& framed);
  void post_receives();
  void receive(const char* bytes, std::size_t n);
  void handle_error(fid_cq* cq);
  bool collect_sent();
  bool inject(int pe, const void* bytes, std::size_t n);
  bool send_buffered(int pe, std::initializer_list<iovec> parts);
  void no_room(ssize_t result, int pe);
  bool take_received(ssize_t n);

  Domain& domain_;
  const fi_addr_t* const known_;  ///< Addresses::known()
  const Frame frame_;
  fid_ep* const sender_;  ///< the default context's endpoint
  decltype(fi_ops_msg::inject) const inject_;
  fid_cq* const received_queue_;
  decltype(fi_ops_cq::read) const read_queue_;
  const std::size_t inject_bytes_;
  Receiver receivers_[kTypes];
  YieldingLock polling_;  ///< held by the one thread that reads completions and runs handlers; guards the next three
  fi_cq_data_entry received_[16];
  std::vector<std::unique_ptr<Buffer>> receive_buffers_;
  std::vector<Buffer*> unposted_;  ///< receive buffers that the provider does not have
  std::mutex sending_;             ///< guards the next two
  std::vector<std::unique_ptr<Buffer>> send_buffers_;
  std::vector<Buffer*> unused_;  ///< send buffers
  std::atomic<bool> has_unposted_ = false;
  std::atomic<unsigned> polls_ = 0;  ///< a hint, of which threads may lose steps
};

}  // namespace isthmus::ofi
