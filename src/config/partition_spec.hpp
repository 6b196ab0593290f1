// What SHMEM_SYMMETRIC_PARTITION<ID>=SIZE=<s>[:PGSIZE=<p>][:KIND=<k>][:POLICY=<p>][:DEVICE=<n>|auto]
// says.
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
  int device = kAutoDevice;  ///< of device memory; kAutoDevice: node_pe modulo the devices that are visible
  int node_pe = 0;           ///< this PE's number on its node; filled in by who knows
};

inline constexpr int kMaxPartitions = 127;  // what one message of descriptors can carry, with room

/// Above them are the numbers of spaces, which programs make at run time.
inline constexpr bool is_space(int id) { return id > kMaxPartitions; }

/// Throws base::SetupError that names `variable` and the remedy. Kinds and policies are checked by their owners.
PartitionSpec parse_partition(const std::string& variable, int id, std::string_view value);

}  // namespace isthmus::config
