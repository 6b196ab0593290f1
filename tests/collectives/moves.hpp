// Test cases of the operations that move data, in their typed and untyped forms.
#pragma once
#include <shmemx.h>

#include "plan.hpp"

struct Form {
  const char* name;
  size_t element;
  int (*broadcast)(shmem_team_t, void*, const void*, size_t, int);
  int (*collect)(shmem_team_t, void*, const void*, size_t);
  int (*fcollect)(shmem_team_t, void*, const void*, size_t);
  int (*alltoall)(shmem_team_t, void*, const void*, size_t);
  int (*alltoalls)(shmem_team_t, void*, const void*, ptrdiff_t, ptrdiff_t, size_t);
};

#define THREE(FUNCTION, TYPE)                                                      \
  [](shmem_team_t t, void* d, const void* s, size_t count) {                       \
    return FUNCTION(t, static_cast<TYPE*>(d), static_cast<const TYPE*>(s), count); \
  }
#define FAMILY(PREFIX, SUFFIX, TYPE)                                                                              \
  [](shmem_team_t t, void* d, const void* s, size_t count, int root) {                                            \
    return PREFIX##broadcast##SUFFIX(t, static_cast<TYPE*>(d), static_cast<const TYPE*>(s), count, root);         \
  },                                                                                                              \
      THREE(PREFIX##collect##SUFFIX, TYPE), THREE(PREFIX##fcollect##SUFFIX, TYPE),                                \
      THREE(PREFIX##alltoall##SUFFIX, TYPE),                                                                      \
      [](shmem_team_t t, void* d, const void* s, ptrdiff_t dst, ptrdiff_t sst, size_t count) {                    \
        return PREFIX##alltoalls##SUFFIX(t, static_cast<TYPE*>(d), static_cast<const TYPE*>(s), dst, sst, count); \
      }
#define TYPED(NAME, TYPE) {#NAME, sizeof(TYPE), FAMILY(shmem_##NAME##_, , TYPE)},
inline const Form forms[] = {ISTHMUS_RMA_TYPES(TYPED){"mem", 1, FAMILY(shmem_, mem, void)}};
#undef TYPED
#undef FAMILY
#undef THREE

/// One call of a data movement, in the typed or untyped form that the order's turn chooses.
class Move : public Case {
 public:
  /// Active sets have forms for 4 and 8 bytes alone. An odd number of bytes needs the untyped form.
  explicit Move(const Order& order)
      : Case(*order.team, order.seed), form_(choose(order)), element_(element(order)), as_set_(order.as_set) {}

  size_t alignment() const override { return element_; }

 protected:
  /// The number of elements in each block when `bytes` are spread over `blocks`: rounded up if `bytes` is odd and down
  /// if it is even, so that sizes on both sides of a threshold occur. The same on all PEs.
  size_t elements(size_t bytes, size_t blocks = 1) const {
    return (bytes + (bytes % 2 ? blocks * element_ - 1 : 0)) / (blocks * element_);
  }
  size_t bytes_of(size_t elements) const { return elements * element_; }
  std::string describe(const char* operation, size_t count) const {
    char line[200];
    snprintf(line, sizeof line, "%s%s of %zu elements of %zu bytes (%s) on team '%s' of %zu", operation,
             as_set_ ? " as active set" : "", count, element_, form_.name, team.name, team.size());
    return line;
  }
  /// Calls the 32-bit or the 64-bit form on the team's active set.
  template <class Call32, class Call64>
  int set_call(Call32 call32, Call64 call64) const {
    return element_ == 4 ? on_set(team, seed, call32) : on_set(team, seed, call64);
  }

  const Form& form_;
  const size_t element_;
  const bool as_set_;

 private:
  static const Form& choose(const Order& order) {
    const Form& form = forms[order.turn % std::size(forms)];
    return order.bytes % form.element == 0 ? form : forms[std::size(forms) - 1];
  }
  static size_t element(const Order& order) {
    return order.as_set ? (order.turn % 4 == 0 ? 4 : 8) : choose(order).element;
  }
};

class Broadcast : public Move {
 public:
  explicit Broadcast(const Order& order) : Move(order), count_(elements(order.bytes)), root_(order.chosen_root()) {}

  std::string text() const override { return describe("broadcast", count_) + " from number " + std::to_string(root_); }
  size_t dest_room() const override { return bytes_of(count_); }
  size_t source_room() const override { return bytes_of(count_); }
  void fill_source(unsigned char* source) const override { fill_pattern(source, bytes_of(count_), seed, me, 0); }
  int call(unsigned char* dest, unsigned char* source) const override {
    if (!as_set_) return form_.broadcast(team.handle, dest, source, count_, root_);
    return set_call([&](int start, int stride, int size,
                        long* psync) { shmem_broadcast32(dest, source, count_, root_, start, stride, size, psync); },
                    [&](int start, int stride, int size, long* psync) {
                      shmem_broadcast64(dest, source, count_, root_, start, stride, size, psync);
                    });
  }
  void model(unsigned char* dest) const override {
    if (as_set_ && team.mine == root_) return;  // over an active set the root's own dest is unchanged
    fill_pattern(dest, bytes_of(count_), seed, team.pes[static_cast<size_t>(root_)], 0);
  }

 private:
  const size_t count_;
  const int root_;
};

class Fcollect : public Move {
 public:
  explicit Fcollect(const Order& order) : Move(order), count_(elements(order.bytes)) {}

  std::string text() const override { return describe("fcollect", count_); }
  size_t dest_room() const override { return team.most * bytes_of(count_); }
  size_t source_room() const override { return bytes_of(count_); }
  void fill_source(unsigned char* source) const override { fill_pattern(source, bytes_of(count_), seed, me, 0); }
  int call(unsigned char* dest, unsigned char* source) const override {
    if (!as_set_) return form_.fcollect(team.handle, dest, source, count_);
    return set_call([&](int start, int stride, int size,
                        long* psync) { shmem_fcollect32(dest, source, count_, start, stride, size, psync); },
                    [&](int start, int stride, int size, long* psync) {
                      shmem_fcollect64(dest, source, count_, start, stride, size, psync);
                    });
  }
  void model(unsigned char* dest) const override {
    for (const int pe : team.pes) {
      fill_pattern(dest, bytes_of(count_), seed, pe, 0);
      dest += bytes_of(count_);
    }
  }

 private:
  const size_t count_;
};

/// A collect with unequal contributions: some members bring nothing, some all of the ordered bytes and some a part of
/// them; every fourth time all bring the same.
class Collect : public Move {
 public:
  explicit Collect(const Order& order) : Move(order), most_(elements(order.bytes)), alike_(order.turn % 4 == 0) {}

  std::string text() const override { return describe("collect", most_); }
  size_t dest_room() const override { return team.most * bytes_of(most_); }
  size_t source_room() const override { return bytes_of(most_); }
  void fill_source(unsigned char* source) const override { fill_pattern(source, bytes_of(most_), seed, me, 0); }
  int call(unsigned char* dest, unsigned char* source) const override {
    const size_t count = brings(me);
    if (!as_set_) return form_.collect(team.handle, dest, source, count);
    return set_call([&](int start, int stride, int size,
                        long* psync) { shmem_collect32(dest, source, count, start, stride, size, psync); },
                    [&](int start, int stride, int size, long* psync) {
                      shmem_collect64(dest, source, count, start, stride, size, psync);
                    });
  }
  void model(unsigned char* dest) const override {
    for (const int pe : team.pes) {
      fill_pattern(dest, bytes_of(brings(pe)), seed, pe, 0);
      dest += bytes_of(brings(pe));
    }
  }

 private:
  size_t brings(int pe) const {
    const uint64_t roll = pattern(seed, pe, 9, 0);
    if (alike_ || roll % 4 == 0) return most_;
    return roll % 4 == 1 ? 0 : roll / 4 % (most_ + 1);
  }

  const size_t most_;
  const bool alike_;
};

/// alltoall is tested as alltoalls with strides of 1. The ordered bytes are the sum over all blocks.
class Alltoalls : public Move {
 public:
  Alltoalls(const Order& order, bool strides)
      : Move(order),
        strides_(strides),
        count_(elements(order.bytes, team.most)),
        to_(strides ? 1 + order.turn % 3 : 1),
        from_(strides ? 1 + order.turn / 3 % 3 : 1) {}

  std::string text() const override {
    return describe("alltoall", count_) + " by strides " + std::to_string(to_) + ", " + std::to_string(from_);
  }
  size_t dest_room() const override { return room(to_); }
  size_t source_room() const override { return room(from_); }
  void fill_source(unsigned char* source) const override {
    memset(source, 0x99, source_room());
    scatter(source, from_, [&](size_t member) { return std::pair(me, team.pes[member]); });
  }
  int call(unsigned char* dest, unsigned char* source) const override {
    const auto to = static_cast<ptrdiff_t>(to_), from = static_cast<ptrdiff_t>(from_);
    if (!as_set_)
      return strides_ ? form_.alltoalls(team.handle, dest, source, to, from, count_)
                      : form_.alltoall(team.handle, dest, source, count_);
    if (!strides_)
      return set_call([&](int start, int stride, int size,
                          long* psync) { shmem_alltoall32(dest, source, count_, start, stride, size, psync); },
                      [&](int start, int stride, int size, long* psync) {
                        shmem_alltoall64(dest, source, count_, start, stride, size, psync);
                      });
    return set_call([&](int start, int stride, int size,
                        long* psync) { shmem_alltoalls32(dest, source, to, from, count_, start, stride, size, psync); },
                    [&](int start, int stride, int size, long* psync) {
                      shmem_alltoalls64(dest, source, to, from, count_, start, stride, size, psync);
                    });
  }
  void model(unsigned char* dest) const override {
    scatter(dest, to_, [&](size_t member) { return std::pair(team.pes[member], me); });
  }

 private:
  size_t room(size_t stride) const { return team.most * stride * bytes_of(count_); }
  /// Block by block, the data that goes from one PE to another.
  template <class Ends>
  void scatter(unsigned char* buffer, size_t stride, Ends ends) const {
    std::vector<unsigned char> block(bytes_of(count_) + 8);
    for (size_t member = 0; member < team.size(); ++member) {
      const auto [from, to] = ends(member);
      unsigned char* first = buffer + member * count_ * stride * element_;
      if (stride == 1) {
        fill_pattern(first, bytes_of(count_), seed, from, to);
        continue;
      }
      fill_pattern(block.data(), bytes_of(count_), seed, from, to);
      for (size_t i = 0; i < count_; ++i) memcpy(first + i * stride * element_, block.data() + i * element_, element_);
    }
  }

  const bool strides_;
  const size_t count_, to_, from_;
};

/// Gather is an extension and moves bytes alone; active sets have no form of it.
class Gather : public Move {
 public:
  explicit Gather(const Order& order) : Move(order), bytes_(order.bytes), root_(order.chosen_root()) {}

  std::string text() const override { return describe("gather", bytes_) + " to number " + std::to_string(root_); }
  size_t dest_room() const override { return team.most * bytes_; }
  size_t source_room() const override { return bytes_; }
  void fill_source(unsigned char* source) const override { fill_pattern(source, bytes_, seed, me, 0); }
  int call(unsigned char* dest, unsigned char* source) const override {
    return shmemx_gathermem(team.handle, dest, source, bytes_, root_);
  }
  void model(unsigned char* dest) const override {
    if (team.mine != root_) return;  // only the root's dest is written
    for (const int pe : team.pes) {
      fill_pattern(dest, bytes_, seed, pe, 0);
      dest += bytes_;
    }
  }

 private:
  const size_t bytes_;
  const int root_;
};

/// The ordered bytes are the sum over all blocks.
class Scatter : public Move {
 public:
  explicit Scatter(const Order& order)
      : Move(order),
        bytes_((order.bytes + order.bytes % 2 * (team.most - 1)) / team.most),
        root_(order.chosen_root()) {}

  std::string text() const override { return describe("scatter", bytes_) + " from number " + std::to_string(root_); }
  size_t dest_room() const override { return bytes_; }
  size_t source_room() const override { return team.most * bytes_; }
  void fill_source(unsigned char* source) const override {
    for (const int pe : team.pes) {
      fill_pattern(source, bytes_, seed, me, pe);
      source += bytes_;
    }
  }
  int call(unsigned char* dest, unsigned char* source) const override {
    return shmemx_scattermem(team.handle, dest, source, bytes_, root_);
  }
  void model(unsigned char* dest) const override { fill_pattern(dest, bytes_, seed, team.pes[static_cast<size_t>(root_)], me); }

 private:
  const size_t bytes_;
  const int root_;
};

/// One call of each.
inline void every_form(Plan& plan, const Make& make) {
  std::vector<Order> orders;
  for (uint64_t turn = 0; turn < std::size(forms); ++turn) orders.push_back({&plan.teams()[turn % 2], 432, turn});
  plan.perform(plan.statics(), orders, make);
}
