// The collectives: barrier, broadcast, reductions.
#pragma once
#include <memory>
#include <vector>

#include "collective.hpp"

namespace isthmus::gasnet {

/// Dissemination: in round k a member tells the one 2^k after it that it is ready, and waits for the one before it.
class Barrier final : public Collective {
 public:
  explicit Barrier(gex_TM_t team) : Collective(team, {.kind = Signature::Kind::barrier}) {}
  bool advance() override;

 private:
  unsigned round_ = 0;
  bool told_ = false;
};

/// A binomial tree from the root. Members tell their parents that they are ready, and pass on what has come.
class Broadcast final : public Collective {
 public:
  Broadcast(gex_TM_t team, gex_Rank_t root, void* dest, const void* source, std::size_t bytes);
  bool advance() override;

 private:
  struct Child {
    gex_Rank_t rank;
    unsigned slot;
    std::size_t sent = 0;
    bool complete = false;
  };
  const std::size_t bytes_;
  const void* from_;  ///< what is passed on: the root's source, or this member's dest
  bool is_root_;
  gex_Rank_t parent_ = 0;
  unsigned slot_ = 0;  ///< of this member at its parent
  bool told_ = false;
  std::vector<Child> children_;
};

/// What a reduction computes.
struct Reduction {
  gex_DT_t type;
  std::size_t element, count;
  gex_OP_t op;
  gex_Coll_ReduceFn_t user;
  const void* cdata;

  std::size_t bytes() const { return element * count; }
  /// lower op higher, into `higher`, which is the operand of the higher ranks.
  void combine(const void* lower, void* higher) const;
};

/// A binomial tree to member 0, whose parts are ranges of members in order, so that the operation need not commute.
/// Member 0 sends the result to the root.
class Reduce final : public Collective {
 public:
  Reduce(gex_TM_t team, gex_Rank_t root, void* dest, const void* source, const Reduction& reduction);
  bool advance() override;

 private:
  bool take_children();
  bool pass_up();
  bool pass_to_root();

  const Reduction reduction_;
  const gex_Rank_t root_;
  void* const dest_;
  std::unique_ptr<std::byte[]> sum_, incoming_;  ///< of this member and the children so far; of the next child
  unsigned child_ = 0;                           ///< the next: member me + 2^child_
  bool told_ = false, told_result_ = false, up_ = false, result_ = false;
  std::size_t sent_ = 0, sent_result_ = 0;
};

/// A reduction to member 0, and a broadcast of the result.
class ReduceToAll final : public Collective {
 public:
  ReduceToAll(gex_TM_t team, void* dest, const void* source, const Reduction& reduction);
  bool advance() override;

 private:
  Reduce reduce_;
  Broadcast broadcast_;
  bool reduced_ = false;
};

}  // namespace isthmus::gasnet
