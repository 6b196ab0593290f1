// Many small blocks for one PE in a message, which the target's progress puts in their places: what strided puts are
// made of where a write for each block would cost a packet each.
#pragma once
#include <cstddef>
#include <cstdint>

#include "transport/ofi/channel.hpp"
#include "transport/ofi/endpoint.hpp"

namespace isthmus::ofi {

/// Whether one message holds several of them.
bool fits_scatter(const Blocks& blocks);
/// Sends as many blocks as a message holds, and returns how many. The endpoint is told when they are in their places.
std::size_t send_scatter(Channel& channel, int pe, const Region& region, const Blocks& blocks, Endpoint* endpoint);
/// Makes the channel take such messages.
void serve_scatter(Domain& domain, Channel& channel);

}  // namespace isthmus::ofi
