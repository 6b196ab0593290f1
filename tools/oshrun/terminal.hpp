// Lends the terminal to the one PE that runs under a tool, so that `oshrun --with "gdb --args" --on 0` can be typed to.
// The PE reads and writes the terminal itself, and its process group gets the terminal's signals, such as Ctrl-C's.
#pragma once
#include <sys/types.h>
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

  /// The PE that it is lent to until that PE ends, or -1.
  int borrower() const { return borrower_; }
  /// Called in the process of the PE that it is lent to, which leads a process group.
  static void borrow();
  /// Brings oshrun back to the foreground, and the terminal's settings to what they were: before the job is stopped.
  void take_back();
  /// Undoes take_back, if oshrun is in the foreground: after the job was continued.
  void lend_again();
  /// The PE has ended: as take_back, for good.
  void give_back();

 private:
  int borrower_ = -1;
  bool is_lent_ = false;  // at this moment
  pid_t group_ = -1;      // that was in the foreground when the terminal was taken back
  termios settings_{}, borrowers_settings_{};
};

}  // namespace isthmus::oshrun
