// An ordered set of world PEs: start, start + stride, ... in compact form, or a list where no such form exists.
#pragma once
#include <algorithm>
#include <numeric>
#include <vector>

namespace isthmus::comm {

class PeSet {
 public:
  PeSet() = default;
  PeSet(int start, int stride, int size) : start_(start), stride_(stride), size_(size) {}
  /// No PE twice.
  explicit PeSet(std::vector<int> list) : size_(static_cast<int>(list.size())), list_(std::move(list)) {
    compact();
    index();
  }

  int size() const { return size_; }
  /// World PE of a member.
  int pe(int member) const {
    return list_.empty() ? start_ + member * stride_ : list_[static_cast<std::size_t>(member)];
  }
  /// Member number of a world PE, or -1.
  int find(int pe) const {
    if (!list_.empty()) return find_in_list(pe);
    const int distance = pe - start_;
    if (stride_ == 0) return distance == 0 ? 0 : -1;
    const int member = distance / stride_;
    return distance % stride_ == 0 && member >= 0 && member < size_ ? member : -1;
  }
  /// The members start, start + stride, ... of this set, which must exist.
  PeSet subset(int start, int stride, int size) const {
    if (size == 1) return {pe(start), 1, 1};  // with any stride, also one that multiplied is no int
    if (list_.empty()) return {pe(start), stride * stride_, size};
    std::vector<int> list;
    list.reserve(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) list.push_back(pe(start + i * stride));
    return PeSet(std::move(list));
  }

 private:
  void compact() {
    const int stride = size_ > 1 ? list_[1] - list_[0] : 1;
    for (std::size_t i = 1; i < list_.size(); ++i)
      if (list_[i] - list_[i - 1] != stride) return;
    if (size_ == 0) return;
    start_ = list_[0];
    stride_ = stride;
    list_ = {};
  }

  void index() {
    if (std::is_sorted(list_.begin(), list_.end())) return;
    by_pe_.resize(list_.size());
    std::iota(by_pe_.begin(), by_pe_.end(), 0);
    std::sort(by_pe_.begin(), by_pe_.end(), [this](int a, int b) { return pe(a) < pe(b); });
  }

  int find_in_list(int pe_wanted) const {
    if (by_pe_.empty()) {
      const auto at = std::lower_bound(list_.begin(), list_.end(), pe_wanted);
      return at != list_.end() && *at == pe_wanted ? static_cast<int>(at - list_.begin()) : -1;
    }
    const auto at =
        std::lower_bound(by_pe_.begin(), by_pe_.end(), pe_wanted, [this](int member, int p) { return pe(member) < p; });
    return at != by_pe_.end() && pe(*at) == pe_wanted ? *at : -1;
  }

  int start_ = 0, stride_ = 1, size_ = 0;
  std::vector<int> list_;
  std::vector<int> by_pe_;  ///< of a list that does not ascend: the members, by ascending PE
};

}  // namespace isthmus::comm
