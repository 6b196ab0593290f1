// Up to which sizes which way of doing things with a kind's memory is the faster: settings, which osh_tune measures.
#pragma once
#include <cstddef>

namespace isthmus::memkind {

/// The same on all PEs; set before the first copy.
struct Limits {
  std::size_t small = 0;          ///< nonblocking copies up to here wait for one another, for one kernel
  std::size_t copy_kernel = 0;    ///< one kernel makes the copies of a collective up to so many bytes each
  std::size_t reduce_kernel = 0;  ///< kernels make reductions and scans from here on
  std::size_t slice = 1;          ///< another PE's kernel is worth its launch from here on
  /// Collectives up to so many bytes of a member go through host memory although all is mapped.
  std::size_t staged_broadcast = 0, staged_fcollect = 0, staged_alltoall = 0;
};

}  // namespace isthmus::memkind
