#include "collectives/blocks/blocks.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "ops/order.hpp"
#include "ops/put_get.hpp"

namespace isthmus::collectives {
namespace {

char* at(void* p, std::size_t offset) { return static_cast<char*>(p) + offset; }
const char* at(const void* p, std::size_t offset) { return static_cast<const char*>(p) + offset; }

void put(const Call& call, void* dest, const void* source, std::size_t bytes, int member) {
  if (bytes > 0) ops::put(call.world, call.name, dest, source, bytes, 1, call.group.pe(member), ops::When::later);
}
void get(const Call& call, void* dest, const void* source, std::size_t bytes, int member) {
  if (bytes > 0) ops::get(call.world, call.name, dest, source, bytes, 1, call.group.pe(member), ops::When::later);
}

bool is_root(const Call& call, int root) {
  if (root < 0 || root >= call.group.size())
    base::fatal(call.name,
                base::text("root %d is not in the team: its members are 0 to %d", root, call.group.size() - 1));
  return root == call.group.me();
}

/// Everybody's buffers are ready before `move()`, and what it began is done when anybody returns.
template <class Move>
void between_syncs(const Call& call, Move&& move) {
  call.group.sync();
  move();
  ops::quiet(call.world);
  call.group.sync();
}

/// `move(member)` for all of them, each member beginning with another.
template <class Move>
void each_member(const Group& group, Move&& move) {
  for (int step = 0; step < group.size(); ++step) move((group.me() + step) % group.size());
}

std::size_t place(int member, std::size_t bytes) { return static_cast<std::size_t>(member) * bytes; }

/// What every member has for this one, one word of as many as there are members.
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
  is_root(call, root);
  call.match({bytes, static_cast<std::uint64_t>(root), call.place(dest)});
  between_syncs(call, [&] { put(call, at(dest, place(call.group.me(), bytes)), source, bytes, root); });
}

void scatter_blocks(const Call& call, void* dest, const void* source, std::size_t bytes, int root) {
  is_root(call, root);
  call.match({bytes, static_cast<std::uint64_t>(root), call.place(source)});
  between_syncs(call, [&] { get(call, dest, at(source, place(call.group.me(), bytes)), bytes, root); });
}

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
  // Who has shown its offsets is ready for the blocks.
  const std::vector<std::size_t> there = words_for_me(call.group, dest_offsets);
  each_member(call.group, [&](int m) {
    put(call, at(dest, there[static_cast<std::size_t>(m)]), at(source, source_offsets[m]), bytes[m], m);
  });
  ops::quiet(call.world);
  call.group.sync();
}

}  // namespace isthmus::collectives
