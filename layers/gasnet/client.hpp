// Starting a client. Each library of a thread mode has its own entry points (mode.cpp), which call this.
#pragma once
#include <algorithm>
#include <vector>

#include "job.hpp"

namespace isthmus::gasnet {

struct ClientArguments {
  const char* name;
  gex_Flags_t flags;
  bool checks;
};

/// Returns a GASNet error.
int start_client(Mode mode, const ClientArguments& arguments);

inline Rank position_in(const std::vector<Rank>& ranks, Rank rank) {
  return static_cast<Rank>(std::find(ranks.begin(), ranks.end(), rank) - ranks.begin());
}

}  // namespace isthmus::gasnet
