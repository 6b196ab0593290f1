// Copies of device buffers in host memory, for calls that the MPI or the host's algorithms carry out: they are given
// the copies, and results are copied back.
#pragma once
#include <memory>
#include <mutex>
#include <vector>

#include "device/parts.hpp"
#include "memkind/copies.hpp"
#include "operations.hpp"
#include "types/layout.hpp"

namespace isthmus::mpi {

/// Whether the MPI takes memory of that kind itself.
bool mpi_takes(const memkind::Kind& kind);

/// Some data of a buffer: `count` elements that begin `offset` bytes after the address that the program passed.
struct Piece {
  std::ptrdiff_t offset;
  std::size_t count;
  std::shared_ptr<const Layout> layout;
};
/// The bytes of a buffer that a call may touch, and which of them are data. The others may be those of another call
/// that is under way, such as the columns of a matrix that come from other members.
struct Span {
  std::ptrdiff_t lowest = 0;
  std::size_t bytes = 0;
  std::vector<Piece> pieces{};
  bool gaps =
      false;  ///< a type has no layout, so that `pieces` include bytes that are no data, and must not be written
};
Span span_of(Word type, std::int64_t count);
/// A block of `counts[m]` elements for each of so many members; displacements are in elements.
Span span_of(Word type, const Counts& counts, const Counts& displacements, int members);
/// `parts` times `count` elements, with a piece for each part where the layout is known.
Span span_of_parts(Word type, int parts, std::int64_t count);
/// The same with a type for each member, and displacements in bytes.
Span span_of(const void* types, const Counts& counts, const Counts& displacements, int members);

class HostCopies {
 public:
  /// For the MPI: memory that it can use itself is not copied.
  enum class For { host, mpi };
  explicit HostCopies(For whom) : whom_(whom) {}
  HostCopies(const HostCopies&) = delete;
  HostCopies& operator=(const HostCopies&) = delete;

  /// `written`: all of the data, so that their old values do not matter; `updated`: some of them.
  enum class Use { read, written, updated };
  /// The address to pass on instead: the same, or that of a copy.
  void* of(const void* address, const Span& span, Use use);
  /// Copies what is read once more, for a persistent request that starts again.
  void refresh();
  /// Copies the data that were written back, once until the next refresh().
  void finish();
  /// The same for one piece of the span of a message in parts. Threads may call these at the same time.
  void refresh_piece(std::size_t number);
  void finish_piece(std::size_t number);
  /// Whether something was copied.
  bool used() const { return !copies_.empty(); }

 private:
  /// Data of a call in a copy.
  struct Moved {
    Piece piece;  ///< whose offset counts from the copy's lowest byte
    bool written;
    std::vector<Part> parts{};  ///< if the copy stands for several allocations
    bool back = false;          ///< its data are where the program looks for them
  };
  struct Copy {
    memkind::Place at;  ///< the lowest byte
    int device;
    std::size_t bytes;
    bool read;
    std::unique_ptr<memkind::Staging> staging;
    PartsMemory apart{};         ///< instead, for several allocations
    std::vector<char> before{};  ///< if only the MPI knows which bytes it writes: what they were
    std::vector<Moved> moved{};

    /// Where the copy of a byte of the program's is.
    char* host(const char* original) const { return apart ? apart.at(original) : staging->get() + (original - at.at); }
  };
  bool needs_copy(const memkind::Kind& kind) const;
  void* copy_parts(char* address, const Span& span, Use use);
  static void begin_read(const Copy& copy);
  static void begin_read(const Copy& copy, const Moved& moved);
  static void write_changes(Copy& copy);
  template <class Wanted>
  void finish_those(Wanted&& wanted);
  /// Begins to copy one piece back. Returns what has to live until the copy is complete.
  static std::shared_ptr<void> begin_write(const Copy& copy, const Moved& moved);

  For whom_;
  std::mutex mutex_;  ///< of refresh() and finish()
  std::vector<Copy> copies_;
};

/// Which buffers of a call are significant depends on the process that calls.
struct Where {
  int me = 0, members = 0;  ///< members of the other group, where there are two
  bool between_groups = false;
  int own_group = 0;  ///< the members of this one's group

  static Where in(Word comm);
  /// Whether this member is the root of a call, whose arguments alone are significant on one side.
  bool is_root(int root) const;
  /// Whether its arguments on the other side are significant: between groups, if it is in the group without the root.
  bool takes_part(int root) const;
};

// Replaces the buffers of a call by their copies.
void replace(Bcast& call, const Where& where, HostCopies& host_copies);
void replace(Gather& call, const Where& where, HostCopies& host_copies);
void replace(Gatherv& call, const Where& where, HostCopies& host_copies);
void replace(Scatter& call, const Where& where, HostCopies& host_copies);
void replace(Scatterv& call, const Where& where, HostCopies& host_copies);
void replace(Allgather& call, const Where& where, HostCopies& host_copies);
void replace(Allgatherv& call, const Where& where, HostCopies& host_copies);
void replace(Alltoall& call, const Where& where, HostCopies& host_copies);
void replace(Alltoallv& call, const Where& where, HostCopies& host_copies);
void replace(Alltoallw& call, const Where& where, HostCopies& host_copies);
void replace(Reduce& call, const Where& where, HostCopies& host_copies);
void replace(Reduce_scatter& call, const Where& where, HostCopies& host_copies);
void replace(Reduce_scatter_block& call, const Where& where, HostCopies& host_copies);
/// Allreduce and Scan.
void replace(Combining& call, const Where& where, HostCopies& host_copies);
void replace(Exscan& call, const Where& where, HostCopies& host_copies);
inline void replace(Barrier&, const Where&, HostCopies&) {}
void replace(Neighbor_allgather& call, const Where& where, HostCopies& host_copies);
void replace(Neighbor_allgatherv& call, const Where& where, HostCopies& host_copies);
void replace(Neighbor_alltoall& call, const Where& where, HostCopies& host_copies);
void replace(Neighbor_alltoallv& call, const Where& where, HostCopies& host_copies);
void replace(Neighbor_alltoallw& call, const Where& where, HostCopies& host_copies);

}  // namespace isthmus::mpi
