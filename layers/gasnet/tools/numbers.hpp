#pragma once

#include <cstdint>

namespace isthmus::gasnet::tools {

// These read all of the text, and return false if there is anything else in it. multiplier: as for gasnett_parse_int.
bool parse_int(const char* text, uint64_t multiplier, int64_t& value);
bool parse_double(const char* text, double& value);

}  // namespace isthmus::gasnet::tools
