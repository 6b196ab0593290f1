// A node of listeners with one secret, and descriptors whose contents say which PE they belong to.
#pragma once
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <memory>
#include <string>
#include <vector>

#include "transport/node/descriptor_exchange.hpp"

namespace isthmus::test {

class Node {
 public:
  explicit Node(int n_pes) : secret_(node::make_secret()) {
    for (int pe = 0; pe < n_pes; ++pe) listeners_.push_back(std::make_unique<node::Listener>("unit-test", pe));
  }
  const node::Listener& listener(int pe) const { return *listeners_[static_cast<std::size_t>(pe)]; }
  const std::string& secret() const { return secret_; }
  std::vector<node::Peer> peers_of(int me) const {
    std::vector<node::Peer> peers;
    for (int pe = 0; pe < static_cast<int>(listeners_.size()); ++pe)
      if (pe != me) peers.push_back({pe, listener(pe).address()});
    return peers;
  }

 private:
  std::string secret_;
  std::vector<std::unique_ptr<node::Listener>> listeners_;
};

inline std::string mark(int pe, std::size_t index) {
  return "PE " + std::to_string(pe) + " offer " + std::to_string(index);
}

inline std::uint64_t base_mark(int pe, std::size_t index) { return (static_cast<std::uint64_t>(pe) << 48) + index; }

inline std::vector<node::Offer> marked_offers(int pe, std::size_t count) {
  std::vector<node::Offer> offers;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = mark(pe, i);
    base::Fd fd(memfd_create("unit-test", MFD_CLOEXEC));
    EXPECT_EQ(pwrite(fd.get(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
    offers.push_back({std::move(fd), text.size(), base_mark(pe, i)});
  }
  return offers;
}

inline void expect_marks(const std::vector<std::vector<node::Offer>>& got, const std::vector<node::Peer>& peers,
                         std::size_t count) {
  ASSERT_EQ(got.size(), peers.size());
  for (std::size_t p = 0; p < peers.size(); ++p) {
    ASSERT_EQ(got[p].size(), count) << "from PE " << peers[p].pe;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string expected = mark(peers[p].pe, i);
      std::string seen(64, '\0');
      const ssize_t length = pread(got[p][i].fd.get(), seen.data(), seen.size(), 0);
      ASSERT_GE(length, 0);
      EXPECT_EQ(seen.substr(0, static_cast<std::size_t>(length)), expected);
      EXPECT_EQ(got[p][i].bytes, expected.size());
      EXPECT_EQ(got[p][i].base, base_mark(peers[p].pe, i));
    }
  }
}

}  // namespace isthmus::test
