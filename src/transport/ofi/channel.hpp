// Messages between PEs of different nodes, handled on arrival by the receiver's progress: what active messages,
// atomics, strided puts, requests to device proxies and the messages of layers are made of. Each carries the job's
// token, and is dropped with a log line when that is wrong.
#pragma once
#include <cstddef>
#include <cstdint>

namespace isthmus::ofi {

class Channel {
 public:
  static constexpr std::size_t kMaxMessage = 4864;
  static constexpr std::size_t kMaxOnWire = kMaxMessage + 16;  ///< with what the channel puts before it
  /// First byte of a message. The handlers of each are set once, before the job communicates.
  enum Type : std::uint8_t {
    active_message = 1,
    atomic_request = 2,
    request_answer = 3,
    scatter = 4,
    proxy_request = 5,
    layer_message = 6,
    bundle = 7,
    kTypes = 8
  };
  /// What a framed message has before its bytes. They begin at a multiple of 8 if the message does.
  static constexpr std::size_t kFrame = 16;
  /// Runs on the thread that makes progress, one at a time, and must not wait.
  using Handler = void (*)(void* self, int source, const void* bytes, std::size_t n);

  virtual ~Channel() = default;

  virtual void listen(Type type, Handler handler, void* self) = 0;
  /// True when the message is on its way or copied; false when there is no room now: make progress and try again.
  /// Messages to one PE arrive in order, and after what the default context wrote to that PE before.
  virtual bool try_send(int pe, const void* bytes, std::size_t n) = 0;
  /// The same for n bytes that lie behind kFrame bytes of room, which are filled in here: a small message goes to the
  /// provider from where it is. Its handler gets the n bytes without the type.
  virtual bool try_send_framed(int pe, Type type, void* message, std::size_t n) = 0;
};

}  // namespace isthmus::ofi
