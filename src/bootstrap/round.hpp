// What all PEs published in one round, as oshrun hands it out: for each PE the end of its packed values, counted from
// the first PE's, as 64 bits in host byte order; then the packed values of all PEs in order. The PEs of a host share
// one copy, in which they look values up in place.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/mapping.hpp"

namespace isthmus::bootstrap {

/// The bytes of a round; `values` has those of each PE.
inline std::string pack_round(const std::vector<std::string_view>& values) {
  std::string bytes;
  std::uint64_t end = 0;
  for (const std::string_view each : values) {
    end += each.size();
    bytes.append(reinterpret_cast<const char*>(&end), sizeof end);
  }
  for (const std::string_view each : values) bytes.append(each);
  return bytes;
}

class Round {
 public:
  /// Throws base::SetupError when the bytes cannot be those of a round of `n` PEs.
  Round(base::Mapping shared, int n) : shared_(std::move(shared)), n_(static_cast<std::size_t>(n)) { check(); }
  Round(std::string own, int n) : own_(std::move(own)), n_(static_cast<std::size_t>(n)) { check(); }

  /// The packed values of a PE.
  std::string_view of(int pe) const {
    const auto index = static_cast<std::size_t>(pe);
    const std::uint64_t from = index == 0 ? 0 : end(index - 1), to = end(index);
    const std::string_view values = bytes().substr(n_ * sizeof(std::uint64_t));
    if (from > to || to > values.size()) throw base::SetupError("the launcher sent a truncated message");
    return values.substr(from, to - from);
  }
  /// Whether nobody published anything.
  bool empty() const { return end(n_ - 1) == 0; }

 private:
  std::string_view bytes() const {
    return shared_ ? std::string_view(static_cast<const char*>(shared_.get()), shared_.size()) : own_;
  }
  std::uint64_t end(std::size_t index) const {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes().data() + index * sizeof value, sizeof value);
    return value;
  }
  void check() const {
    if (bytes().size() < n_ * sizeof(std::uint64_t)) throw base::SetupError("the launcher sent a truncated message");
  }

  base::Mapping shared_;
  std::string own_;
  std::size_t n_;
};

}  // namespace isthmus::bootstrap
