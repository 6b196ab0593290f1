// The functions that are wrapped, numbered, and the library's own versions of them.
//
// A call goes to the next definition of the same name after this library, which is the OpenSHMEM library's, or that of
// a user's tool between the two. If such a tool calls the pshmem_ twin, this library is asked again, and passes the
// call on to the next definition of the twin without counting it twice.
#pragma once
#include <cstdint>

// Known to be in this library, so that the wrappers need not look it up in a table.
#define HIDDEN [[gnu::visibility("hidden")]]

namespace isthmus::profile {

enum Function : std::uint16_t {
#define FUNCTION(name, kind) f_##name,
#include "functions.inc"
#undef FUNCTION
  kFunctions
};

struct FunctionRow {
  const char* name;
  const char* kind;  // as the page groups the calls
};
extern const FunctionRow kFunctionRows[kFunctions];

struct Definitions {
  void* next[kFunctions];  // of the name itself
  void* twin[kFunctions];  // of its pshmem_ twin, or the same as `next` where there is none
};
HIDDEN extern Definitions definitions;

/// Looks up all functions, and returns the definition of this one. If the OpenSHMEM library lacks it, that ends the
/// process with a line.
void* resolve(Function function, bool twin);

/// Whether a user's tool is between this library and the OpenSHMEM library: then names and their twins are not the
/// same.
bool has_tools_between();

/// The library's own version of a function, for this tool's own calls: they are not counted, and no other tool sees
/// them.
template <class Signature>
Signature* library(Function function) {
  void* const found = definitions.twin[function];
  return reinterpret_cast<Signature*>(found ? found : resolve(function, true));
}

}  // namespace isthmus::profile
