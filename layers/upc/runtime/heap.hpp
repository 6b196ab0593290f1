// Allocation of shared memory. There is a global heap, whose blocks take the same offsets in all segments, and one heap for each
// thread; both are in the segment, and any thread may free what any other has allocated.
#pragma once

namespace isthmus::upc {

void start_heaps();

}  // namespace isthmus::upc
