#include "transport/ofi/addresses.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace isthmus::ofi {
namespace {

/// The provider looks numbers up without a lock while another thread inserts one. That is safe as long as it makes its
/// table longer by parts of the size that it was told at the start, and needs no more than 16 of them: libfabric's
/// pools move their list of parts with every 16th. It clears each part, so a small one is better.
std::size_t part_of_table(int n_pes) { return std::max<std::size_t>(64, (static_cast<std::size_t>(n_pes) + 15) / 16); }

}  // namespace

Addresses::Addresses(fid_domain* domain, int n_pes)
    : pages_(nullptr, static_cast<std::size_t>(n_pes) * sizeof(fi_addr_t), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE),
      n_pes_(n_pes) {
  if (!pages_) base::throw_errno("cannot make the table of addresses");
  known_ = static_cast<fi_addr_t*>(pages_.get());
  fi_av_attr attr{};
  attr.type = FI_AV_TABLE;
  attr.count = part_of_table(n_pes);
  fid_av* vector = nullptr;
  check("fi_av_open", fi_av_open(domain, &attr, &vector, nullptr));
  vector_.reset(vector);
}

void Addresses::start(int my_pe, std::function<std::string(int)> address_of) {
  address_of_ = std::move(address_of);
  my_pe_ = my_pe;
  if (insert(my_pe) != 0) throw base::SetupError("libfabric does not number addresses from 0 on");
}

/// Throws base::SetupError.
fi_addr_t Addresses::insert(int pe) {
  fi_addr_t number = 0;
  if (fi_av_insert(vector_.get(), address_of_(pe).data(), 1, &number, 0, nullptr) != 1)
    throw base::SetupError(base::text("libfabric takes no address of PE %d; do all nodes use the same provider?", pe));
  return number;
}

int Addresses::pe_of(fi_addr_t number) const {
  if (number == 0) return my_pe_;
  for (int pe = 0; pe < n_pes_; ++pe)
    if (__atomic_load_n(&known_[pe], __ATOMIC_RELAXED) == number) return pe;
  return -1;
}

fi_addr_t Addresses::contact(int pe) {
  if (pe == my_pe_) return 0;
  const std::lock_guard lock(mutex_);
  if (known_[pe] == 0) try {
      __atomic_store_n(&known_[pe], insert(pe), __ATOMIC_RELEASE);
    } catch (const base::SetupError& failure) {
      base::fatal("first contact", failure.what());
    }
  return known_[pe];
}

}  // namespace isthmus::ofi
