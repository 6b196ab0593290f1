// What the members of a communicator compare before they share memory.
#include "settings.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

namespace isthmus::mpi {
namespace {

unsigned fingerprint_with(const std::string& name, const char* value) {
  setenv(name.c_str(), value, 1);
  const unsigned number = fingerprint();
  unsetenv(name.c_str());
  return number;
}

/// Every setting by which members divide work: one of them alone must show, whatever the others have set.
TEST(FingerprintTest, EachSettingShows) {
  std::set<unsigned> seen{fingerprint()};
  std::size_t count = 1;
  for (const char* const name : {"SLICE", "REDUCE_KERNEL", "OVER_NODES", "PIECE", "BACKGROUND", "STAGED_BROADCAST",
                                 "STAGED_FCOLLECT", "STAGED_ALLTOALL"}) {
    seen.insert(fingerprint_with(std::string("ISTHMUS_MPI_DEVICE_") + name, "1K"));
    EXPECT_EQ(seen.size(), ++count) << name << " looks like another one, or like none";
  }
}

TEST(FingerprintTest, OnlyTheValueCounts) {
  EXPECT_EQ(fingerprint_with("ISTHMUS_MPI_DEVICE_SLICE", "2K"), fingerprint_with("ISTHMUS_MPI_DEVICE_SLICE", "2K"));
  EXPECT_NE(fingerprint_with("ISTHMUS_MPI_DEVICE_SLICE", "2K"), fingerprint_with("ISTHMUS_MPI_DEVICE_SLICE", "4K"));
}

}  // namespace
}  // namespace isthmus::mpi
