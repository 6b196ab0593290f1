// Collectives of teams: begun by calls, advanced by polls.
#pragma once

namespace isthmus::gasnet {

void start_collectives();
/// For the thread that is running. Returns false if nothing could be done.
bool advance_collectives();

}  // namespace isthmus::gasnet
