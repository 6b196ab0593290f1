// The host memory of all PEs of a node lies in one file, a memfd that the lowest of them makes: each PE has a place in
// it, and the places are equally long. A PE maps its own place at the symmetric addresses, and the whole file once, in
// which it finds the copies of the others. So the start of a PE costs the same however many PEs its node has. A page is
// allocated where the PE that first touches it runs, which is the owner.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/fd.hpp"
#include "config/partition_spec.hpp"
#include "memkind/kind.hpp"

namespace isthmus::memory {

/// Where the parts of a PE's host memory lie in its place, the same on all PEs of the node.
struct Layout {
  /// The offset of memory that is not in the file: device memory, and that with pages of another size.
  static constexpr std::size_t kApart = SIZE_MAX;

  Layout(const std::vector<config::PartitionSpec>& specs, std::size_t team_bytes, std::size_t internal_bytes);

  std::vector<std::size_t> partitions;  ///< in the order of the specs
  std::size_t teams, internal;
  std::size_t stride;  ///< the length of a place

  /// Whether all of it is in the file.
  bool complete() const;
};

/// A file of the node as mapped here. Empty where there is none.
class NodeFile {
 public:
  NodeFile() = default;
  /// Maps the file. `place` is this PE's. Throws base::SetupError.
  NodeFile(base::Fd fd, std::size_t stride, std::size_t place, std::size_t places);
  NodeFile(NodeFile&& other) noexcept;
  NodeFile& operator=(NodeFile&& other) noexcept;
  ~NodeFile();

  /// Makes a file of that many places. Returns an empty descriptor, with a debug line, where limits or the kernel do
  /// not allow it, or this process cannot map the whole beside its own place: then each PE makes files of its own.
  static base::Fd create(const char* name, std::size_t stride, std::size_t places);

  explicit operator bool() const { return static_cast<bool>(fd_); }
  int fd() const { return fd_.get(); }
  /// The offset in the file of this PE's place.
  std::size_t mine() const { return place_ * stride_; }
  /// What lies at this offset of a place, as mapped here.
  void* at(std::size_t place, std::size_t offset) const {
    return static_cast<char*>(whole_.address) + place * stride_ + offset;
  }

 private:
  base::Fd fd_;
  std::size_t stride_ = 0, place_ = 0;
  memkind::Region whole_;
};

/// What the PEs of a node share. The n-th of `pes`, which ascend, has the n-th place of both files.
struct NodeFiles {
  std::vector<int> pes;
  NodeFile memory;
  NodeFile statics;                        ///< static data, of which that of each PE starts a place
  std::vector<std::size_t> static_bytes;   ///< how much each PE has of it
  std::vector<std::uint64_t> executables;  ///< executable_id() of each PE
};

}  // namespace isthmus::memory
