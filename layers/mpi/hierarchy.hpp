// A communicator over several nodes, in two levels: the members of a node work through their shared memory or on their
// devices, and the first of each, its leader, calls the MPI for its node.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "accepted.hpp"
#include "mpi.hpp"
#include "operations.hpp"

namespace isthmus::mpi {

class Communicator;

class Hierarchy {
 public:
  /// Collective over the communicator, by calls of the MPI. Null on all members if the members of a node cannot share
  /// memory, if no node has two of them and none of them has devices, or if a member has many of these already.
  static std::unique_ptr<Hierarchy> create(Word comm, int rank, int size);
  ~Hierarchy();
  Hierarchy(const Hierarchy&) = delete;
  Hierarchy& operator=(const Hierarchy&) = delete;

  // Whether a call on few bytes of host memory is served here. The MPI does those of many bytes, and those with
  // operations that may not be commutative, since nodes need not have consecutive ranks. All members decide alike.
  bool serves(const Barrier&) const { return several_on_a_node_; }
  bool serves(const Bcast& call) const;
  bool serves(const Allreduce& call) const;
  template <class Call>
  bool serves(const Call&) const {
    return false;
  }
  // Calls for which that is true. The result is the MPI's code, of which the program's communicator has not heard.
  int serve(const Barrier& call);
  int serve(const Bcast& call);
  int serve(const Allreduce& call);
  template <class Call>
  int serve(const Call&) {
    return kSuccess;
  }

  /// Whether buffers may be on devices, so that the members have to ask each other (nodes/over_nodes.hpp). To be called
  /// once in each call, by all members: one that has loaded a driver later says so in some of them.
  bool looks_for_devices();
  /// To be called at the end of each call, with its code.
  void finish_call(int code) {
    if (was_accepted(code)) ++calls_;
  }
  /// Whether a member had a driver when this was created. All give the same answer.
  bool uses_devices() const { return uses_devices_; }

  /// The ranks of each node. Nodes are numbered as their leaders are in leaders().
  const std::vector<std::vector<int>>& nodes() const { return nodes_; }
  /// A member's node, and its place there.
  int node_of(int rank) const { return node_of_[static_cast<std::size_t>(rank)]; }
  int place_of(int rank) const { return place_of_[static_cast<std::size_t>(rank)]; }
  int rank() const { return rank_; }
  int size() const { return static_cast<int>(node_of_.size()); }
  int node() const { return node_of(rank_); }
  const std::vector<int>& here() const { return nodes_[static_cast<std::size_t>(node())]; }
  bool leads() const { return leaders_ != 0; }
  /// The communicator of the leaders; 0 for other members.
  Word leaders() const { return leaders_; }
  /// The members of this node, of which this one is place_of(rank()); null if it is alone.
  Communicator* inside() { return inside_.get(); }
  Word inside_handle() const { return node_comm_; }

 private:
  Hierarchy();
  void number_nodes(const std::vector<int>& leader_of);

  static inline std::atomic<int> alive_ = 0;  ///< in this process

  Word comm_ = 0;                         ///< the program's
  Word node_comm_ = 0, leaders_ = 0;      ///< of ours; a member that does not lead has no leaders_
  std::unique_ptr<Communicator> inside_;  ///< of the node; null if this member is alone there
  std::vector<std::vector<int>> nodes_;
  std::vector<int> node_of_, place_of_;  ///< by rank
  int rank_ = 0;
  bool several_on_a_node_ = false, uses_devices_ = false, looks_for_devices_ = false;
  std::uint64_t calls_ = 1, looked_in_ = 0;  ///< the number of this call, and of the last one in which members asked
};

}  // namespace isthmus::mpi
