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

void look_up_all() {
  for (int i = 0; i < kFunctions; ++i) {
    const std::string name = kFunctionRows[i].name;
    definitions.next[i] = dlsym(RTLD_NEXT, name.c_str());
    definitions.twin[i] = dlsym(RTLD_NEXT, ("p" + name).c_str());
    if (!definitions.twin[i]) definitions.twin[i] = definitions.next[i];
    if (!definitions.next[i]) definitions.next[i] = definitions.twin[i];
  }
}

}  // namespace

void* resolve(Function function, bool twin) {
  look_up_all();
  void* const found = twin ? definitions.twin[function] : definitions.next[function];
  if (found) return found;
  std::fprintf(stderr, "libshmem_profile: the OpenSHMEM library of this program has no %s: run it without --profile and --trace\n",
               kFunctionRows[function].name);
  std::abort();
}

bool has(Function function) {
  if (!definitions.next[function]) look_up_all();
  return definitions.next[function] != nullptr;
}

}  // namespace isthmus::profile
