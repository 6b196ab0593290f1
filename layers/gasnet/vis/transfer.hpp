// Transfers of many pieces between this rank and another. A piece that is mapped here is copied where it lies; pieces
// at other nodes are packed into messages if they are small, and are puts and gets of their own otherwise.
#pragma once
#include <gasnet_fwd.h>

#include <cstddef>
#include <memory>

#include "../job.hpp"
#include "../operation.hpp"

namespace isthmus::gasnet {

void start_transfers();

/// `count` pieces of `bytes` each, evenly spaced on both sides.
struct Row {
  std::byte* remote;  ///< as its owner names it
  std::byte* local;
  std::ptrdiff_t remote_stride, local_stride;
  std::size_t bytes, count;
};

/// The distance to where all of the rank's segment is mapped here, or one that is not near.
Delta near_delta(gex_TM_t tm, Rank rank);

/// The rows of one put or get of a rank that is not mapped here.
class FarTransfer {
 public:
  enum class Direction : bool { put, get };
  /// With GEX_FLAG_IMMEDIATE nothing is moved if what is sent first would have to wait.
  FarTransfer(Direction direction, Operation& operation, gex_TM_t tm, Rank rank, gex_Flags_t flags);
  ~FarTransfer();
  FarTransfer(const FarTransfer&) = delete;
  FarTransfer& operator=(const FarTransfer&) = delete;

  void add(const Row& row);
  /// Sends what has been added. Returns false if nothing was moved.
  bool flush();

 private:
  struct Packed;
  /// Makes one row of the last and this one if they are evenly spaced. Returns false if they are not.
  bool extend(const Row& row);
  void move(const Row& row);
  void move_directly(const Row& row);
  void pack(const Row& row);
  void send_packed();

  const Direction direction_;
  Operation& operation_;
  const gex_TM_t tm_;
  const Rank rank_;
  gex_Flags_t flags_;  ///< of what is sent next; none once something was sent, since the rest has to follow
  bool refused_ = false;
  Row last_ = {};  ///< not moved yet; no row if its count is 0
  const std::unique_ptr<Packed> packed_;
};

/// What the next put of this thread does at the target when its data is there; armed by SetPeerCompletionHandler.
void complete_at_peer(gex_TM_t tm, Rank rank, Operation& operation);
bool peer_completion_is_armed();

}  // namespace isthmus::gasnet
