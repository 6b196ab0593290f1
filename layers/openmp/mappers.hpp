// Custom mappers: functions of the program that take an object apart by calling back. We run them as libomptarget does,
// with a handle of our own.
#pragma once
#include <vector>

#include "abi.hpp"

namespace isthmus::omp {

struct Component {
  void *base, *begin;
  std::int64_t size, type;
};

/// What the mapper of that argument makes of it.
std::vector<Component> components(const MapCall& call, int argument);

}  // namespace isthmus::omp
