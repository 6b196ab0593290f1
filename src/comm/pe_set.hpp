// An ordered set of world PEs: start, start + stride, ... in compact form, or a list where no such form exists.
#pragma once
#include <algorithm>
#include <vector>

namespace isthmus::comm {

class PeSet {
 public:
  PeSet() = default;
  PeSet(int start, int stride, int size) : start_(start), stride_(stride), size_(size) {}
  explicit PeSet(std::vector<int> list) : size_(static_cast<int>(list.size())), list_(std::move(list)) { compact(); }

  int size() const { return size_; }
  /// World PE of a member.
  int pe(int member) const {
    return list_.empty() ? start_ + member * stride_ : list_[static_cast<std::size_t>(member)];
  }
  /// Member number of a world PE, or -1.
  int find(int pe) const {
    if (!list_.empty()) {
      const auto at = std::find(list_.begin(), list_.end(), pe);
      return at == list_.end() ? -1 : static_cast<int>(at - list_.begin());
    }
    const int distance = pe - start_;
    if (stride_ == 0) return distance == 0 ? 0 : -1;
    const int member = distance / stride_;
    return distance % stride_ == 0 && member >= 0 && member < size_ ? member : -1;
  }
  /// The members start, start + stride, ... of this set, which must exist.
  PeSet subset(int start, int stride, int size) const {
    if (list_.empty()) return {pe(start), stride * stride_, size};
    std::vector<int> list;
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
    list_.clear();
  }

  int start_ = 0, stride_ = 1, size_ = 0;
  std::vector<int> list_;
};

}  // namespace isthmus::comm
