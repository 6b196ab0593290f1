// The sizes at which the library changes from one method to another for a kind of device memory. They are settings
// (DEVICE_SMALL, ..), which osh_tune measures.
#pragma once
#include <cstddef>

namespace isthmus::memkind {

/// All in bytes, and the same on all PEs. They are set before the first copy.
struct Limits {
  std::size_t small = 0;          ///< up to here, nonblocking copies are batched for one kernel
  std::size_t copy_kernel = 0;    ///< up to here each, the copies of a collective are made by one kernel
  std::size_t reduce_kernel = 0;  ///< from here on, reductions and scans are made by kernels
  std::size_t slice = 1;          ///< the least work in a collective that is worth a launch by one more PE
  /// Up to these sizes per member, collectives go through host memory even if the members' device memory is mapped.
  std::size_t staged_broadcast = 0, staged_fcollect = 0, staged_alltoall = 0;
};

}  // namespace isthmus::memkind
