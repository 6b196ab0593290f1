// The wrappers' part of a call: counts it, and times it or not. What happens only for timed calls is in call.cpp.
#pragma once
#include "base/cpu.hpp"
#include "recorder.hpp"

#define SEEN [[gnu::visibility("default")]]
#define SITE __builtin_return_address(0)

namespace isthmus::profile {

/// Whether a call is timed each time, one in some, or one in some if it moves little.
enum class Timing { each, sampled, by_size };

/// What is known of a call when the program is compiled.
struct Sort {
  Function function;
  Way way = Way::none;
  bool brief = false;
};

/// Keeps what is known of a timed call, and reads the clock. The arguments are few enough for registers, so that the wrappers
/// stay small.
void begin_timed(Recorder& recorder, Sort sort, const void* site, int peer, std::uint64_t bytes, const void* dest,
                 const void* source);
void begin_timed(Recorder& recorder, Sort sort, const void* site, Team* team, std::uint64_t bytes, const void* dest,
                 const void* source);
void end_timed(Recorder& recorder);

class Call {
 public:
  [[gnu::always_inline]] Call(Function function, const void* site)
      : recorder_(mine ? *mine : *begin_thread()), site_(site), function_(function), within_(recorder_.inside) {
    recorder_.inside = true;
  }
  [[gnu::always_inline]] ~Call() {
    if (within_) return;
    if (recorder_.current.timed) [[unlikely]]
      end_timed(recorder_);
    recorder_.inside = false;
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// The definition to which the call goes on.
  template <class Signature>
  [[gnu::always_inline]] Signature* next() const {
    void* found = within_ ? definitions.twin[function_] : definitions.next[function_];
    if (!found) [[unlikely]]
      found = resolve(function_, within_);
    return reinterpret_cast<Signature*>(found);
  }

  /// A call that moves nothing.
  template <Timing timing>
  [[gnu::always_inline]] void happens() {
    if (!counts()) return;
    if (is_timed<timing>(0)) [[unlikely]]
      begin_timed(recorder_, {function_, Way::none, timing == Timing::sampled}, site_, -1, 0, nullptr, nullptr);
  }

  /// A put, a get or an atomic operation.
  template <Way way, Timing timing>
  [[gnu::always_inline]] void moves(int pe, std::uint64_t bytes, const void* dest = nullptr, const void* source = nullptr) {
    if (!counts()) return;
    recorder_.tallies[function_].bytes += bytes;
    ++recorder_.sizes[static_cast<int>(way)][size_class(bytes)];
    if (static_cast<std::size_t>(pe) < recorder_.n_peers) {
      Peer& peer = recorder_.peers[pe];
      (way == Way::get ? peer.bytes_from : peer.bytes_to) += bytes;
      ++(way == Way::get ? peer.messages_from : peer.messages_to);
    }
    if (is_timed<timing>(bytes)) [[unlikely]]
      begin_timed(recorder_, {function_, way, timing == Timing::sampled || bytes <= kSmall}, site_, pe, bytes, dest, source);
  }

  /// A collective on data, of which this PE gives so many bytes.
  void gathers(std::uint64_t bytes, Team* team, const void* dest, const void* source) {
    if (!counts()) return;
    recorder_.tallies[function_].bytes += bytes;
    ++recorder_.sizes[static_cast<int>(Way::collective)][size_class(bytes)];
    begin_timed(recorder_, {function_, Way::collective}, site_, team, bytes, dest, source);
  }

  /// A barrier or synchronisation.
  void meets(Team* team) {
    if (!counts()) return;
    begin_timed(recorder_, {function_}, site_, team, 0, nullptr, nullptr);
  }

 private:
  [[gnu::always_inline]] bool counts() const { return !within_ && recording.load(std::memory_order_relaxed); }

  template <Timing timing>
  [[gnu::always_inline]] bool is_timed(std::uint64_t bytes) {
    if (timing == Timing::each || (timing == Timing::by_size && bytes > kSmall)) return true;
    return --recorder_.tallies[function_].until_sample == 0;
  }

  Recorder& recorder_;
  const void* const site_;
  const Function function_;
  const bool within_;
};

}  // namespace isthmus::profile
