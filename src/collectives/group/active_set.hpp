// The Group of an active set. Its sync state is the user's pSync array, whose words are SHMEM_SYNC_VALUE again on
// return. They count tokens: each word is incremented by one other member and decremented by its owner, so that nothing
// is lost when a member is already in the next call on the same array. The array may be device memory.
#pragma once
#include "collectives/group/group.hpp"
#include "ops/remote.hpp"

namespace isthmus::collectives {

/// The PEs that PE_start, logPE_stride and PE_size describe. Ends the job, naming the call, when they are not a set of
/// PEs of this job, or this PE is not one of them.
comm::PeSet active_pes(const char* call, int my_pe, int n_pes, int start, int log_stride, int size);

class ActiveSet final : public Group {
 public:
  /// Ends the job, naming the call, when `psync` is not symmetric.
  ActiveSet(const char* call, const comm::Context& world, const comm::PeSet& pes, int my_pe, long* psync);
  ~ActiveSet() override;

  void sync() override;
  /// Shares one word. There may be at most two calls in the life of the object.
  void share(std::span<const std::uint64_t> words) override;
  using Group::share;
  std::uint64_t shared(int member, std::size_t word) const override;

 private:
  /// Adds a token to a word of a member; waits for a token in this member's own word, and removes it.
  void give(int member, int word);
  void take(int word);
  void set(int word, long value);
  /// A member's copy of the array as mapped here, or null. The array must be in host memory.
  const long* words(int member) const;
  ops::Place place(int member, int word) const;

  const char* call_;
  const comm::Context& world_;
  const memory::Segment* segment_;
  long* psync_;
  const memkind::Kind* device_;  ///< the kind of the array's memory; null: host memory
  int shares_ = 0;
  bool unread_ = false;  ///< words were shared, and no later sync has shown that all members have read them
};

}  // namespace isthmus::collectives
