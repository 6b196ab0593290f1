// An active set as a group: its sync state is the user's pSync array, which is back at SHMEM_SYNC_VALUE on return. Its
// words count tokens: each is raised by one member and lowered by its owner, so a member that is already in the next
// call on the same array takes nothing away. The array may be device memory.
#pragma once
#include "collectives/group/group.hpp"
#include "ops/remote.hpp"

namespace isthmus::collectives {

/// PE_start, logPE_stride and PE_size, judged. Ends the job, naming the call, when they do not describe a set of this
/// job that this PE is in.
comm::PeSet active_pes(const char* call, int my_pe, int n_pes, int start, int log_stride, int size);

class ActiveSet final : public Group {
 public:
  /// Ends the job, naming the call, when `psync` is not symmetric.
  ActiveSet(const char* call, const comm::Context& world, const comm::PeSet& pes, int my_pe, long* psync);
  ~ActiveSet() override;

  void sync() override;
  /// One word, and at most two calls in the life of the object.
  void share(std::span<const std::uint64_t> words) override;
  using Group::share;
  std::uint64_t shared(int member, std::size_t word) const override;

 private:
  /// A token to a member; and one from wherever it comes.
  void give(int member, int word);
  void take(int word);
  void set(int word, long value);
  /// A member's copy of the array as mapped here, or null. In host memory.
  const long* words(int member) const;
  ops::Place place(int member, int word) const;

  const char* call_;
  const comm::Context& world_;
  const memory::Segment* segment_;
  long* psync_;
  const memkind::Kind* device_;  ///< of the array; null: host memory
  int shares_ = 0;
  bool unread_ = false;  ///< words were shared, and no sync has shown yet that everybody has read them
};

}  // namespace isthmus::collectives
