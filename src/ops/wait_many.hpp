// Waiting for, and testing, all, any or some of several variables, compared with one value or with one each (vector).
#pragma once
#include <cstddef>
#include <cstdint>

#include "ops/wait.hpp"

namespace isthmus::ops {

/// The variables of one call. A variable whose `status` is nonzero is skipped; a null `status` skips none. `step` is 1
/// if each variable has a value of its own (the vector forms) and 0 if all are compared with the first value.
template <class T>
struct Many {
  const char* call;
  const T* variables;
  std::size_t n;
  const int* status;
  int op;
  const T* values;
  std::size_t step;
  const memkind::Kind* device;  ///< the variables' kind if they are in device memory, else null

  bool included(std::size_t i) const { return !status || status[i] == 0; }
  bool holds(std::size_t i) const { return ops::holds(call, variables + i, op, values[i * step], device); }
  base::WaitsFor waits_for(std::size_t i) const {
    return base::waits_for_variable(variables + i, op, values[i * step], device);
  }
  base::WaitsFor waits_for_one() const {
    base::WaitsFor one = waits_for(0);
    one.what = base::WaitsFor::What::variables;
    one.count = n;
    return one;
  }
  bool empty() const {
    for (std::size_t i = 0; i < n; ++i)
      if (included(i)) return false;
    return true;
  }
};

template <class T>
int test_all(const Many<T>& many) {
  for (std::size_t i = 0; i < many.n; ++i)
    if (many.included(i) && !many.holds(i)) return 0;
  settle_arrival();
  return 1;
}

/// The index at which the next search of n variables starts. It advances by the golden ratio, so that every variable
/// comes first now and then, whatever other searches happen in between: a variable that always satisfies its condition
/// cannot hide the others for ever.
inline std::size_t search_start(std::size_t n) {
  static thread_local std::uint64_t turn = 0;
  turn += 0x9e3779b97f4a7c15ULL;
  return static_cast<std::size_t>((turn >> 32) * n >> 32) % n;
}

template <class T>
std::size_t test_any(const Many<T>& many) {
  if (many.n == 0) return SIZE_MAX;
  for (std::size_t k = 0, i = search_start(many.n); k < many.n; ++k, i = i + 1 == many.n ? 0 : i + 1)
    if (many.included(i) && many.holds(i)) {
      settle_arrival();
      return i;
    }
  return SIZE_MAX;
}

template <class T>
std::size_t test_some(const Many<T>& many, std::size_t* indices) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < many.n; ++i)
    if (many.included(i) && many.holds(i)) indices[found++] = i;
  if (found > 0) settle_arrival();
  return found;
}

template <class T>
void wait_all(const Many<T>& many) {
  // The variables are waited for one by one, because one that satisfied its condition once may change again.
  for (std::size_t i = 0; i < many.n; ++i)
    if (many.included(i)) base::wait_until([&] { return many.holds(i); }, many.call, [&] { return many.waits_for(i); });
  settle_arrival();
}

template <class T>
std::size_t wait_any(const Many<T>& many) {
  std::size_t found = SIZE_MAX;
  if (!many.empty())
    base::wait_until([&] { return (found = test_any(many)) != SIZE_MAX; }, many.call,
                     [&] { return many.waits_for_one(); });
  return found;
}

template <class T>
std::size_t wait_some(const Many<T>& many, std::size_t* indices) {
  std::size_t found = 0;
  if (!many.empty())
    base::wait_until([&] { return (found = test_some(many, indices)) != 0; }, many.call,
                     [&] { return many.waits_for_one(); });
  return found;
}

}  // namespace isthmus::ops
