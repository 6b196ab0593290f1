// What a put of one value needs of its context: where the heap is, and how its copies on other PEs are reached. The
// functions of arch/ depend on the layout.
#pragma once
#include <cstddef>
#include <cstdint>

#include "transport/ofi/endpoint.hpp"

namespace isthmus::comm {

struct WireWindow {
  std::uintptr_t base = 0;
  std::size_t size = 0;
  const std::uintptr_t* peers = nullptr;  ///< see memory::PeerTable
  ofi::Endpoint* endpoint = nullptr;      ///< null in a job on one node
  std::uint64_t key = 0;                  ///< the heap's memory registration key
};

}  // namespace isthmus::comm
