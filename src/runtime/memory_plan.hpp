// The sizes of the symmetric memory, on which all PEs agree before any is made, and the files in which the PEs of a
// node put it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "bootstrap/exchange.hpp"
#include "runtime/world.hpp"
#include "transport/node/descriptor_exchange.hpp"

namespace isthmus::runtime {

/// What a PE tells the others of the memory that it is about to make.
struct MemoryRequest {
  static constexpr std::uint64_t kUnlimited = UINT64_MAX;

  std::uint64_t heap = 0, teams = 0;         ///< bytes of the heap and of memory of teams, as set or by default
  std::uint64_t others = 0;                  ///< bytes of its memory::Layout that are neither heap nor memory of teams
  std::uint64_t partitions = 0;              ///< a hash of ids, sizes, kinds and page sizes of all but the heap
  std::uint64_t statics = 0;                 ///< bytes of static data
  std::uint64_t executable = 0;              ///< memory::executable_id()
  std::uint64_t address_space = kUnlimited;  ///< bytes that this process may still map
  std::uint64_t data = kUnlimited;           ///< bytes of its own that it may still have (ulimit -d)
  std::uint64_t commitment = kUnlimited;     ///< bytes that the kernel still promises (vm.overcommit_memory=2)
  std::uint64_t file = kUnlimited;           ///< bytes that a file may have (ulimit -f)
  std::uint32_t heap_is_default = 0, teams_is_default = 0;
  std::uint64_t movable_statics = 0;  ///< nothing but this thread uses the static data
};
static_assert(std::has_unique_object_representations_v<MemoryRequest>, "all bytes of it are sent");

/// The request of a PE with these settings, but for what it says of the process.
MemoryRequest request_for(const config::Settings& settings, std::size_t internal_bytes);

/// Publishes this PE's request. Throws base::SetupError where a partition's kind is unknown.
void publish_request(bootstrap::Exchange& exchange, const config::Settings& settings);

/// What limits the memory of the PEs of a node.
struct NodeRoom {
  std::uint64_t pes = 0;
  /// The least of what the PEs have.
  std::uint64_t address_space = MemoryRequest::kUnlimited, data = MemoryRequest::kUnlimited,
                commitment = MemoryRequest::kUnlimited, file = MemoryRequest::kUnlimited;
};

/// The largest sizes, up to those asked for, that the PEs of this node can have. What the user has set stays, and so
/// does what lies beside heap and memory of teams in a PE's place.
void fit(MemoryRequest& sizes, const NodeRoom& room);

/// Describes the first PE whose heap, partitions or memory of teams are others than PE 0's; empty if there is none. All
/// PEs return the same text. To be called after the fence that follows publish_request.
std::string find_other_size(bootstrap::Exchange& exchange);

/// Replaces sizes that the user has not set and some PE cannot have by the largest that all can have, and makes this
/// PE's memory, in files of the node where possible. Sets job.pairwise_memory. Collective over the node; job.node_pes,
/// job.node_of and job.device_memory are set. Throws base::SetupError.
void make_memory(bootstrap::Exchange& exchange, const node::Listener& listener, Job& job);
}  // namespace isthmus::runtime
