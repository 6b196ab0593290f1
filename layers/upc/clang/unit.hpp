// What upcc says about the unit that this process compiles. The front end sets it, and the pass, which is in the same plugin,
// reads it: LLVM gives a pass no other way to learn the options of the front end.
#pragma once
#include <string>

namespace isthmus::upc {

struct Unit {
  enum class Emit { object, assembly, bitcode, ir, nothing };
  Emit emit = Emit::object;
  unsigned threads = 0;     ///< -T: THREADS at compile time; 0 in the dynamic environment
  std::string inline_code;  ///< bitcode of runtime/inline.c
};

inline Unit unit;

}  // namespace isthmus::upc
