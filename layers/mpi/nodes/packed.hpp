// One side of a call as one block of bytes without gaps, for calls over several nodes: types differ between members,
// and messages between the nodes are cut into pieces anywhere.
#pragma once
#include <memory>
#include <vector>

#include "device/call.hpp"
#include "memkind/copies.hpp"

namespace isthmus::mpi {

/// Memory of ours, on the device of a buffer of this process, or host memory if there is no room or no device.
class NodeBuffer {
 public:
  NodeBuffer() = default;
  /// Host memory that devices of the kind reach quickly.
  static NodeBuffer on_host(const memkind::Kind& kind, std::size_t bytes);
  NodeBuffer(const memkind::Kind& kind, int device, std::size_t bytes);
  memkind::Place at() const { return {*kind_, block_ ? block_.get() : host_ ? host_->get() : nullptr}; }

 private:
  const memkind::Kind* kind_ = &memkind::kHost;
  Scratch::Block block_;
  std::unique_ptr<memkind::Staging> host_;
};

class PackedView {
 public:
  /// `read`: the data of the program; `written`: they are replaced; `copied`: read, and not from the program's memory,
  /// because the call writes there.
  enum class Use { read, written, updated, copied };

  PackedView() = default;
  /// The data of the blocks, one after the other.
  PackedView(const std::vector<Buffer>& blocks, Use use);

  /// False if the layout of a type is not known, which the MPI then has to see.
  bool valid() const { return valid_; }
  std::size_t bytes() const { return bytes_; }
  memkind::Place at() const { return {*kind_, at_}; }
  /// Memory of ours that is like this: on the same device, if the bytes are on one, or pinned host memory if it is
  /// copied in so many parts that the device's copies of them would take longer than the processor's.
  NodeBuffer like(std::size_t bytes, std::size_t parts = 1) const;
  /// Packs the program's data once more.
  void refresh();
  /// Copies what was written to its place.
  void finish();

 private:
  enum class Direction { pack, unpack };
  void move(Direction direction);
  void move_block(Direction direction, const Buffer& block, std::size_t first,
                  std::vector<std::shared_ptr<void>>& lists);

  std::vector<Buffer> blocks_;
  bool valid_ = true;
  bool writes_ = false;
  std::size_t bytes_ = 0;
  const memkind::Kind* kind_ = &memkind::kHost;
  int device_ = -1;
  char* at_ = nullptr;
  NodeBuffer own_;
  bool packed_ = false;
};

}  // namespace isthmus::mpi
