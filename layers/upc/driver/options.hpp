// The command line of upcc: its own options, and those that it hands on to clang.
#pragma once
#include <string>
#include <vector>

namespace isthmus::upc {

struct Options {
  enum class Stop { never, preprocessing, checking, assembly, object };

  std::vector<std::string> words;  ///< for clang, in their order; inputs are among them
  std::string clang;               ///< -fupc-clang=: the compiler, a name or a path
  unsigned threads = 0;            ///< -T n: THREADS at compile time
  Stop stop = Stop::never;
  bool emit_llvm = false;
  bool optimised = false;  ///< there is a -O
  bool inputs = false;
  bool show = false;  ///< -show: print the command
  bool help = false;
  bool version = false;
};

/// What main was given. Throws std::runtime_error with a line for the user.
Options read_options(int count, char** words);

/// The text of --help.
extern const char* const kUsage;

}  // namespace isthmus::upc
