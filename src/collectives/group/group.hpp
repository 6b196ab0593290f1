// The participants of a collective: an ordered set of PEs that can synchronise. A team has sync state of its own; an
// active set (the deprecated interface) uses the pSync array of the call.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>

#include "comm/team.hpp"

namespace isthmus::collectives {

/// How the members' words are combined. Combining a word twice changes nothing.
enum class Fold { bit_and, minimum };
inline std::uint64_t folded(std::uint64_t a, std::uint64_t b, Fold how) {
  return how == Fold::bit_and ? a & b : std::min(a, b);
}

class Group {
 public:
  Group(const comm::PeSet& pes, int me, bool all_mapped, comm::Team* team)
      : pes_(pes), me_(me), all_mapped_(all_mapped), team_(team) {}
  virtual ~Group() = default;
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  int me() const { return me_; }
  int size() const { return pes_.size(); }
  int pe(int member) const { return pes_.pe(member); }
  /// Whether every member is on this node, so that nothing goes over the wire.
  bool all_mapped() const { return all_mapped_; }
  /// The team, or null for an active set that has no sync state but pSync.
  comm::Team* team() const { return team_; }

  /// Nobody returns before everybody has called. Stores made before are visible after.
  virtual void sync() = 0;
  /// Shows words to the other members, and synchronises with them. After it, shared() returns any member's words until
  /// the next call on the group.
  virtual void share(std::span<const std::uint64_t> words) = 0;
  virtual std::uint64_t shared(int member, std::size_t word) const = 0;

  void share(std::uint64_t word) { share({&word, 1}); }

  /// Replaces each of at most kFoldWords words by the combination of all members' words, and synchronises the members.
  /// Over several nodes it takes a message for each doubling of the nodes, where share() brings every word everywhere.
  virtual void fold(std::span<std::uint64_t> words, Fold how) {
    share(words);
    for (int member = 0; member < size(); ++member)
      for (std::size_t i = 0; i < words.size(); ++i) words[i] = folded(words[i], shared(member, i), how);
  }

 private:
  const comm::PeSet& pes_;
  int me_;
  bool all_mapped_;
  comm::Team* team_;
};

}  // namespace isthmus::collectives
