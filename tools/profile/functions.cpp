#include "functions.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace isthmus::profile {

const FunctionRow kFunctionRows[kFunctions] = {
#define FUNCTION(name, kind) {#name, kind},
#include "functions.inc"
#undef FUNCTION
};

Definitions definitions;

namespace {

/// Stands for a function that the library lacks.
[[noreturn]] void missing() {
  std::fprintf(
      stderr,
      "libshmem_profile: the program calls a function that its OpenSHMEM library does not have: run it without "
      "--profile and --trace\n");
  std::abort();
}

void look_up_all() {
  for (int i = 0; i < kFunctions; ++i) {
    const std::string name = kFunctionRows[i].name;
    definitions.next[i] = dlsym(RTLD_NEXT, name.c_str());
    definitions.twin[i] = dlsym(RTLD_NEXT, ("p" + name).c_str());
    if (!definitions.twin[i]) definitions.twin[i] = definitions.next[i];
    if (!definitions.next[i]) definitions.next[i] = definitions.twin[i];
    if (!definitions.next[i]) definitions.next[i] = definitions.twin[i] = reinterpret_cast<void*>(&missing);
  }
}

}  // namespace

void* resolve(Function function, bool twin) {
  look_up_all();
  return twin ? definitions.twin[function] : definitions.next[function];
}

bool has_tools_between() {
  if (!definitions.next[0]) look_up_all();
  for (int i = 0; i < kFunctions; ++i)
    if (definitions.next[i] != definitions.twin[i]) return true;
  return false;
}

}  // namespace isthmus::profile
