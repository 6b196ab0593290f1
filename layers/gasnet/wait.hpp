// How threads wait in calls of GASNet between nodes: one of them works on the wire and sleeps on it, and the others
// sleep until a handler has run. If each slept on the wire, a message would wake all of them, and with hundreds of
// threads in a rank they would take all time from the one that the message is for.
#pragma once

namespace isthmus::gasnet {

/// Something that threads may be waiting for has happened between nodes: wakes those that sleep.
void announce();

}  // namespace isthmus::gasnet
