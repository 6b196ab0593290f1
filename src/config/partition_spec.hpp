// What SHMEM_SYMMETRIC_PARTITION<ID>=SIZE=<s>[:PGSIZE=<p>][:KIND=<k>][:POLICY=<p>] says.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace isthmus::config {

struct PartitionSpec {
  int id = 1;
  std::size_t size = 0;
  std::size_t page_size = 0;  ///< 0: the system's
  std::string kind = "HOST";
  std::string policy{};  ///< empty: none asked for
};

inline constexpr int kMaxPartitions = 127;  // what one message of descriptors can carry, with room

/// Throws base::SetupError that names `variable` and the remedy. Kinds and policies are checked by their owners.
PartitionSpec parse_partition(const std::string& variable, int id, std::string_view value);

}  // namespace isthmus::config
