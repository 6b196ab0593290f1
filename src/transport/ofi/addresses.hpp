// The provider's numbers of the PEs. A PE's address is given to the provider when this PE first has something to send
// there, so that memory and start-up time grow with the PEs that a PE talks to, and not with the job.
#pragma once
#include <functional>
#include <mutex>
#include <string>

#include "base/mapping.hpp"
#include "transport/ofi/library.hpp"

namespace isthmus::ofi {

class Addresses {
 public:
  /// Opens the address vector. Throws base::SetupError.
  Addresses(fid_domain* domain, int n_pes);
  Addresses(const Addresses&) = delete;
  Addresses& operator=(const Addresses&) = delete;

  fid_av* vector() const { return vector_.get(); }
  /// `address_of` returns what the provider calls a PE's address (fi_getname), and is called by any thread, one at a
  /// time. This PE itself gets number 0. Throws base::SetupError.
  void start(int my_pe, std::function<std::string(int pe)> address_of);

  /// For each PE its number, or 0 before the first contact.
  const fi_addr_t* known() const { return known_; }
  /// Makes contact where there was none. Ends the job if the provider does not take the address.
  fi_addr_t of(int pe) {
    const fi_addr_t number = __atomic_load_n(&known_[pe], __ATOMIC_ACQUIRE);
    return number != 0 ? number : contact(pe);
  }
  /// The PE with this number; -1 if there is none. Looks through all PEs, for whoever reports a failure.
  int pe_of(fi_addr_t number) const;

 private:
  [[gnu::noinline]] fi_addr_t contact(int pe);
  fi_addr_t insert(int pe);

  Handle<fid_av> vector_;
  base::Mapping pages_;  ///< of which those take memory that have a known PE
  fi_addr_t* known_;
  int my_pe_ = -1;
  const int n_pes_;
  std::function<std::string(int)> address_of_;
  std::mutex mutex_;
};

}  // namespace isthmus::ofi
