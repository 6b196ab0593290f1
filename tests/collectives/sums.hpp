// Test cases of reductions and scans of every type. The values are such that no order of evaluation overflows a signed
// type or rounds, so that there is exactly one right result.
#pragma once
#include <complex>
#include <type_traits>

#include "plan.hpp"

enum class Op { bitwise_and, bitwise_or, bitwise_xor, max, min, sum, prod, inclusive, exclusive };

inline const char* op_name(Op op) {
  constexpr const char* names[] = {"and", "or", "xor", "max", "min", "sum", "prod", "inclusive scan", "exclusive scan"};
  return names[static_cast<int>(op)];
}

template <class T>
struct IsComplex : std::false_type {};
template <class T>
struct IsComplex<std::complex<T>> : std::true_type {};

/// Element i of what a PE contributes.
template <class T>
T term(Op op, uint64_t seed, int pe, size_t i) {
  const uint64_t bits = pattern(seed, pe, 3, i);
  const bool multiplied = op == Op::prod;
  if constexpr (IsComplex<T>::value) {
    using R = typename T::value_type;
    return {static_cast<R>(static_cast<int>(bits % 3) - 1), static_cast<R>(static_cast<int>(bits / 3 % 3) - 1)};
  } else if constexpr (std::is_floating_point_v<T>) {
    constexpr double factors[] = {-2, -1.5, -0.5, 0.5, 1, 1.5, 2, -1};
    return static_cast<T>(multiplied ? factors[bits % 8] : (static_cast<double>(bits % 4001) - 2000) / 8);
  } else if constexpr (std::is_signed_v<T>) {
    if (multiplied) return static_cast<T>((bits & 1 ? -1 : 1) * (pe < 5 && (bits & 2) ? 2 : 1));
    if (op == Op::sum || op == Op::inclusive || op == Op::exclusive) return static_cast<T>(bits % 15) - 7;
    return static_cast<T>(bits);
  } else {
    return static_cast<T>(bits);
  }
}

/// Combines two values in arithmetic that holds every result exactly, or modulo 2^64.
template <class W>
W combined(Op op, W a, W b) {
  if constexpr (std::is_same_v<W, uint64_t>) {
    if (op == Op::bitwise_and) return a & b;
    if (op == Op::bitwise_or) return a | b;
    if (op == Op::bitwise_xor) return a ^ b;
  }
  if constexpr (!IsComplex<W>::value) {
    if (op == Op::max) return a < b ? b : a;
    if (op == Op::min) return a < b ? a : b;
    if (op == Op::prod) return a * b;
  } else if (op == Op::prod) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }
  return a + b;
}

/// The oracle: element i of the result over the first `terms` members.
template <class T>
T result(Op op, uint64_t seed, const Team& team, size_t terms, size_t i) {
  // max and min of a signed type must compare signed numbers.
  using Whole = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
  using Real = std::conditional_t<std::is_same_v<T, long double>, long double, double>;
  if (terms == 0) return T{};
  const auto fold = [&]<class W>(W first) {
    for (size_t k = 1; k < terms; ++k)
      first = combined<W>(op, first, static_cast<W>(term<T>(op, seed, team.pes[k], i)));
    return first;
  };
  const T first = term<T>(op, seed, team.pes[0], i);
  if constexpr (IsComplex<T>::value)
    return static_cast<T>(fold(static_cast<std::complex<double>>(first)));
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(fold(static_cast<Real>(first)));
  else if (op == Op::max || op == Op::min)
    return static_cast<T>(fold(static_cast<Whole>(first)));
  else
    return static_cast<T>(fold(static_cast<uint64_t>(first)));
}

template <class T>
using TeamSum = int (*)(shmem_team_t, T*, const T*, size_t);
template <class T>
using SetSum = void (*)(T*, const T*, int, int, int, int, T*, long*);

/// A reduction or scan of T over a team or an active set: one of the two functions is called, the other is null.
template <class T>
class Sum : public Case {
 public:
  Sum(const Order& order, Op op, const char* type, TeamSum<T> on_team, SetSum<T> on_set = nullptr)
      : Case(*order.team, order.seed), op_(op), type_(type), on_team_(on_team), on_set_(on_set) {
    count_ = (order.bytes + (order.bytes % 2 ? sizeof(T) - 1 : 0)) / sizeof(T);
    if (on_set) count_ = std::min<size_t>(count_, set_elements);
    in_place = order.turn % 3 == 0;
  }

  std::string text() const override {
    char line[200];
    snprintf(line, sizeof line, "%s of %zu %s on %s '%s' of %zu%s", op_name(op_), count_, type_,
             on_set_ ? "active set" : "team", team.name, team.size(), in_place ? ", in place" : "");
    return line;
  }
  size_t dest_room() const override { return count_ * sizeof(T); }
  size_t source_room() const override { return count_ * sizeof(T); }
  size_t alignment() const override { return sizeof(T); }
  void fill_source(unsigned char* source) const override {
    auto* terms = reinterpret_cast<T*>(source);
    for (size_t i = 0; i < count_; ++i) terms[i] = term<T>(op_, seed, me, i);
  }
  int call(unsigned char* dest, unsigned char* source) const override {
    auto *to = reinterpret_cast<T*>(dest), *from = reinterpret_cast<T*>(source);
    if (on_team_) return on_team_(team.handle, to, from, count_);
    return ::on_set(team, seed, [&](int start, int stride, int size, long* psync) {
      on_set_(to, from, static_cast<int>(count_), start, stride, size, reinterpret_cast<T*>(works[seed % set_calls]),
              psync);
    });
  }
  void model(unsigned char* dest) const override {
    const auto mine = static_cast<size_t>(team.mine);
    const size_t terms = op_ == Op::inclusive ? mine + 1 : op_ == Op::exclusive ? mine : team.size();
    auto* results = reinterpret_cast<T*>(dest);
    for (size_t i = 0; i < count_; ++i) results[i] = result<T>(op_, seed, team, terms, i);
  }
  /// Compares values and not bytes, since a zero may have either sign.
  size_t difference(const unsigned char* seen, const unsigned char* wanted) const override {
    const auto *s = reinterpret_cast<const T*>(seen), *w = reinterpret_cast<const T*>(wanted);
    size_t i = 0;
    while (i < count_ && s[i] == w[i]) ++i;
    return i * sizeof(T);
  }

 private:
  Op op_;
  const char* type_;
  TeamSum<T> on_team_;
  SetSum<T> on_set_;
  size_t count_;
};

/// A typed function of the interface: makes a case from an order, whose own choice of type is ignored.
struct Routine {
  size_t element;
  Make make;
};

template <class T>
Routine routine(Op op, const char* type, TeamSum<T> on_team) {
  return {sizeof(T), [=](const Order& order) { return std::make_unique<Sum<T>>(order, op, type, on_team); }};
}
template <class T>
Routine set_routine(Op op, const char* type, SetSum<T> on_set) {
  return {sizeof(T), [=](const Order& order) { return std::make_unique<Sum<T>>(order, op, type, nullptr, on_set); }};
}

/// Picks the routine whose turn it is.
inline std::unique_ptr<Case> in_turn(const std::vector<Routine>& of_teams, const std::vector<Routine>& of_sets,
                                     const Order& order) {
  const std::vector<Routine>& some = order.as_set ? of_sets : of_teams;
  return some[order.turn % some.size()].make(order);
}

/// A few reductions of different sizes, signs and kinds, for the tests that are not about types.
inline std::unique_ptr<Case> any_reduction(const Order& order) {
  static const std::vector<Routine> of_teams{
      routine(Op::sum, "uint64", shmem_uint64_sum_reduce),
      routine(Op::bitwise_xor, "uchar", shmem_uchar_xor_reduce),
      routine(Op::sum, "double", shmem_double_sum_reduce),
      routine(Op::min, "int16", shmem_int16_min_reduce),
      routine<std::complex<float>>(Op::prod, "complexf", shmem_complexf_prod_reduce),
      routine(Op::max, "int32", shmem_int32_max_reduce),
      routine(Op::sum, "uint8", shmem_uint8_sum_reduce)};
  static const std::vector<Routine> of_sets{
      set_routine(Op::sum, "long", shmem_long_sum_to_all), set_routine(Op::max, "float", shmem_float_max_to_all),
      set_routine(Op::bitwise_and, "short", shmem_short_and_to_all),
      set_routine<std::complex<double>>(Op::prod, "complexd", shmem_complexd_prod_to_all)};
  return in_turn(of_teams, of_sets, order);
}

/// Active sets have no scans, so an order for an active set becomes one for the team.
inline std::unique_ptr<Case> any_scan(Order order) {
  static const std::vector<Routine> of_teams{
      routine(Op::inclusive, "uint64", shmem_uint64_sum_inscan),
      routine(Op::exclusive, "uchar", shmem_uchar_sum_exscan),
      routine(Op::exclusive, "double", shmem_double_sum_exscan),
      routine(Op::inclusive, "int16", shmem_int16_sum_inscan),
      routine<std::complex<float>>(Op::exclusive, "complexf", shmem_complexf_sum_exscan)};
  order.as_set = false;
  return in_turn(of_teams, {}, order);
}

/// Tests each routine with one element, with as many as just fit in a cell, and with more than a cache line for each
/// slice. On several nodes, where calls take longer, each routine has one of the three, depending on the number of PEs.
inline void every_routine(Plan& plan, const std::vector<Routine>& all) {
  const auto members = static_cast<size_t>(n);
  for (size_t kind = 0; kind < 3; ++kind) {
    std::vector<Order> orders;
    for (size_t r = 0; r < all.size(); ++r) {
      const size_t elements[] = {1, 496 / all[r].element, 67 * members};
      if (plan.one_node() || (r + members) % 3 == kind)
        orders.push_back({&plan.teams()[r / 2 % 2], elements[kind] * all[r].element, r});
    }
    plan.perform(plan.heap(), orders, [&](const Order& order) { return all[order.turn].make(order); });
  }
}
