// The participants of a collective: an ordered set of PEs that can synchronise. A team has sync state of its own; an
// active set (the deprecated interface) uses the pSync array of the call.
#pragma once
#include <cstdint>
#include <span>

#include "comm/team.hpp"

namespace isthmus::collectives {

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

 private:
  const comm::PeSet& pes_;
  int me_;
  bool all_mapped_;
  comm::Team* team_;
};

}  // namespace isthmus::collectives
