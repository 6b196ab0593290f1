// How the layer reports wrong use: one line that names rank, host, call, cause and remedy, and the end of the job.
#pragma once
#include <string>

namespace isthmus::gasnet {

/// printf into a std::string.
[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);
[[noreturn, gnu::cold]] void fatal(const char* call, const std::string& message);
/// A line to stderr, for errors that a call returns; silent after gex_System_SetVerboseErrors(0).
[[gnu::cold]] void say(const char* call, const std::string& message);

}  // namespace isthmus::gasnet
