// Lifelines of several PEs in one process, connected over loopback.
#pragma once
#include <gtest/gtest.h>
#include <poll.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "transport/lifeline/lifeline.hpp"

namespace isthmus::test {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

inline const std::string kSecret = "sixteen  secrets";

inline std::string host_of(int pe) { return "host-" + std::to_string(pe / 2); }

class Ring {
 public:
  explicit Ring(int n_pes, std::chrono::milliseconds timeout = 2s) {
    for (int pe = 0; pe < n_pes; ++pe)
      pes_.push_back(std::make_unique<lifeline::Lifeline>("127.0.0.1", kSecret, pe, n_pes, timeout,
                                                          [this, pe](int gone, const std::string& host) {
                                                            told_.emplace(pe, lifeline::Neighbour{gone, {}, host});
                                                          }));
    for (const auto& pe : pes_) addresses_.push_back(pe->address());
  }

  lifeline::Lifeline& operator[](int pe) { return *pes_[static_cast<std::size_t>(pe)]; }
  lifeline::Neighbour find(int pe) const { return {pe, addresses_[static_cast<std::size_t>(pe)], host_of(pe)}; }
  void connect(int pe) {
    (*this)[pe].connect([this](int neighbour) { return find(neighbour); });
  }
  void connect_all() {
    std::vector<std::thread> threads;
    for (int pe = 0; pe < static_cast<int>(pes_.size()); ++pe) threads.emplace_back([this, pe] { connect(pe); });
    for (std::thread& thread : threads) thread.join();
  }

  /// Closes the PE's sockets without a farewell, as its death would.
  void kill(int pe) { pes_[static_cast<std::size_t>(pe)].reset(); }

  /// Does what a progress thread does, for all PEs, until `n_told` of them were told of a death or `limit` has passed.
  void progress(std::size_t n_told, std::chrono::milliseconds limit) {
    const auto deadline = Clock::now() + limit;
    while (told_.size() < n_told && Clock::now() < deadline) {
      std::vector<pollfd> polled;
      for (const auto& pe : pes_)
        if (pe) polled.push_back({pe->fd(), POLLIN, 0});
      if (poll(polled.data(), polled.size(), 20) <= 0) continue;
      for (const auto& pe : pes_)
        if (pe) pe->handle();
    }
  }

  /// Which PE was told of the death of which neighbour.
  const std::map<int, lifeline::Neighbour>& told() const { return told_; }

 private:
  std::vector<std::unique_ptr<lifeline::Lifeline>> pes_;
  std::vector<std::string> addresses_;
  std::map<int, lifeline::Neighbour> told_;
};

}  // namespace isthmus::test
