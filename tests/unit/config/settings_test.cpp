#include "config/settings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <string>

#include "expect_error.hpp"
#include "sizes.hpp"

namespace isthmus::config {
namespace {

using Environment = std::map<std::string, std::string>;

Settings read(const Environment& environment) {
  return read_settings([&](const char* name) -> const char* {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

Shown shown(const Settings& settings, const std::string& name) {
  const auto row = std::find_if(settings.shown.begin(), settings.shown.end(), [&](auto& s) { return s.name == name; });
  if (row == settings.shown.end()) {
    ADD_FAILURE() << name << " is not shown";
    return {};
  }
  return *row;
}

TEST(Settings, HaveDefaults) {
  const Settings settings = read({});
  EXPECT_EQ(settings.symmetric_size, std::size_t{64} << 30);
  EXPECT_FALSE(settings.check);
  EXPECT_FALSE(settings.debug);
  EXPECT_FALSE(settings.info);
  EXPECT_FALSE(settings.version);
  ASSERT_EQ(settings.partitions.size(), 1U);
  EXPECT_EQ(settings.partitions[0].id, 1);
  EXPECT_EQ(settings.partitions[0].size, std::size_t{64} << 30);
  EXPECT_EQ(settings.partitions[0].kind, "HOST");
}

TEST(Settings, ShmemComesBeforeSma) {
  EXPECT_EQ(read({{"SMA_SYMMETRIC_SIZE", "1M"}}).symmetric_size, kMi);
  EXPECT_EQ(read({{"SHMEM_SYMMETRIC_SIZE", "0"}}).symmetric_size, 1U);
  EXPECT_EQ(read({{"SMA_SYMMETRIC_SIZE", "1M"}, {"SHMEM_SYMMETRIC_SIZE", "2M"}}).symmetric_size, 2 * kMi);
  // The deprecated SMA_ name is not parsed if the SHMEM_ name is set.
  EXPECT_EQ(read({{"SMA_SYMMETRIC_SIZE", "bad"}, {"SHMEM_SYMMETRIC_SIZE", "2M"}}).symmetric_size, 2 * kMi);
}

TEST(Settings, CanBeAskedForByName) {
  const Settings settings = read({{"SHMEM_CHECK", "1"}, {"SMA_BARRIER_ALGORITHM", "flat"}});
  EXPECT_EQ(value(settings, "CHECK"), "1");
  EXPECT_EQ(value(settings, "BARRIER_ALGORITHM"), "flat");
  EXPECT_EQ(value(settings, "PEER_TIMEOUT"), "8");
  EXPECT_THROW(value(settings, "NO_SUCH_SETTING"), std::logic_error);
}

TEST(Settings, TheErrorNamesTheVariableThatWasSet) {
  const std::string message = test::setup_error([] { read({{"SMA_SYMMETRIC_SIZE", "bad"}}); });
  EXPECT_EQ(message.rfind("SMA_SYMMETRIC_SIZE=bad: ", 0), 0U) << message;
}

TEST(Settings, AChoiceIsOneOfThree) {
  EXPECT_EQ(read({}).ofi_hmem, Choice::automatic);
  EXPECT_EQ(read({{"SHMEM_OFI_HMEM", "auto"}}).ofi_hmem, Choice::automatic);
  EXPECT_EQ(read({{"SHMEM_OFI_HMEM", "off"}}).ofi_hmem, Choice::off);
  EXPECT_EQ(read({{"SHMEM_OFI_HMEM", "on"}}).ofi_hmem, Choice::on);
  for (const char* value : {"", "1", "On", "yes"}) {
    const std::string message = test::setup_error([&] { read({{"SHMEM_OFI_HMEM", value}}); });
    EXPECT_EQ(message, std::string("SHMEM_OFI_HMEM=") + value + ": not a choice; write auto, off or on");
  }
}

TEST(Settings, ALimitCanBeOfAKind) {
  const auto limits = [](const char* value) {
    const ByKind limit = read({{"SHMEM_DEVICE_SMALL", value}}).device_small;
    return std::array{limit.of("CUDA"), limit.of("ZE"), limit.of("HIP")};
  };
  EXPECT_EQ(limits("4K"), (std::array<std::size_t, 3>{4096, 4096, 4096}));
  EXPECT_EQ(limits("ZE=0"), (std::array<std::size_t, 3>{2048, 0, 2048}));
  EXPECT_EQ(limits("1K,ZE=8,CUDA=1M"), (std::array<std::size_t, 3>{1 << 20, 8, 1024}));
  for (const char* wrong : {"", "ZE=", "1K,", "ZE=8,,CUDA=8", "ZE=much"})
    EXPECT_NE(test::setup_error([&] { limits(wrong); }).find("not a size"), std::string::npos) << wrong;
  const auto slice = [] { read({{"SHMEM_DEVICE_SLICE", "64K,ZE=0"}}); };
  EXPECT_NE(test::setup_error(slice).find("at least 1 byte"), std::string::npos);
}

TEST(Settings, FlagsAreOnWithAnyValue) {
  for (const char* value : {"1", "0", "", "yes"}) {
    EXPECT_TRUE(read({{"SHMEM_DEBUG", value}}).debug) << value;
    EXPECT_TRUE(read({{"SMA_INFO", value}}).info) << value;
    EXPECT_TRUE(read({{"SHMEM_VERSION", value}}).version) << value;
  }
}

TEST(Settings, SwitchesAreZeroOrOne) {
  EXPECT_TRUE(read({{"SHMEM_CHECK", "1"}}).check);
  EXPECT_FALSE(read({{"SHMEM_CHECK", "0"}}).check);
  for (const char* value : {"", "yes", "2", "01", " 1", "true"}) {
    const std::string message = test::setup_error([&] { read({{"SHMEM_CHECK", value}}); });
    EXPECT_TRUE(test::contains(message, std::string("SHMEM_CHECK=") + value + ": "));
    EXPECT_TRUE(test::contains(message, "write 0 or 1"));
  }
}

TEST(Settings, PartitionOneReplacesTheSize) {
  const Settings settings = read({{"SHMEM_SYMMETRIC_SIZE", "1M"}, {"SHMEM_SYMMETRIC_PARTITION1", "SIZE=3M"}});
  ASSERT_EQ(settings.partitions.size(), 1U);
  EXPECT_EQ(settings.partitions[0].size, 3 * kMi);
}

TEST(Settings, PartitionsComeById) {
  const Settings settings = read({{"SMA_SYMMETRIC_PARTITION7", "SIZE=7M"},
                                  {"SHMEM_SYMMETRIC_PARTITION2", "SIZE=2M"},
                                  {"SHMEM_SYMMETRIC_PARTITION127", "SIZE=1M"},
                                  {"SMA_SYMMETRIC_PARTITION2", "SIZE=bad"},
                                  {"SHMEM_SYMMETRIC_SIZE", "1M"}});
  ASSERT_EQ(settings.partitions.size(), 4U);
  EXPECT_EQ(settings.partitions[0].id, 1);
  EXPECT_EQ(settings.partitions[1].id, 2);
  EXPECT_EQ(settings.partitions[1].size, 2 * kMi);
  EXPECT_EQ(settings.partitions[2].id, 7);
  EXPECT_EQ(settings.partitions[2].size, 7 * kMi);
  EXPECT_EQ(settings.partitions[3].id, 127);
}

TEST(Settings, PartitionZeroIsRefused) {
  const std::string message = test::setup_error([] { read({{"SHMEM_SYMMETRIC_PARTITION0", "SIZE=1M"}}); });
  EXPECT_TRUE(test::contains(message, "SHMEM_SYMMETRIC_PARTITION0=SIZE=1M: "));
  EXPECT_TRUE(test::contains(message, "partition ids"));
}

TEST(Settings, AreShownWithValueAndOrigin) {
  const Settings settings = read({{"SMA_SYMMETRIC_SIZE", "1M"}, {"SHMEM_SYMMETRIC_PARTITION2", "SIZE=2M"}});
  EXPECT_EQ(shown(settings, "SHMEM_SYMMETRIC_SIZE").value, "1M");
  EXPECT_EQ(shown(settings, "SHMEM_SYMMETRIC_SIZE").origin, "SMA_SYMMETRIC_SIZE");
  EXPECT_EQ(shown(settings, "SHMEM_SYMMETRIC_SIZE").fallback, "64G");
  EXPECT_EQ(shown(settings, "SHMEM_CHECK").value, "0");
  EXPECT_EQ(shown(settings, "SHMEM_CHECK").origin, "default");
  EXPECT_EQ(shown(settings, "SHMEM_DEBUG").value, "");
  EXPECT_EQ(shown(settings, "SHMEM_SYMMETRIC_PARTITION2").value, "SIZE=2M");
}

TEST(Settings, TheTableHasOneAlignedLineEach) {
  const Settings settings = read({});
  const std::string lines = table(settings.shown);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), static_cast<std::ptrdiff_t>(settings.shown.size()));
  std::size_t help_column = 0;
  for (std::size_t i = 0, start = 0; i < settings.shown.size(); ++i) {
    const std::size_t end = lines.find('\n', start);
    const std::size_t column = lines.find(settings.shown[i].help, start) - start;
    ASSERT_LT(column, end - start) << settings.shown[i].name;
    if (i == 0) help_column = column;
    EXPECT_EQ(column, help_column) << settings.shown[i].name;
    start = end + 1;
  }
}

TEST(Settings, ThatAllMustHaveAlikeAreThoseThatCallsDependOn) {
  EXPECT_EQ(same_everywhere(read({})), same_everywhere(read({{"SHMEM_DEBUG", "1"}, {"SHMEM_OFI_DOMAIN", "eth7"}})));
  for (const char* variable : {"SHMEM_CHECK", "SHMEM_OFI_VIRTUAL", "SHMEM_SCAN_ALGORITHM", "SHMEM_DEVICE_SLICE"})
    EXPECT_NE(same_everywhere(read({})), same_everywhere(read({{variable, "1"}}))) << variable;
}

TEST(Settings, AlmostNamedAreToldApartFromTheRest) {
  const auto told = [](const char* variable) {
    const std::vector<std::string> lines = misspelt(std::vector<std::string>{variable});
    return lines.empty() ? "" : lines.front();
  };
  EXPECT_EQ(told("SHMEM_SYMMETRIC_SZIE"), "SHMEM_SYMMETRIC_SZIE is not a setting; did you mean SHMEM_SYMMETRIC_SIZE?");
  EXPECT_EQ(told("SMA_CHEK"), "SMA_CHEK is not a setting; did you mean SMA_CHECK?");
  EXPECT_EQ(told("SHMEM_SYMMETRIC_HEAP_SIZE"),  // of Open MPI
            "SHMEM_SYMMETRIC_HEAP_SIZE is not a setting; did you mean SHMEM_SYMMETRIC_SIZE?");
  EXPECT_EQ(told("SMA_HEAP_SIZE"), "SMA_HEAP_SIZE is not a setting; did you mean SMA_SYMMETRIC_SIZE?");
  for (const char* other : {"SHMEM_CHECK", "SHMEM_SYMMETRIC_PARTITION2", "SHMEM_BACKTRACE", "SHMEM_X", "SYMMETRIC_SZIE"})
    EXPECT_EQ(told(other), "");
}

}  // namespace
}  // namespace isthmus::config
