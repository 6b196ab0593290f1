// The wrappers' part of a call. What is only counted is counted here; what else there is to do for a call is in
// call.cpp.
#pragma once
#include "base/cpu.hpp"
#include "recorder.hpp"

#define SEEN [[gnu::visibility("default")]]
#define SITE __builtin_return_address(0)

namespace isthmus::profile {

/// Whether a call is timed each time, one in some, or one in some if it moves little.
enum class Timing { each, sampled, by_size };

/// Counts a call of a few nanoseconds that is neither timed nor unusual in any way, and says whether it is such a one:
/// then it may go on to `next` at once, and else it has to be a Call. Every instruction counts here. A tally's size is
/// never that of a call that is timed each time.
template <Way way>
[[gnu::always_inline]] inline bool count_move(Function function, int pe, std::uint64_t bytes) {
  Recorder* const recorder = mine;
  if (!recorder) return false;
  Tally* tally = &recorder->tallies[function];
  asm("" : "+r"(tally));  // keeps the address, whose parts would be added for each access
  const std::uint32_t left = tally->until_sample - 1;
  if (recorder->busy.any || tally->size != bytes || left == 0 || static_cast<std::size_t>(pe) >= recorder->n_peers)
    return false;
  tally->until_sample = left;
  recorder->peers[pe].add(way, bytes);
  return true;
}
[[gnu::always_inline]] inline bool count_call(Function function) {
  Recorder* const recorder = mine;
  if (!recorder || recorder->busy.any || recorder->tallies[function].until_sample == 1) return false;
  --recorder->tallies[function].until_sample;
  return true;
}

/// The definition to which a call goes on that was counted so.
template <class Signature>
inline Signature* next(Function function) {
  return reinterpret_cast<Signature*>(definitions.next[function]);
}

/// Any other call, from its beginning to its end.
class HIDDEN Call {
 public:
  Call(Function function, const void* site);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // What the call does, one of these.

  /// Moves nothing.
  void happens(Timing timing);
  /// A put, a get or an atomic operation.
  void moves(Way way, Timing timing, int pe, std::uint64_t bytes, const void* dest = nullptr,
             const void* source = nullptr);
  /// A collective on data, of which this PE gives so many bytes.
  void gathers(std::uint64_t bytes, Team* team, const void* dest, const void* source);
  /// A barrier or synchronisation.
  void meets(Team* team);

  /// The definition to which the call goes on.
  template <class Signature>
  Signature* next() const {
    return reinterpret_cast<Signature*>(within_ ? definitions.twin[function_] : definitions.next[function_]);
  }

 private:
  bool counts() const { return !within_ && !recorder_.busy.why.paused; }
  bool is_brief(Timing timing, std::uint64_t bytes) const;
  bool count_down(Way way, std::uint64_t bytes);
  void add_bytes(Way way, std::uint64_t bytes);
  void begin_timed(const Current& call);

  Recorder& recorder_;
  const void* const site_;
  const Function function_;
  const bool within_;  // another call
};

}  // namespace isthmus::profile
