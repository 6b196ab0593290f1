#include "host/uneven.hpp"

#include <algorithm>
#include <cstring>

#include "host/direct.hpp"
#include "host/fold.hpp"
#include "host/slices.hpp"

namespace isthmus::mpi {

Uneven find_uneven(StagedRound round, int member) {
  const collectives::Round::Said said = round.Round::said_by(member);
  return {.member = member,
          .bytes = said.bytes & ~StagedRound::kPlaces,
          .shown = round.shown_by(member, said),
          .is_address = (said.bytes & StagedRound::kAddress) != 0};
}

bool take_uneven(Communicator& comm, const Uneven& theirs, int part, int parts, Data to) {
  if (theirs.bytes == 0) comm.fail(abi().other_error);  // it was refused (host/refused.hpp)
  const std::size_t block = theirs.bytes / static_cast<std::size_t>(parts);
  const std::size_t before = static_cast<std::size_t>(part) * block;
  if (block > to.bytes()) comm.truncate();
  const Data fitting = shorter(to, block);
  if (!theirs.is_address) {
    store(fitting, theirs.shown + before);
    return false;
  }
  WriteView view(fitting);
  read_from(comm, theirs.member, view.get(), address_shown(theirs.shown) + before, fitting.bytes());
  view.finish();
  return true;
}

void finish_uneven_gather(Communicator& comm, const Data& all, std::int64_t count, const std::byte* packed,
                          const std::vector<Uneven>& uneven) {
  for (int member = 0; member < comm.size(); ++member) {
    const Data to = all.part(member * count, count);
    const auto found =
        std::find_if(uneven.begin(), uneven.end(), [&](const Uneven& one) { return one.member == member; });
    const std::size_t bytes = found != uneven.end() ? found->bytes : to.bytes();
    if (found != uneven.end() && !found->is_address) {
      take_uneven(comm, *found, 0, 1, to);
      continue;
    }
    if (bytes > to.bytes()) comm.truncate();
    if (packed) store(shorter(to, bytes), packed + static_cast<std::size_t>(member) * to.bytes());
  }
}

void fold_uneven(Communicator& comm, const Reduction& reduction, StagedRound round, const std::byte* source,
                 std::byte* dest, std::size_t n) {
  const std::size_t bytes = n * reduction.element;
  std::size_t least = bytes;
  for (int step = 1; step < comm.size(); ++step) {
    const std::size_t theirs = round.said_by(round.after(step)).bytes;
    if (theirs > bytes) comm.truncate();
    if (theirs == 0) comm.fail(abi().other_error);  // it was refused (host/refused.hpp)
    // Of a vector that is reduced in slices, not all elements are shown, and its owner ends the call.
    least = reduces_at_once(comm, theirs) ? std::min(least, theirs) : 0;
  }
  const std::size_t common = least / reduction.element, done = common * reduction.element;
  if (common)
    fold(
        reduction, dest, [&](int member) { return member == comm.rank() ? source : round.said_by(member).shown; },
        comm.size(), 0, common);
  base::copy(dest + done, source + done, bytes - done);
}

}  // namespace isthmus::mpi
