#include "bootstrap/exchange.hpp"

#include <unistd.h>

namespace isthmus::bootstrap {

void Exchange::exit_early() { _exit(0); }

Exchange& exchange() {
  // Never destroyed: atexit handlers (start_pes finalizes in one) may still need it, in an order nobody controls.
  static Exchange* const opened = [] {
    auto found = open_embedded();
    if (!found) found = open_pmix();
    if (!found) found = open_pmi();
    if (!found) found = open_single();
    return found.release();
  }();
  return *opened;
}

}  // namespace isthmus::bootstrap
