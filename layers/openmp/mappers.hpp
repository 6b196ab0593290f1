// Custom mappers: functions of the program that report the components of an object by calling back. We run them as
// libomptarget does, with a handle of our own.
#pragma once
#include <vector>

#include "abi.hpp"

namespace isthmus::omp {

struct Component {
  void *base, *begin;
  std::int64_t size, type;
};

/// The components that the mapper of that argument reports for it.
std::vector<Component> components(const MapCall& call, int argument);

}  // namespace isthmus::omp
