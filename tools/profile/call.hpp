// The wrappers' part of a call. What is only counted is counted here; what else there is to do for a call is in
// call.cpp.
#pragma once
#include "base/cpu.hpp"
#include "recorder.hpp"

#define SEEN [[gnu::visibility("default")]]
#define SITE __builtin_return_address(0)

namespace isthmus::profile {

/// Counts a call of a few nanoseconds that is neither timed nor unusual in any way. Returns the definition to which it
/// may go on at once, or null: then it has to be a Call. Every instruction counts here. `Sized` says whether calls of
/// the function differ in their bytes.
template <bool Sized, class Signature>
[[gnu::always_inline]] inline Signature* count(Function function, int peer, std::uint64_t elements) {
  const Counted& counted = counters->of[function];
  Cell& cell = counted.cells[static_cast<std::uint32_t>(peer) % kMostPeers];
  if (Sized && cell.elements != elements) return nullptr;
  if (--cell.left < 0) [[unlikely]] {
    cell.left = 0;
    return nullptr;
  }
#if defined(__aarch64__)
  register void* next asm("x16") = counted.next;  // the register by which calls go on: no other one is moved there
  asm("" : "+r"(next));
#else
  void* const next = counted.next;
#endif
  if (!next) __builtin_unreachable();
  return reinterpret_cast<Signature*>(next);
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
  /// A put, a get or an atomic operation. `elements` is for Timing::by_size.
  void moves(Way way, Timing timing, int pe, std::uint64_t bytes, const void* dest = nullptr,
             const void* source = nullptr, std::uint64_t elements = 0);
  /// The same for a call of which its result has told whether it moves something, after happens().
  void has_moved(Way way, int pe, std::uint64_t bytes);
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
  Brief brief(Timing timing, int peer, std::uint64_t bytes) const;
  bool count_down(const Brief& brief, Way way, std::size_t peer, std::uint64_t bytes, std::uint64_t elements);
  void add_bytes(Way way, std::uint64_t bytes);
  void begin_timed(const Current& call);

  Recorder& recorder_;
  const void* const site_;
  const Function function_;
  const bool within_;  // another call
};

}  // namespace isthmus::profile
