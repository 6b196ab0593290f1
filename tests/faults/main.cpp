#include <gtest/gtest.h>

#include "launched.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  faults::enter_sandbox();
  return RUN_ALL_TESTS();
}
