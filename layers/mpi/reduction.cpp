#include "reduction.hpp"

#include <cstring>

#include "abi/abi.hpp"
#include "datatype.hpp"
#include "real.hpp"

namespace isthmus::mpi {

void Reduction::into_second(const void* a, void* b, std::size_t n) const {
  if (combine)
    combine->apply(b, a, b, n);
  else
    real().Reduce_local(a, b, static_cast<int>(n), type, op);
}

void Reduction::apply(void* into, const void* a, const void* b, std::size_t n) const {
  if (combine) {
    combine->apply(into, a, b, n);
    return;
  }
  if (into != b) std::memcpy(into, b, n * element);
  real().Reduce_local(a, into, static_cast<int>(n), type, op);
}

std::optional<Reduction> find_reduction(Word type, Word op) {
  const Basic* const basic = abi().types.find(abi().handle(type));
  if (!basic) return std::nullopt;
  if (const Operator* const which = abi().operators.find(abi().handle(op))) {
    if (*which == Operator::count || *basic == Basic::count) return std::nullopt;
    const collectives::Combine* const combine = find_combine(*which, *basic);
    if (!combine) return std::nullopt;
    return Reduction{combine, type, op, combine->element};
  }
  if (!abi().may_be_op(abi().handle(op))) return std::nullopt;
  const Shape layout = describe_type(type);
  if (!layout.valid) return std::nullopt;
  return Reduction{nullptr, type, op, static_cast<std::size_t>(layout.extent)};
}

bool is_left_to_mpi(Word type) {
  return !abi().types.find(abi().handle(type)) && abi().may_be_type(abi().handle(type));
}

}  // namespace isthmus::mpi
