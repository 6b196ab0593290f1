// Numbers for things, in the order in which they are met.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace isthmus::profile {

/// Knows so many things, and `others`, which stands for all that come later.
template <class Key>
class Numbering {
 public:
  Numbering(std::size_t most, Key others) : most_(most), others_(std::move(others)) {}

  std::uint32_t number_of(const Key& key) {
    const bool is_other = numbers_.size() >= most_ && numbers_.count(key) == 0;
    const auto [found, is_new] =
        numbers_.try_emplace(is_other ? others_ : key, static_cast<std::uint32_t>(keys_.size()));
    if (is_new) keys_.push_back(found->first);
    return found->second;
  }
  const std::vector<Key>& keys() const { return keys_; }
  void forget() {
    numbers_.clear();
    keys_.clear();
  }

 private:
  const std::size_t most_;
  const Key others_;
  std::map<Key, std::uint32_t> numbers_;
  std::vector<Key> keys_;
};

}  // namespace isthmus::profile
