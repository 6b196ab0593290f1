// Failures on demand: DOUBLE_FAIL=<entry point>[@<pe>][:<n>][:<error>][,...]. The entry point fails on its n-th call
// in this process (the first is 1), or on every call without n; with @<pe> on that PE of an oshrun job alone. It is
// named with or without a suffix like _v2. The error is a name of the vendor's, or 0x and its number; without one it is
// what that entry point would usually fail with.
#pragma once
#include <string>

namespace doubles {

struct ErrorName {
  int error;
  const char* name;
};

/// 0, or the error that this call is to return. `names` ends with a null name.
int injected(const char* entry_point, int usual, const ErrorName* names);

/// Null when there is none.
const char* name_of(int error, const ErrorName* names);

}  // namespace doubles
