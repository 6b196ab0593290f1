// For sources whose reductions are those of reduce.cpp, too: the loops are compiled there, where their
// addresses are taken, and not once more.
#pragma once
#include "api/stamp.hpp"
#include "collectives/reduce/combine.hpp"

namespace isthmus::collectives {

#define ELSEWHERE(OP, TYPE) \
  extern template void combine_arrays<OP, TYPE>(void* into, const void* a, const void* b, std::size_t n);
#define BITWISE(NAME, TYPE) ELSEWHERE(And, TYPE) ELSEWHERE(Or, TYPE) ELSEWHERE(Xor, TYPE)
#define COMPARE(NAME, TYPE) ELSEWHERE(Max, TYPE) ELSEWHERE(Min, TYPE)
#define ARITHMETIC(NAME, TYPE) ELSEWHERE(Sum, TYPE) ELSEWHERE(Prod, TYPE)
ISTHMUS_REDUCE_BITWISE_TYPES(BITWISE)
ISTHMUS_REDUCE_COMPARE_TYPES(COMPARE)
ISTHMUS_REDUCE_ARITHMETIC_TYPES(ARITHMETIC)
#undef ARITHMETIC
#undef COMPARE
#undef BITWISE
#undef ELSEWHERE

}  // namespace isthmus::collectives
