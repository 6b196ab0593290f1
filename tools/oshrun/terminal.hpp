// Lends the terminal to the one PE that runs under a tool, so that `oshrun --with "gdb --args" --on 0` can be typed to.
// The PE reads and writes the terminal itself, and its process group gets the terminal's signals, such as Ctrl-C's.
#pragma once
#include <termios.h>

#include "options.hpp"

namespace isthmus::oshrun {

class Terminal {
 public:
  /// The terminal is lent if one PE alone runs under a tool, standard input and output are the terminal, and oshrun is
  /// in its foreground.
  explicit Terminal(const Options& options);
  ~Terminal() { give_back(); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  bool lent_to(int pe) const { return pe == borrower_; }
  /// Called in the process of the PE that it is lent to, which leads a process group.
  static void borrow();
  /// Brings oshrun back to the foreground, and the terminal's settings to what they were.
  void give_back();

 private:
  int borrower_ = -1;  // a PE, or -1
  termios settings_{};
};

}  // namespace isthmus::oshrun
