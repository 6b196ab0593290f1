#pragma once

namespace isthmus::gasnet {

/// Registers the handlers of atomics, before any message can come.
void start_atomics();

}  // namespace isthmus::gasnet
