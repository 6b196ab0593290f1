// Checks that a call throws base::SetupError, and returns its message.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"

namespace isthmus::test {

/// Returns an empty message, with a failure recorded, if `call` does not throw.
template <class Call>
std::string setup_error(Call&& call) {
  try {
    call();
  } catch (const base::SetupError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << "more than one line: " << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no SetupError was thrown";
  return {};
}

inline ::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << part << "' is not in: " << text;
}

}  // namespace isthmus::test
