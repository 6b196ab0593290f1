#include <gtest/gtest.h>

#include <string>

#include "config/settings.hpp"
#include "expect_error.hpp"
#include "sizes.hpp"

namespace isthmus::config {
namespace {

struct Valid {
  const char* value;
  std::size_t bytes;
};
// Among these are the two examples of the specification (3.1M, and suffixes after the multiplier being ignored).
constexpr Valid kValid[] = {
    {"512", 512},       {"1", 1},          {"3.1M", 3250586},
    {"3.1m", 3250586},  {".5m", kMi / 2},  {"1.", 1},
    {"1.k", kKi},       {"20k", 20 * kKi}, {"20kk", 20 * kKi},
    {"20KB", 20 * kKi}, {"2GiB", 2 * kGi}, {"0.5t", kTi / 2},
    {"64G", 64 * kGi},  {"1T", kTi},       {"0.0001", 1},
    {"1.5", 2},         {"007", 7},        {"4194304T", std::size_t{1} << 62},
};

TEST(ParseSize, ReadsWhatTheSpecificationAllows) {
  for (const Valid& row : kValid) EXPECT_EQ(parse_size("V", row.value), row.bytes) << row.value;
}

TEST(ParseSize, KeepsEveryBitOfALargeWholeNumber) {
  EXPECT_EQ(parse_size("V", "1152921504606846977"), (std::size_t{1} << 60) + 1);
}

TEST(ParseSize, RefusesTheRestWithNameAndRemedy) {
  for (const char* value : {"", "x", "-1", "+1", "12Q", "1e5", "0x10", " 1", "1 ", ".", "..", "1.2.3", "k", ".k", "nan",
                            "inf", "M5", "1,5", "\xc2\xbd"}) {
    const std::string message = test::setup_error([&] { parse_size("SHMEM_SYMMETRIC_SIZE", value); });
    EXPECT_TRUE(test::contains(message, std::string("SHMEM_SYMMETRIC_SIZE=") + value + ": not a size"));
    EXPECT_TRUE(test::contains(message, "write a number"));
  }
}

TEST(ParseSize, RefusesNothing) {
  for (const char* value : {"0", "0.0", "0G", ".0t"}) {
    const std::string message = test::setup_error([&] { parse_size("V", value); });
    EXPECT_TRUE(test::contains(message, std::string("V=") + value + ": "));
    EXPECT_TRUE(test::contains(message, "at least 1 byte"));
  }
}

TEST(ParseSize, RefusesWhatOverflows) {
  const std::string many_digits(5000, '9');
  for (const std::string& value : {std::string("8388608T"), std::string("9223372036854775808"),
                                   std::string("99999999999T"), many_digits, many_digits + "T"}) {
    const std::string message = test::setup_error([&] { parse_size("V", value); });
    EXPECT_TRUE(test::contains(message, "V=" + value + ": "));
    EXPECT_TRUE(test::contains(message, "write a smaller size"));
  }
}

}  // namespace
}  // namespace isthmus::config
