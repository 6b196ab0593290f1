// Two PEs of a job on two nodes, both in this process, over the double of libfabric.
#pragma once
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/wait.hpp"
#include "transport/ofi/domain.hpp"
#include "transport/ofi/libfabric_double.hpp"
#include "transport/ofi/tx_endpoint.hpp"

namespace isthmus::test {

/// A wait in either PE makes progress on both, as their progress threads would in two processes.
class TwoPes : public ::testing::Test, private base::Progress {
 protected:
  static constexpr std::size_t kWords = 1024;

  TwoPes() { network().reset(); }
  ~TwoPes() override {
    base::progress = nullptr;
    pes_ = {};
  }

  void without_bundles() { bundles_ = false; }
  void open() {
    for (int pe = 0; pe < 2; ++pe) {
      ofi::FabricSettings settings;
      settings.secret = std::string(64, 's');
      settings.bundles = bundles_;
      pes_[index(pe)] = std::make_unique<ofi::Domain>(settings, pe, 2);
      pes_[index(pe)]->register_memory(regions_[index(pe)], memory_[index(pe)].data(), sizeof memory_[0]);
    }
    const std::vector<std::string> addresses{pes_[0]->endpoint_address(), pes_[1]->endpoint_address()};
    for (int pe = 0; pe < 2; ++pe)
      pes_[index(pe)]->connect([=](int other) { return addresses[index(other)]; }, {&regions_[index(pe)]});
    waits_drive_both();
  }
  void waits_drive_both() { base::progress = this; }
  void waits_drive_nobody() { base::progress = nullptr; }

  bool drive() override {
    const bool first = pes_[0]->drive();
    return pes_[1]->drive() || first;
  }
  bool nap(long) override { return drive(); }

  ofi::Domain& pe(int number) { return *pes_[index(number)]; }
  ofi::Endpoint& endpoint() { return pe(0).endpoint(); }
  ofi::Target word_of(int pe, std::size_t word) { return regions_[0].at(pe, word * 8); }
  ofi::AtomicRequest add_one(std::size_t word) { return {ofi::Atomic::add, 8, 1, regions_[0], word * 8, 1}; }
  const ofi::Region& region() const { return regions_[0]; }
  std::uint64_t& memory(int pe, std::size_t word) { return memory_[index(pe)][word]; }

 private:
  bool bundles_ = true;

  static std::size_t index(int pe) { return static_cast<std::size_t>(pe); }

  std::array<std::array<std::uint64_t, kWords>, 2> memory_{};
  std::array<ofi::Region, 2> regions_;
  std::array<std::unique_ptr<ofi::Domain>, 2> pes_;
};

}  // namespace isthmus::test
