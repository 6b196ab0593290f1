// Messages between PEs of different nodes, handled on arrival by the receiver's progress: what active messages,
// atomics, strided puts and requests to device proxies are made of. Each carries the job's token, and is dropped with a
// log line when that is wrong.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

namespace isthmus::ofi {

class Domain;
class Endpoint;

class Channel {
 public:
  static constexpr std::size_t kMaxMessage = 4864;
  /// First byte of a message. The handlers of each are set once, before the job communicates.
  enum Type : std::uint8_t {
    active_message = 1,
    atomic_request = 2,
    atomic_answer = 3,
    scatter = 4,
    proxy_request = 5,
    kTypes = 6
  };
  using Handler = void (*)(void* self, int source, const void* bytes, std::size_t n);

  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  void listen(Type type, Handler handler, void* self);
  /// True when the message is on its way or copied; false when there is no room now: make progress and try again.
  /// Messages to one PE arrive in order, and after what the default context wrote to that PE before.
  bool try_send(int pe, const void* bytes, std::size_t n);
  /// From inside a handler: never blocks; what finds no room is kept and sent by a later poll.
  void answer(int pe, const void* bytes, std::size_t n);

 private:
  friend class Domain;
  struct Parts;
  explicit Channel(Domain& domain);

  bool poll();
  /// Something waits for room, so nobody should sleep for long.
  bool busy() const;

  std::unique_ptr<Parts> parts_;
};

}  // namespace isthmus::ofi
