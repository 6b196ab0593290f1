#include "config/partition_spec.hpp"

#include <gtest/gtest.h>

#include <string>

#include "expect_error.hpp"
#include "sizes.hpp"

namespace isthmus::config {
namespace {

constexpr const char* kVariable = "SHMEM_SYMMETRIC_PARTITION3";
PartitionSpec parse(const std::string& value) { return parse_partition(kVariable, 3, value); }

TEST(PartitionSpec, TakesTheSizeAlone) {
  const PartitionSpec spec = parse("SIZE=3.1M");
  EXPECT_EQ(spec.id, 3);
  EXPECT_EQ(spec.size, 3250586U);
  EXPECT_EQ(spec.page_size, 0U);
  EXPECT_EQ(spec.kind, "HOST");
  EXPECT_EQ(spec.policy, "");
  EXPECT_EQ(spec.device, kAutoDevice);
}

TEST(PartitionSpec, TakesADevice) {
  EXPECT_EQ(parse("SIZE=1G:KIND=CUDA:DEVICE=7").device, 7);
  EXPECT_EQ(parse("device=0:size=1g:kind=cuda").device, 0);
  EXPECT_EQ(parse("SIZE=1G:KIND=CUDA:DEVICE=auto").device, kAutoDevice);
  EXPECT_EQ(parse("SIZE=1G:KIND=CUDA:DEVICE=AUTO").kind, "CUDA");
}

TEST(PartitionSpec, TakesFieldsInAnyOrderAndCase) {
  for (const char* value :
       {"SIZE=1G:PGSIZE=2M:KIND=NORMALMEM:POLICY=BIND0", "policy=bind0:kind=normalmem:pgsize=2m:size=1g",
        "Kind=NormalMem:Size=1024M:Policy=Bind0:PgSize=2048K"}) {
    const PartitionSpec spec = parse(value);
    EXPECT_EQ(spec.size, 1024 * kMi) << value;
    EXPECT_EQ(spec.page_size, 2 * kMi) << value;
    EXPECT_EQ(spec.kind, "NORMALMEM") << value;
    EXPECT_EQ(spec.policy, "BIND0") << value;
  }
}

struct Bad {
  const char* value;
  const char* cause;
};
constexpr Bad kBad[] = {
    {"", "SIZE is missing"},
    {"KIND=HOST", "SIZE is missing"},
    {"1G", "'1G' has no '='"},
    {"SIZE=1G:HOST", "'HOST' has no '='"},
    {"SIZE=1G::KIND=HOST", "'' has no '='"},
    {":SIZE=1G", "'' has no '='"},
    {"SIZE=1G:COLOUR=RED", "unknown field 'COLOUR'"},
    {"=1G", "unknown field ''"},
    {"SIZE=1G:DEVICE=", "'' is no device"},
    {"SIZE=1G:DEVICE=-1", "'-1' is no device"},
    {"SIZE=1G:DEVICE=1x", "'1x' is no device"},
    {"SIZE=1G:DEVICE=99999999999", "'99999999999' is no device"},
    {"SIZE=1G:PGSIZE=3M", "PGSIZE is not a power of two"},
};

TEST(PartitionSpec, EveryErrorNamesVariableCauseAndRemedy) {
  for (const auto& [value, cause] : kBad) {
    const std::string message = test::setup_error([v = value] { parse(v); });
    EXPECT_EQ(message.rfind(std::string(kVariable) + "=" + value + ": ", 0), 0U) << message;
    EXPECT_TRUE(test::contains(message, cause));
    EXPECT_TRUE(test::contains(message,
                               "write SIZE=<size>[:PGSIZE=<size>][:KIND=<kind>][:POLICY=<policy>]"
                               "[:DEVICE=<n>|auto]"));
  }
}

TEST(PartitionSpec, BadSizesNameTheirField) {
  const std::string size = test::setup_error([] { parse("SIZE=12Q:KIND=HOST"); });
  EXPECT_TRUE(test::contains(size, std::string(kVariable) + " (SIZE)=12Q: "));
  EXPECT_TRUE(test::contains(size, "write a number"));
  const std::string page = test::setup_error([] { parse("SIZE=1M:PGSIZE=-1"); });
  EXPECT_TRUE(test::contains(page, std::string(kVariable) + " (PGSIZE)=-1: "));
  EXPECT_TRUE(test::contains(page, "write a number"));
  EXPECT_TRUE(test::contains(test::setup_error([] { parse("SIZE=0"); }), "at least 1 byte"));
}

}  // namespace
}  // namespace isthmus::config
