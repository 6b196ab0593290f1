// Collectives called in bursts: many calls, one after the other, without synchronisation between them. Each call has a
// dest of its own, ready before the burst begins, so that a PE may run as far ahead as the library allows; all share
// one source, which is overwritten as soon as a call returns. At the end every byte of every dest is checked, and the
// bytes between them.
#pragma once
#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include "pace.hpp"

/// One call. All PEs know of it, since all lay out memory for it; the members of its team make it.
class Case {
 public:
  Case(const Team& its_team, uint64_t its_seed) : team(its_team), seed(its_seed) {}
  virtual ~Case() = default;

  virtual std::string text() const = 0;
  /// The bytes of dest and source, which are the same on all PEs, and the alignment of their addresses.
  virtual size_t dest_room() const = 0;
  virtual size_t source_room() const = 0;
  virtual size_t alignment() const = 0;
  /// Called on members only.
  virtual void fill_source(unsigned char* source) const = 0;
  virtual int call(unsigned char* dest, unsigned char* source) const = 0;
  /// Turns the background of dest into what the call must leave there, computed from the numbers of PEs alone.
  virtual void model(unsigned char* dest) const = 0;
  /// The index of the first byte of dest that differs; dest_room() if none does.
  virtual size_t difference(const unsigned char* seen, const unsigned char* wanted) const {
    size_t byte = 0;
    while (byte < dest_room() && seen[byte] == wanted[byte]) ++byte;
    return byte;
  }

  const Team& team;
  const uint64_t seed;
  bool in_place = false;
  size_t at = 0;  ///< offset of dest on the stage
};
using Cases = std::vector<std::unique_ptr<Case>>;

class Stage {
 public:
  Stage(unsigned char* dest, size_t dest_bytes, unsigned char* source, size_t source_bytes)
      : dest_(dest), source_(source), dest_bytes_(dest_bytes), source_bytes_(source_bytes) {}

  /// Makes the calls in as many bursts as fit the stage. `meet` synchronises the PEs (or threads) that share the cases.
  /// PE `slow` is slower than the others; with -1 it is a different PE in each burst.
  void perform(const Cases& cases, int slow, Pace& pace, const std::function<void()>& meet) {
    for (size_t first = 0; first < cases.size();) {
      size_t used = kGuard, end = first;
      for (; end < cases.size(); ++end) {
        Case& next = *cases[end];
        const size_t at = (used + 63) / 64 * 64 + next.alignment() * (next.seed * 7 % 13);
        if (at + next.dest_room() + kGuard > dest_bytes_) break;
        next.at = at;
        used = at + next.dest_room() + kGuard;
      }
      EXPECT(end > first);
      const uint64_t any = pattern(cases[first]->seed, 0, 0, end) % static_cast<uint64_t>(n);
      pace.begin(slow >= 0 ? slow : static_cast<int>(any));
      burst(cases, first, end, used, pace, meet);
      first = end;
    }
  }

 private:
  static constexpr size_t kGuard = 40;  // bytes around each dest that nobody may touch
  static constexpr unsigned char kBackground = 0xc3;

  void burst(const Cases& cases, size_t first, size_t end, size_t used, Pace& pace, const std::function<void()>& meet) {
    memset(dest_, kBackground, used);
    for (size_t i = first; i < end; ++i) {
      const Case& c = *cases[i];
      if (c.in_place && c.team.has_me()) c.fill_source(dest_ + c.at);
    }
    meet();
    for (size_t i = first; i < end; ++i)
      if (cases[i]->team.has_me()) make(*cases[i], pace);
    check(cases, first, end, used);
  }

  void make(const Case& c, Pace& pace) {
    unsigned char* source = c.in_place ? dest_ + c.at : source_ + c.alignment() * (c.seed * 5 % 11);
    EXPECT(c.in_place || static_cast<size_t>(source - source_) + c.source_room() <= source_bytes_);
    if (!c.in_place) c.fill_source(source);
    const bool look = !c.in_place && c.seed % 2;
    if (look) before_.assign(source, source + c.source_room());
    pace.pause();
    EXPECT_EQ(c.call(dest_ + c.at, source), 0);
    if (look)
      EXPECT_SAME(source, before_.data(), c.source_room());  // the call must not have changed its source
    else if (!c.in_place)
      memset(source, 0x55, c.source_room());  // after the return nobody may read it
  }

  void check(const Cases& cases, size_t first, size_t end, size_t used) {
    wanted_.assign(used, kBackground);
    for (size_t i = first; i < end; ++i) {
      const Case& c = *cases[i];
      if (!c.team.has_me()) continue;
      unsigned char* seen = dest_ + c.at;
      c.model(wanted_.data() + c.at);
      const size_t at = c.difference(seen, wanted_.data() + c.at);
      if (at < c.dest_room()) {
        fprintf(stderr, "PE %d: call %zu of a burst of %zu: %s, number %d of it, is wrong at byte %zu of dest\n", me,
                i - first, end - first, c.text().c_str(), c.team.mine, at);
        EXPECT_EQ(seen[at], wanted_[c.at + at]);
      }
      memcpy(wanted_.data() + c.at, seen, c.dest_room());
    }
    EXPECT_SAME(dest_, wanted_.data(), used);  // the bytes between the dests
  }

  unsigned char *dest_, *source_;
  size_t dest_bytes_, source_bytes_;
  std::vector<unsigned char> before_, wanted_;
};
