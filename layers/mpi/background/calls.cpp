// What a call needs until it is complete: the program may free datatypes and communicators before.
#include "background/calls.hpp"

#include <numeric>

#include "abi/abi.hpp"
#include "background/side.hpp"
#include "base/error.hpp"
#include "calls/devices.hpp"
#include "nodes/blocks.hpp"
#include "reduction.hpp"
#include "types/cached.hpp"

namespace isthmus::mpi {
namespace {

using Use = Side::Use;
using Numbers = std::vector<std::int64_t>;
using Types = std::vector<Word>;

void run_call(Communicator& comm, const auto& call, bool moves_data) {
  bool served = false;
  const int code = with_devices(
      comm, call, [](auto&&...) { return kSuccess; }, served);
  if (code != kSuccess || (!served && moves_data))
    base::fatal("isthmus_mpi", "the counts of a nonblocking collective do not match on all ranks; correct the program");
}

/// A call that moves data. `made` builds it from the sides in the thread, when they do not move any more.
template <class Made>
class Moving final : public Job {
 public:
  Moving(Side gives, Side takes, const Types& types, Made made)
      : gives_(std::move(gives)), takes_(std::move(takes)), made_(std::move(made)) {
    for (const Word type : types) layouts_.push_back(share_layout(type));
    find_layout(abi().bytes);  // remembered, so that the thread does not have to ask the MPI
  }
  void run(Communicator& comm) override { run_call(comm, made_(gives_, takes_), gives_.bytes() + takes_.bytes() > 0); }
  void refresh() override {
    gives_.refresh();
    takes_.refresh();
  }
  void finish() override { takes_.finish(); }

 private:
  std::vector<std::shared_ptr<const Layout>> layouts_{};  ///< of types that the program may free
  Side gives_, takes_;
  Made made_;
};
/// Null if an argument is wrong, of which the MPI then complains.
template <class Made>
std::shared_ptr<Job> moving(Side gives, Side takes, const Types& types, Made made) {
  if (!gives.valid() || !takes.valid()) return nullptr;
  return std::make_shared<Moving<Made>>(std::move(gives), std::move(takes), types, std::move(made));
}

/// A reduction with a predefined operation on a predefined type.
template <class Call>
class Reducing final : public Job {
 public:
  explicit Reducing(const Call& call) : call_(call) {}
  Reducing(const Call& call, Numbers counts) : call_(call), counts_(std::move(counts)) {
    if constexpr (requires { call_.receive_counts; }) call_.receive_counts = Counts(counts_.data());
  }
  void run(Communicator& comm) override { run_call(comm, call_, true); }
  void refresh() override {}
  void finish() override {}

 private:
  Call call_;
  Numbers counts_{};
};

bool too_few(std::size_t bytes) { return bytes < device_memory().background_from; }
bool valid_root(const Background& background, int root) { return root >= 0 && root < background.comm().size(); }

/// Whether the members of a reduction leave it to the background.
bool reduces(std::int64_t count, Word type, Word op) {
  const auto reduction = find_reduction(type, op);
  find_layout(type);  // remembered, so that the thread does not have to ask the MPI
  return reduction && reduction->combine && count > 0 && !too_few(static_cast<std::size_t>(count) * reduction->element);
}

/// The types of sides that have data.
Types types_of(const Blocks& gives, Word send_type, const Blocks& takes, Word receive_type) {
  Types types;
  if (!gives.empty()) types.push_back(send_type);
  if (!takes.empty()) types.push_back(receive_type);
  return types;
}

const void* or_in_place(bool in_place, const Side& side) { return in_place ? abi().in_place : side.at(); }

}  // namespace

std::shared_ptr<Job> make_job(const Background& background, const Bcast& call) {
  const Blocks data{elements(call.buffer, call.count.value, call.type)};
  if (!valid_root(background, call.root) || too_few(bytes_of(data))) return nullptr;
  const bool root = background.comm().rank() == call.root;
  return moving({}, Side(data, root ? Use::read : Use::written), {call.type},
                [number = call.root](const Side&, const Side& data_side) {
                  return Bcast{data_side.at(), data_side.block(), abi().bytes, number, 0};
                });
}

std::shared_ptr<Job> make_job(const Background& background, const Gather& call) {
  if (!valid_root(background, call.root)) return nullptr;
  const int me = background.comm().rank();
  const bool root = me == call.root, in_place = root && call.send == abi().in_place;
  Blocks takes, gives;
  if (root) takes = equal_blocks(call.receive, call.receive_count.value, call.receive_type, background.comm().size());
  if (!in_place) gives = {elements(call.send, call.send_count.value, call.send_type)};
  if (too_few(in_place ? takes[at(me)].bytes() : bytes_of(gives))) return nullptr;
  return moving(Side(gives, Use::read), Side(takes, in_place ? Use::updated : Use::written),
                types_of(gives, call.send_type, takes, call.receive_type),
                [in_place, number = call.root](const Side& from, const Side& to) {
                  return Gather{{or_in_place(in_place, from), from.block(), abi().bytes, to.at(), to.block(),
                                 abi().bytes, number, 0}};
                });
}

std::shared_ptr<Job> make_job(const Background& background, const Gatherv& call) {
  if (!valid_root(background, call.root)) return nullptr;
  const bool root = background.comm().rank() == call.root, in_place = root && call.send == abi().in_place;
  Blocks takes, gives;
  if (root)
    takes = blocks(call.receive, call.receive_counts, call.displacements, call.receive_type, background.comm().size());
  if (!in_place) gives = {elements(call.send, call.send_count.value, call.send_type)};
  return moving(Side(gives, Use::read), Side(takes, in_place ? Use::updated : Use::written),
                types_of(gives, call.send_type, takes, call.receive_type),
                [in_place, number = call.root](const Side& from, const Side& to) {
                  return Gatherv{or_in_place(in_place, from), from.block(), abi().bytes, to.at(), to.counts(),
                                 to.displacements(),          abi().bytes,  number,      0};
                });
}

std::shared_ptr<Job> make_job(const Background& background, const Scatter& call) {
  if (!valid_root(background, call.root)) return nullptr;
  const int me = background.comm().rank();
  const bool root = me == call.root, in_place = root && call.receive == abi().in_place;
  Blocks takes, gives;
  if (root) gives = equal_blocks(call.send, call.send_count.value, call.send_type, background.comm().size());
  if (!in_place) takes = {elements(call.receive, call.receive_count.value, call.receive_type)};
  if (too_few(in_place ? gives[at(me)].bytes() : bytes_of(takes))) return nullptr;
  return moving(Side(gives, Use::read), Side(takes, Use::written),
                types_of(gives, call.send_type, takes, call.receive_type),
                [in_place, number = call.root](const Side& from, const Side& to) {
                  return Scatter{{from.at(), from.block(), abi().bytes, const_cast<void*>(or_in_place(in_place, to)),
                                  to.block(), abi().bytes, number, 0}};
                });
}

std::shared_ptr<Job> make_job(const Background& background, const Scatterv& call) {
  if (!valid_root(background, call.root)) return nullptr;
  const bool root = background.comm().rank() == call.root, in_place = root && call.receive == abi().in_place;
  Blocks takes, gives;
  if (root) gives = blocks(call.send, call.send_counts, call.displacements, call.send_type, background.comm().size());
  if (!in_place) takes = {elements(call.receive, call.receive_count.value, call.receive_type)};
  return moving(Side(gives, Use::read), Side(takes, Use::written),
                types_of(gives, call.send_type, takes, call.receive_type),
                [in_place, number = call.root](const Side& from, const Side& to) {
                  return Scatterv{from.at(),
                                  from.counts(),
                                  from.displacements(),
                                  abi().bytes,
                                  const_cast<void*>(or_in_place(in_place, to)),
                                  to.block(),
                                  abi().bytes,
                                  number,
                                  0};
                });
}

std::shared_ptr<Job> make_job(const Background& background, const Allgather& call) {
  const bool in_place = call.send == abi().in_place;
  const Blocks takes =
      equal_blocks(call.receive, call.receive_count.value, call.receive_type, background.comm().size());
  if (too_few(bytes_of(takes))) return nullptr;
  Blocks gives;
  if (!in_place) gives = {elements(call.send, call.send_count.value, call.send_type)};
  return moving(
      Side(gives, Use::read), Side(takes, in_place ? Use::updated : Use::written),
      types_of(gives, call.send_type, takes, call.receive_type), [in_place](const Side& from, const Side& to) {
        return Allgather{{or_in_place(in_place, from), from.block(), abi().bytes, to.at(), to.block(), abi().bytes, 0}};
      });
}

std::shared_ptr<Job> make_job(const Background& background, const Allgatherv& call) {
  const bool in_place = call.send == abi().in_place;
  const Blocks takes =
      blocks(call.receive, call.receive_counts, call.displacements, call.receive_type, background.comm().size());
  if (too_few(bytes_of(takes))) return nullptr;
  Blocks gives;
  if (!in_place) gives = {elements(call.send, call.send_count.value, call.send_type)};
  return moving(Side(gives, Use::read), Side(takes, in_place ? Use::updated : Use::written),
                types_of(gives, call.send_type, takes, call.receive_type),
                [in_place](const Side& from, const Side& to) {
                  return Allgatherv{or_in_place(in_place, from),
                                    from.block(),
                                    abi().bytes,
                                    to.at(),
                                    to.counts(),
                                    to.displacements(),
                                    abi().bytes,
                                    0};
                });
}

std::shared_ptr<Job> make_job(const Background& background, const Alltoall& call) {
  const int members = background.comm().size();
  const bool in_place = call.send == abi().in_place;
  const Blocks takes = equal_blocks(call.receive, call.receive_count.value, call.receive_type, members);
  if (too_few(bytes_of(takes))) return nullptr;
  Blocks gives;
  if (!in_place) gives = equal_blocks(call.send, call.send_count.value, call.send_type, members);
  return moving(
      Side(gives, Use::read), Side(takes, in_place ? Use::updated : Use::written),
      types_of(gives, call.send_type, takes, call.receive_type), [in_place](const Side& from, const Side& to) {
        return Alltoall{{or_in_place(in_place, from), from.block(), abi().bytes, to.at(), to.block(), abi().bytes, 0}};
      });
}

namespace {

std::shared_ptr<Job> all_to_all(bool in_place, const Blocks& gives, const Blocks& takes, Types types) {
  return moving(Side(gives, Use::read), Side(takes, in_place ? Use::updated : Use::written), std::move(types),
                [in_place](const Side& from, const Side& to) {
                  return Alltoallv{or_in_place(in_place, from),
                                   from.counts(),
                                   from.displacements(),
                                   abi().bytes,
                                   to.at(),
                                   to.counts(),
                                   to.displacements(),
                                   abi().bytes,
                                   0};
                });
}

}  // namespace

std::shared_ptr<Job> make_job(const Background& background, const Alltoallv& call) {
  const int members = background.comm().size();
  const bool in_place = call.send == abi().in_place;
  const Blocks takes =
      blocks(call.receive, call.receive_counts, call.receive_displacements, call.receive_type, members);
  Blocks gives;
  if (!in_place) gives = blocks(call.send, call.send_counts, call.send_displacements, call.send_type, members);
  return all_to_all(in_place, gives, takes, types_of(gives, call.send_type, takes, call.receive_type));
}

std::shared_ptr<Job> make_job(const Background& background, const Alltoallw& call) {
  const int members = background.comm().size();
  const bool in_place = call.send == abi().in_place;
  const Blocks takes =
      blocks(call.receive, call.receive_counts, call.receive_displacements, call.receive_types, members);
  Blocks gives;
  if (!in_place) gives = blocks(call.send, call.send_counts, call.send_displacements, call.send_types, members);
  Types types;
  for (int member = 0; member < members; ++member) {
    types.push_back(abi().handle_at(call.receive_types, member));
    if (!in_place) types.push_back(abi().handle_at(call.send_types, member));
  }
  return all_to_all(in_place, gives, takes, std::move(types));
}

std::shared_ptr<Job> make_job(const Background& background, const Reduce& call) {
  if (!valid_root(background, call.root)) return nullptr;
  return reduces(call.count.value, call.type, call.op) ? std::make_shared<Reducing<Reduce>>(call) : nullptr;
}
std::shared_ptr<Job> make_job(const Background&, const Allreduce& call) {
  return reduces(call.count.value, call.type, call.op) ? std::make_shared<Reducing<Allreduce>>(call) : nullptr;
}
std::shared_ptr<Job> make_job(const Background&, const Scan& call) {
  return reduces(call.count.value, call.type, call.op) ? std::make_shared<Reducing<Scan>>(call) : nullptr;
}
std::shared_ptr<Job> make_job(const Background&, const Exscan& call) {
  return reduces(call.count.value, call.type, call.op) ? std::make_shared<Reducing<Exscan>>(call) : nullptr;
}
std::shared_ptr<Job> make_job(const Background& background, const Reduce_scatter_block& call) {
  const bool good = reduces(call.count.value * background.comm().size(), call.type, call.op);
  return good ? std::make_shared<Reducing<Reduce_scatter_block>>(call) : nullptr;
}
std::shared_ptr<Job> make_job(const Background& background, const Reduce_scatter& call) {
  Numbers counts;
  for (int member = 0; member < background.comm().size(); ++member) {
    if (call.receive_counts[member] < 0) return nullptr;
    counts.push_back(call.receive_counts[member]);
  }
  const bool good = reduces(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), call.type, call.op);
  return good ? std::make_shared<Reducing<Reduce_scatter>>(call, std::move(counts)) : nullptr;
}

}  // namespace isthmus::mpi
