// The parsed form of
// SHMEM_SYMMETRIC_PARTITION<ID>=SIZE=<s>[:PGSIZE=<p>][:KIND=<k>][:POLICY=<p>][:DEVICE=<n>|auto].
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace isthmus::config {

inline constexpr int kAutoDevice = -1;

struct PartitionSpec {
  int id = 1;
  std::size_t size = 0;
  std::size_t page_size = 0;  ///< 0: the system's
  std::string kind = "HOST";
  std::string policy{};      ///< empty: none asked for
  int device = kAutoDevice;  ///< for device memory; kAutoDevice: node_pe modulo the number of visible devices
  int node_pe = 0;           ///< this PE's number on its node; set before device memory is allocated
  // Set before host memory is allocated that lies in a file which the PEs of the node share (memory/node_file.hpp).
  int file = -1;                ///< -1: the memory gets a file of its own
  std::size_t file_offset = 0;  ///< a multiple of memkind::kRegionAlignment
  std::size_t reserved = 0;  ///< bytes after the first `size` ones that programs do not get: the library's own
};

inline constexpr int kMaxPartitions = 127;  // the descriptors of all of them fit one message

/// Ids above kMaxPartitions are those of spaces, which programs create at run time (shmemx_space_create).
inline constexpr bool is_space(int id) { return id > kMaxPartitions; }

/// Throws base::SetupError that names `variable` and the remedy. Kinds and policies are checked later, by memkind.
PartitionSpec parse_partition(const std::string& variable, int id, std::string_view value);

}  // namespace isthmus::config
