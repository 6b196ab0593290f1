#include "device/call.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "base/fd.hpp"
#include "device/parts.hpp"

namespace isthmus::mpi {
namespace {

using collectives::Round;

/// An allocation is new until it was met so often. A source is mapped earlier than a dest, so that no call maps both.
constexpr int kNewSource = 4, kNewDest = 6;
/// Up to so many bytes a copy takes less time than a mapping.
constexpr std::size_t kWorthCopying = std::size_t{8} << 20;

bool is_new(const KnownMemory::Found& found, std::size_t bytes, int met) {
  return found.uses < met && bytes <= kWorthCopying;
}

std::uint8_t number_of(const memkind::Kind& kind) {
  const auto& all = memkind::kinds();
  return static_cast<std::uint8_t>(std::find(all.begin(), all.end(), &kind) - all.begin());
}

/// A descriptor of another process, duplicated here; empty if the kernel does not allow that.
base::Fd take_descriptor(pid_t pid, int fd) {
  const base::Fd process(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!process) return {};
  return base::Fd(static_cast<int>(syscall(SYS_pidfd_getfd, process.get(), fd, 0)));
}

ShownLines& shown_by_members(Communicator& comm) {
  if (!comm.shown()) comm.shown() = std::make_shared<ShownLines>(static_cast<std::size_t>(comm.size()));
  return *comm.shown();
}

}  // namespace

bool lies_apart(const Buffer& buffer) {
  return !buffer.address && buffer.layout && buffer.bytes() > 0 &&
         !lie_together(device_memory().known.find(buffer.lowest()), buffer.address, *buffer.layout, buffer.count);
}

DeviceCall::DeviceCall(Communicator& comm)
    : comm_(comm), shown_(shown_by_members(comm)), mappings_(device_memory().mappings) {}

/// Finds out where a buffer is, and writes it into this member's line.
KnownMemory::Found DeviceCall::meet(const Buffer& buffer, Side& side, char*& at) {
  at = buffer.lowest();
  const KnownMemory::Found found = device_memory().known.find(at);
  const bool apart = buffer.layout && !lie_together(found, buffer.address, *buffer.layout, buffer.count);
  if (!buffer.layout || apart) refuse();
  if (!found.kind->device) {
    side.state = apart ? State::device : State::host;
    return found;
  }
  side = {.base = reinterpret_cast<std::uint64_t>(found.allocation.base),
          .bytes = found.allocation.bytes,
          .id = found.allocation.id,
          .offset = at - found.allocation.base,
          .handle = found.handle,
          .fd = found.fd,
          .kind = number_of(*found.kind),
          .state = found.shareable ? State::shareable : State::device};
  return found;
}

/// Returns false if this member cannot take the mapped way with such a buffer.
bool DeviceCall::shape_of(const Buffer& buffer, const KnownMemory::Found& found, std::shared_ptr<void>& list,
                          Strides& shape) {
  if (!found.shareable || !buffer.layout) return false;
  if (!make_strides(*buffer.layout, buffer.count, device_memory().scratch, *found.kind, found.allocation.device, list,
                    shape))
    return false;
  return shape.contiguous() || found.kind->device->launch;
}

void DeviceCall::give(const Buffer& source) {
  const KnownMemory::Found found = meet(source, mine_.source, source_);
  if (mine_.source.state == State::host) return;
  if (!shape_of(source, found, source_list_, source_shape_)) return refuse();
  if (mine_.head.refuses) return;  // nobody will read it
  given_ = source_;
  if (!source_shape_.can_be_shown()) {
    if (!copy_source(source, found, source_shape_)) refuse();
  } else if (size() > 1 && is_new(found, source.bytes(), kNewSource)) {
    copy_source(source, found, source_shape_);
  }
}

void DeviceCall::give_copy(const Buffer& source) {
  const KnownMemory::Found found = meet(source, mine_.source, source_);
  if (mine_.source.state == State::host) return;
  if (!shape_of(source, found, source_list_, source_shape_)) return refuse();
  if (mine_.head.refuses) return;  // nobody will read it
  given_ = source_;
  if (!copy_source(source, found, source_shape_)) refuse();
}

/// Makes a copy without gaps the source. Returns false, having done nothing, if there is no room for it.
bool DeviceCall::copy_source(const Buffer& source, const KnownMemory::Found& found, const Strides& shape) {
  // Blocks of one size for most calls, so that the others find them mapped.
  const std::size_t block = std::max(source.bytes(), kWorthCopying);
  copy_ = device_memory().scratch.take(*found.kind, found.allocation.device, block);
  if (!copy_) return false;
  const memkind::Place to{*found.kind, copy_.get()}, from{*found.kind, source_};
  const Section whole{copy_.get(), source_};
  if (shape.contiguous())
    memkind::begin_copy(to, from, source.bytes());
  else if (!begin_strided(*found.kind, Strides{}, shape, {&whole, 1}, 0, source.bytes()))
    refuse();
  memkind::finish_copies();
  source_shape_ = {};
  static const Layout bytes = Layout::basic(1);
  meet({copy_.get(), &bytes, source.bytes()}, mine_.source, source_);
  return true;
}

void DeviceCall::fill(const Buffer& dest) {
  const KnownMemory::Found found = meet(dest, mine_.dest, dest_);
  if (mine_.dest.state == State::host) return;
  if (!shape_of(dest, found, dest_list_, dest_shape_)) return refuse();
  mine_.dest_contiguous = dest_shape_.contiguous();
  mine_.dest_new = is_new(found, dest.bytes(), kNewDest);
}

void DeviceCall::add(Side& side, const Side& block) {
  const bool mixed = side.state != State::none && (side.state == State::host) != (block.state == State::host);
  const bool other_kind = side.state >= State::device && block.state >= State::device && side.kind != block.kind;
  if (mixed || other_kind) refuse();
  if (block.state >= side.state) side = block;
}

void DeviceCall::give_blocks(const std::vector<Buffer>& sources) {
  struct Block {
    char* at;
    std::size_t bytes;
    Strides shape;
  };
  std::vector<Block> blocks;
  std::size_t bytes = 0;
  KnownMemory::Found found;
  for (const Buffer& source : sources) {
    offsets_.push_back(static_cast<std::ptrdiff_t>(bytes));
    if (source.bytes() == 0) continue;
    Side side;
    Block block{nullptr, source.bytes(), {}};
    found = meet(source, side, block.at);
    add(mine_.source, side);
    if (side.state != State::host && !shape_of(source, found, lists_.emplace_back(), block.shape)) refuse();
    blocks.push_back(block);
    bytes += (source.bytes() + 15) / 16 * 16;  // so that every block begins as well aligned as the first
  }
  if (mine_.source.state != State::shareable || mine_.head.refuses) return;
  copy_ = device_memory().scratch.take(*found.kind, found.allocation.device, bytes);
  if (!copy_) return refuse();
  std::size_t at = 0;
  for (const Block& block : blocks) {
    const Section whole{copy_.get() + at, block.at};
    at += (block.bytes + 15) / 16 * 16;
    if (block.shape.contiguous())
      memkind::begin_copy({*found.kind, whole.to}, {*found.kind, whole.from}, block.bytes);
    else if (!begin_strided(*found.kind, Strides{}, block.shape, {&whole, 1}, 0, block.bytes))
      refuse();
  }
  memkind::finish_copies();
  static const Layout plain = Layout::basic(1);
  meet({copy_.get(), &plain, bytes}, mine_.source, source_);
}

std::vector<Strides> DeviceCall::fill_blocks(const std::vector<Buffer>& dests) {
  std::vector<Strides> shapes(dests.size());
  for (std::size_t i = 0; i < dests.size(); ++i) {
    if (dests[i].bytes() == 0) continue;
    Side side;
    char* at = nullptr;
    const KnownMemory::Found found = meet(dests[i], side, at);
    add(mine_.dest, side);
    if (side.state != State::host && !shape_of(dests[i], found, lists_.emplace_back(), shapes[i])) refuse();
    mine_.dest_contiguous = mine_.dest_contiguous && shapes[i].contiguous();
  }
  return shapes;
}

/// Writes what this member has into its place of the round.
void DeviceCall::show(Round& round) {
  for (const Side* side : {&mine_.source, &mine_.dest}) {
    mine_.head.device |= side->state >= State::device;
    mine_.head.host |= side->state == State::host;
  }
  if (!mine_.head.device) {
    std::memcpy(round.mine(), &mine_.head, sizeof mine_.head);
    return;
  }
  std::copy_n(source_shape_.words.begin(), mine_.shape.size(), mine_.shape.begin());
  mine_.word = source_shape_.word;
  mine_.has_offsets = !offsets_.empty();
  mine_.has_rooms = !rooms_.empty();
  mine_.in_place = given_ && given_ == dest_;
  mine_.copied = copied();
  if (mine_ == shown_.mine) {
    ShownHead head = mine_.head;
    head.as_before = true;
    std::memcpy(round.mine(), &head, sizeof head);
  } else {
    std::memcpy(round.mine(), &mine_, sizeof mine_);
    shown_.mine = mine_;
  }
  round.make_room(NodeMemory::kBlocks);
  auto* const numbers = reinterpret_cast<std::ptrdiff_t*>(comm_.memory().block(me(), round.generation()));
  std::copy(rooms_.begin(), rooms_.end(), std::copy(offsets_.begin(), offsets_.end(), numbers));
}

/// Takes what a member shows, whose head has been read. It is valid until this member arrives in the next round.
void DeviceCall::read(const Round& round, int member) {
  static constexpr ShownLine kWithoutSides{};
  const auto at = static_cast<std::size_t>(member);
  const ShownHead& head = shown_.heads[at];
  if (head.device && !head.as_before) std::memcpy(&shown_.last[at], round.shown_by(member), sizeof(ShownLine));
  const ShownLine& theirs = head.device ? shown_.last[at] : kWithoutSides;
  shown_.lines[at] = &theirs;
  const auto* const numbers = reinterpret_cast<const std::ptrdiff_t*>(comm_.memory().block(member, round.generation()));
  shown_.offsets[at] = theirs.has_offsets ? numbers[me()] : theirs.stride * me();
  shown_.rooms[at] = theirs.has_rooms ? numbers[size() + me()] : theirs.stride;
}

Agreement DeviceCall::agree() {
  Round round(comm_.node(), sizeof(ShownLine));
  show(round);
  round.arrive();
  bool device = false;
  for (int step = 0; step < size(); ++step) {
    const int member = round.after(step);
    ShownHead& theirs = shown_.heads[static_cast<std::size_t>(member)];
    std::memcpy(&theirs, round.await(member), sizeof theirs);
    device |= theirs.device;
  }
  round.saw_all();
  if (!device) return Agreement::host;
  for (int member = 0; member < size(); ++member) read(round, member);
  return choose();
}

/// For calls in which some buffer is on a device: by what all members have shown, so that all choose the same.
Agreement DeviceCall::choose() {
  bool refused = false;
  int kind = -1;
  for (int member = 0; member < size(); ++member) {
    const ShownHead& head = shown_.heads[static_cast<std::size_t>(member)];
    refused |= head.refuses || head.host;
    for (const Side* side : {&line(member).source, &line(member).dest}) {
      refused |= side->state == State::device;
      if (side->state < State::device) continue;
      refused |= kind >= 0 && kind != side->kind;
      kind = side->kind;
    }
  }
  kind_ = memkind::kinds()[static_cast<std::size_t>(kind)];
  return refused ? Agreement::staged : Agreement::mapped;
}

char* DeviceCall::map(int member, const Side& side, char* mine) {
  if (member == me()) return mine;
  const Process& process = comm_.memory().process(member);
  const Mappings::Key key{process.token, side.base, side.id};
  char* at = nullptr;
  if (mappings_.find(key, at) == Mappings::Call::State::unknown) {
    memkind::Handle handle;
    handle.bytes = side.handle;
    if (side.fd >= 0) handle.fd = take_descriptor(process.pid, side.fd);
    at = mappings_.open(key, side.bytes, *kind_, handle);
  }
  if (!at) fail();
  return at ? at + side.offset : nullptr;
}

DeviceCall::Theirs DeviceCall::source_of(int member) {
  Theirs theirs{.at = map(member, line(member).source, source_)};
  if (member == me()) {
    theirs.shape = source_shape_;
  } else {
    std::copy(line(member).shape.begin(), line(member).shape.end(), theirs.shape.words.begin());
    theirs.shape.word = line(member).word;
  }
  return theirs;
}

char* DeviceCall::dest_of(int member) { return map(member, line(member).dest, dest_); }

bool DeviceCall::all_contiguous() const {
  return std::ranges::all_of(shown_.lines, [](const ShownLine* theirs) {
    return theirs->dest_contiguous && theirs->shape[kernels::strided::element] == 0;
  });
}

bool DeviceCall::in_place() const {
  return std::ranges::any_of(shown_.lines, [](const ShownLine* theirs) { return theirs->in_place; });
}

bool DeviceCall::own_dests_only() const {
  const auto is_new = [](const ShownLine* theirs) { return theirs->dest_new; };
  const auto safe = [](const ShownLine* theirs) { return !theirs->in_place || theirs->copied; };
  return std::ranges::any_of(shown_.lines, is_new) && std::ranges::all_of(shown_.lines, safe);
}

bool DeviceCall::all_well() {
  Round round(comm_.node(), sizeof failed_);
  round.arrive(&failed_, sizeof failed_);
  bool well = true;
  for (int step = 0; step < size(); ++step) {
    bool theirs = false;
    std::memcpy(&theirs, round.await(round.after(step)), sizeof theirs);
    well = well && !theirs;
  }
  round.saw_all();
  return well;
}

bool DeviceCall::close() {
  if (memkind::copies_begun.load(std::memory_order_relaxed)) memkind::finish_copies();
  return all_well();
}

}  // namespace isthmus::mpi
