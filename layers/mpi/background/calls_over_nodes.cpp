#include "background/calls_over_nodes.hpp"

#include "real.hpp"

namespace isthmus::mpi {

KeptArguments::~KeptArguments() {
  for (const Word type : types_) {
    Word handle[1] = {};
    abi().set_handle(handle, 0, type);
    real().Type_free(handle);
  }
}

void KeptArguments::keep(Word& type) {
  if (!describe_type(type).valid) valid_ = false;
  if (!valid_ || abi().types.find(abi().handle(type))) return;
  Word copy[1] = {};
  if (real().Type_dup(type, copy) != kSuccess) {
    valid_ = false;
    return;
  }
  types_.push_back(type = abi().handle_at(copy, 0));
}

void KeptArguments::keep(const void*& types, const Counts& counts, int members) {
  auto& copies = arrays_.emplace_back(std::make_unique<Word[]>(static_cast<std::size_t>(members)));
  for (int member = 0; member < members; ++member) {
    Word type = counts[member] == 0 ? abi().bytes : abi().handle_at(types, member);
    keep(type);
    abi().set_handle(copies.get(), member, type);
  }
  types = copies.get();
}

}  // namespace isthmus::mpi
