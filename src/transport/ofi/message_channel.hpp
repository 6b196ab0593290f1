// The channel over libfabric: sends on the default context's endpoint, receives into large buffers (FI_MULTI_RECV) on
// the receiving endpoint.
#pragma once
#include <sys/uio.h>

#include <atomic>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <vector>

#include "transport/ofi/channel.hpp"
#include "transport/ofi/library.hpp"

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

  /// Runs the handlers of what has come, unless another thread is at it. False when there was nothing to do.
  bool poll();
  /// The same at the cost of one look at what has come; what waits for room, or was sent, has no turn.
  bool look();
  /// Something waits for room, so nobody should sleep for long.
  bool busy() const;

 private:
  struct Receiver {
    Handler handler = nullptr;
    void* self = nullptr;
  };
  struct Buffer {
    explicit Buffer(std::size_t n) : bytes(std::make_unique_for_overwrite<char[]>(n)) {}

    std::unique_ptr<char[]> bytes;  ///< not touched before messages are
  };

  void post_receives();
  void receive(const char* bytes, std::size_t n);
  void handle_error(fid_cq* cq);
  bool collect_sent();
  bool inject(int pe, const void* bytes, std::size_t n);
  bool send_buffered(int pe, std::initializer_list<iovec> parts);
  void no_room(ssize_t result, int pe);
  bool take_received(ssize_t n, const fi_cq_data_entry* entries);

  Domain& domain_;
  const std::size_t inject_bytes_;
  Receiver receivers_[kTypes];
  std::mutex polling_;  ///< held by the one thread that reads completions and runs handlers; guards the next two
  std::vector<std::unique_ptr<Buffer>> receive_buffers_;
  std::vector<Buffer*> unposted_;  ///< receive buffers that the provider does not have
  std::mutex sending_;             ///< guards the next two
  std::vector<std::unique_ptr<Buffer>> send_buffers_;
  std::vector<Buffer*> unused_;  ///< send buffers
  std::atomic<bool> has_unposted_ = false;
  std::atomic<unsigned> polls_ = 0;  ///< a hint, of which threads may lose steps
};

}  // namespace isthmus::ofi
