// An ordered set of world PEs: start, start + stride, ... in compact form, or a list where no such form exists.
#pragma once
#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

namespace isthmus::comm {

class PeSet {
 public:
  PeSet() = default;
  PeSet(int start, int stride, int size) : start_(start), stride_(stride), size_(size) {}
  /// `pes` holds no PE twice.
  explicit PeSet(std::vector<int> pes) : size_(static_cast<int>(pes.size())) {
    if (!take_as_triplet(pes)) list_ = std::make_shared<const List>(std::move(pes));
  }

  int size() const { return size_; }
  /// World PE of a member.
  int pe(int member) const { return list_ ? list_->pes[static_cast<std::size_t>(member)] : start_ + member * stride_; }
  /// Member number of a world PE, or -1.
  int find(int pe) const {
    if (list_) return list_->find(pe);
    const int distance = pe - start_;
    if (stride_ == 0) return distance == 0 ? 0 : -1;
    const int member = distance / stride_;
    return distance % stride_ == 0 && member >= 0 && member < size_ ? member : -1;
  }
  /// The distance of consecutive members, or 0 where they have no compact form.
  int stride() const { return list_ ? 0 : stride_; }
  /// All members, where they have no compact form, else null. The list lives as long as any copy of this set.
  const int* list() const { return list_ ? list_->pes.data() : nullptr; }
  /// The members start, start + stride, ... of this set, which must exist.
  PeSet subset(int start, int stride, int size) const {
    if (size == 1) return {pe(start), 1, 1};  // the product of the strides might overflow, and does not matter
    if (!list_) return {pe(start), stride * stride_, size};
    std::vector<int> pes;
    pes.reserve(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) pes.push_back(pe(start + i * stride));
    return PeSet(std::move(pes));
  }

 private:
  /// Never changes, so that copies of the set share it.
  struct List {
    std::vector<int> pes;
    std::vector<int> by_pe;  ///< where the PEs do not ascend: the members, by ascending PE

    explicit List(std::vector<int> in_order) : pes(std::move(in_order)) {
      if (std::is_sorted(pes.begin(), pes.end())) return;
      by_pe.resize(pes.size());
      std::iota(by_pe.begin(), by_pe.end(), 0);
      std::sort(by_pe.begin(), by_pe.end(), [this](int a, int b) { return pe(a) < pe(b); });
    }
    int pe(int member) const { return pes[static_cast<std::size_t>(member)]; }
    int find(int wanted) const {
      if (by_pe.empty()) {
        const auto at = std::lower_bound(pes.begin(), pes.end(), wanted);
        return at != pes.end() && *at == wanted ? static_cast<int>(at - pes.begin()) : -1;
      }
      const auto at =
          std::lower_bound(by_pe.begin(), by_pe.end(), wanted, [this](int member, int p) { return pe(member) < p; });
      return at != by_pe.end() && pe(*at) == wanted ? *at : -1;
    }
  };

  bool take_as_triplet(const std::vector<int>& pes) {
    if (pes.empty()) return true;
    const int stride = size_ > 1 ? pes[1] - pes[0] : 1;
    for (std::size_t i = 1; i < pes.size(); ++i)
      if (pes[i] - pes[i - 1] != stride) return false;
    start_ = pes[0];
    stride_ = stride;
    return true;
  }

  int start_ = 0, stride_ = 1, size_ = 0;
  std::shared_ptr<const List> list_;
};

}  // namespace isthmus::comm
