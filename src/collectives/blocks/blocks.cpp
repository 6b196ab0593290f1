#include "collectives/blocks/blocks.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "base/product.hpp"
#include "collectives/blocks/moves.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

// The algorithms, each in the file of its name.
Algorithm<const GatherScatter&>::Function cell_gather, flat_gather, cell_scatter, flat_scatter;

namespace {

constexpr Algorithm<const GatherScatter&> kGatherAlgorithms[] = {
    {
        .rule = {.name = "cell",
                 .what = "each shows its block beside its flag and goes on, the root copies all of them",
                 .needs = Needs::node,
                 .capacity = Round::kBytes},
        .run = cell_gather,
    },
    {
        .rule = {.name = "flat", .what = "all sync, each writes to the root's dest, all sync"},
        .run = flat_gather,
    },
};
constexpr Table kGather(Operation::gather, kGatherAlgorithms);

constexpr Algorithm<const GatherScatter&> kScatterAlgorithms[] = {
    {
        .rule = {.name = "cell",
                 .what = "the root shows all blocks beside its flag and goes on",
                 .needs = Needs::node,
                 .capacity = Round::kBytes},
        .run = cell_scatter,
    },
    {
        .rule = {.name = "flat", .what = "all sync, each reads its block from the root, all sync"},
        .run = flat_scatter,
    },
};
constexpr Table kScatter(Operation::scatter, kScatterAlgorithms);

char* at(void* p, std::size_t offset) { return static_cast<char*>(p) + offset; }
const char* at(const void* p, std::size_t offset) { return static_cast<const char*>(p) + offset; }

bool is_root(const Call& call, int root) {
  if (root < 0 || root >= call.group.size())
    base::fatal(call.name,
                base::text("root %d is not in the team: its members are 0 to %d", root, call.group.size() - 1));
  return root == call.group.me();
}

/// Calls `move(member)` for all members. Each PE begins with itself, so that not all write to the same member at once.
template <class Move>
void each_member(const Group& group, Move&& move) {
  for (int step = 0; step < group.size(); ++step) move((group.me() + step) % group.size());
}

/// An all-to-all of words: `words` has one for each member. Returns those that the members have for this one.
std::vector<std::size_t> words_for_me(Group& group, const std::size_t* words) {
  const auto size = static_cast<std::size_t>(group.size()), me = static_cast<std::size_t>(group.me());
  std::vector<std::size_t> mine(size);
  for (std::size_t first = 0; first < size; first += comm::kSharedWords) {
    const std::size_t n = std::min(comm::kSharedWords, size - first);
    const std::vector<std::uint64_t> shown(words + first, words + first + n);
    group.share(shown);
    if (me < first || me >= first + n) continue;
    for (std::size_t member = 0; member < size; ++member)
      mine[member] = group.shared(static_cast<int>(member), me - first);
  }
  return mine;
}

}  // namespace

void gather_blocks(const Call& call, void* dest, const void* source, std::size_t bytes, int root) {
  const bool mine = is_root(call, root);
  if (bytes == 0) return call.match({bytes, static_cast<std::uint64_t>(root)});
  const std::size_t whole = base::product(bytes, static_cast<std::size_t>(call.group.size()));
  symmetric(call, dest, whole);
  if (mine) check_overlap(call, dest, whole, source, bytes, false);
  call.match({bytes, static_cast<std::uint64_t>(root), call.place(dest)});
  kGather.choose(call.group, bytes)({call, static_cast<char*>(dest), static_cast<const char*>(source), bytes, root});
}

void scatter_blocks(const Call& call, void* dest, const void* source, std::size_t bytes, int root) {
  const bool mine = is_root(call, root);
  if (bytes == 0) return call.match({bytes, static_cast<std::uint64_t>(root)});
  const std::size_t whole = base::product(bytes, static_cast<std::size_t>(call.group.size()));
  symmetric(call, source, whole);
  if (mine) check_overlap(call, dest, bytes, source, whole, false);
  call.match({bytes, static_cast<std::uint64_t>(root), call.place(source)});
  kScatter.choose(call.group, whole)({call, static_cast<char*>(dest), static_cast<const char*>(source), bytes, root});
}

std::span<const Rule> gather_rules() { return kGather.rules(); }
std::span<const Rule> scatter_rules() { return kScatter.rules(); }

void gather_blocks(const Call& call, void* dest, const std::size_t* offsets, const void* source,
                   const std::size_t* bytes, int root) {
  const bool mine = is_root(call, root);
  call.match({static_cast<std::uint64_t>(root), call.place(source)});
  between_syncs(call, [&] {
    for (int m = 0; mine && m < call.group.size(); ++m) get(call, at(dest, offsets[m]), source, bytes[m], m);
  });
}

void scatter_blocks(const Call& call, void* dest, const void* source, const std::size_t* offsets,
                    const std::size_t* bytes, int root) {
  const bool mine = is_root(call, root);
  call.match({static_cast<std::uint64_t>(root), call.place(dest)});
  between_syncs(call, [&] {
    for (int m = 0; mine && m < call.group.size(); ++m) put(call, dest, at(source, offsets[m]), bytes[m], m);
  });
}

void exchange_blocks(const Call& call, void* dest, const std::size_t* dest_offsets, const void* source,
                     const std::size_t* source_offsets, const std::size_t* bytes) {
  call.match({call.place(dest)});
  // A member that has shown its offsets is ready to receive blocks, so that this needs no sync before.
  const std::vector<std::size_t> there = words_for_me(call.group, dest_offsets);
  each_member(call.group, [&](int m) {
    put(call, at(dest, there[static_cast<std::size_t>(m)]), at(source, source_offsets[m]), bytes[m], m);
  });
  ops::quiet(call.world);
  call.group.sync();
}

}  // namespace isthmus::collectives
