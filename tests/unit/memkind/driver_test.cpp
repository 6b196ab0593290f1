#include "memkind/driver.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "expect_error.hpp"
#include "sizes.hpp"

namespace isthmus::memkind {
namespace {

TEST(Library, SaysWhatIsMissing) {
  const std::string none = test::setup_error([] {
    Library("TEST", {"libisthmus-none.so.7", "libisthmus-none.so"}, "install the driver");
  });
  EXPECT_EQ(none.rfind("KIND=TEST: libisthmus-none.so.7: ", 0), 0U) << none;
  EXPECT_TRUE(test::contains(none, "; install the driver"));
  const Library c_library("TEST", {"libisthmus-none.so.7", "libc.so.6"}, "install the C library");
  const std::string missing = test::setup_error([&] { c_library.find("isthmus_no_such_function"); });
  EXPECT_TRUE(test::contains(missing, "KIND=TEST: the driver's library has no function isthmus_no_such_function"));
}

TEST(Library, FindsFunctionsByTheirType) {
  const Library c_library("TEST", {"libc.so.6"}, "install the C library");
  int (*absolute)(int) = c_library.find("abs");
  EXPECT_EQ(absolute(-41), 41);
  int (*none)(int) = c_library.find_optional("isthmus_no_such_function");
  EXPECT_EQ(none, nullptr);
}

TEST(Library, PrefersWhatTheProcessHas) {
  const Library here("TEST", "malloc", {"libisthmus-none.so.7"}, "nothing");
  void (*release)(void*) = here.find("free");
  EXPECT_NE(release, nullptr);
  test::setup_error([] { Library("TEST", "isthmus_no_such_function", {"libisthmus-none.so.7"}, "nothing"); });
}

TEST(IsLoaded, LoadsNothing) {
  EXPECT_TRUE(is_loaded("libc.so.6"));
  EXPECT_FALSE(is_loaded("libisthmus-none.so.7"));
}

TEST(ChooseDevice, AutoGoesRoundTheVisibleOnes) {
  for (int pe = 0; pe < 9; ++pe)
    for (int visible = 1; visible < 5; ++visible)
      EXPECT_EQ(choose_device({.kind = "CUDA", .node_pe = pe}, visible, "it"), pe % visible);
}

TEST(ChooseDevice, ANumberIsThatDevice) {
  EXPECT_EQ(choose_device({.kind = "CUDA", .device = 2, .node_pe = 1}, 3, "it"), 2);
  const std::string message =
      test::setup_error([] { choose_device({.id = 5, .kind = "CUDA", .device = 3}, 3, "nvidia-smi"); });
  EXPECT_TRUE(test::contains(message, "partition 5 (KIND=CUDA): DEVICE=3 does not exist: this PE sees 3 devices"));
  EXPECT_TRUE(test::contains(message, "nvidia-smi"));
}

TEST(ChooseDevice, RefusesWhatDoesNotApply) {
  EXPECT_TRUE(test::contains(test::setup_error([] { choose_device({.id = 2, .kind = "HIP"}, 0, "rocm-smi"); }),
                             "partition 2 (KIND=HIP): no device is visible; check rocm-smi"));
  for (const config::PartitionSpec& spec : {config::PartitionSpec{.page_size = 2 * kMi, .kind = "ZE"},
                                            config::PartitionSpec{.kind = "ZE", .policy = "LOCAL"}})
    EXPECT_TRUE(test::contains(test::setup_error([&] { choose_device(spec, 1, "it"); }), "are for KIND=HOST"));
}

TEST(Unusable, NamesTheCallAndARemedy) {
  EXPECT_STREQ(unusable("HIP", "hipInit", "hipErrorUnknown", "rocm-smi").what(),
               "KIND=HIP: hipInit failed: hipErrorUnknown; check rocm-smi, or leave KIND=HIP out");
}

TEST(DoesNotFit, TellsWhatThereIs) {
  const config::PartitionSpec spec{.id = 2, .size = std::size_t{200} << 30, .kind = "CUDA"};
  const std::string larger = does_not_fit(spec, 1, {"Test Device", 0, std::size_t{139} << 30}).what();
  EXPECT_TRUE(
      test::contains(larger, "200.0 GiB do not fit on device 1 (Test Device): it has 139.0 GiB; set SIZE lower"));
  const std::string full = does_not_fit(spec, 1, {"Test Device", std::size_t{10} << 30, std::size_t{300} << 30}).what();
  EXPECT_TRUE(test::contains(full, "10.0 GiB of its 300.0 GiB are free; set SIZE lower"));
}

/// A pretended driver that hands out addresses from a given one up, and remembers which are taken.
struct Pretended {
  std::uintptr_t next;
  std::set<void*> taken{};
  std::size_t last_bytes = 0;

  Region place(std::size_t bytes) {
    return memkind::place(
        bytes, 3,
        [this](std::size_t n) {
          last_bytes = n;
          return *taken.insert(reinterpret_cast<void*>(next)).first;
        },
        [this](void* p) { EXPECT_EQ(taken.erase(p), 1U); });
  }
};

TEST(Place, TakesAnAlignedAddressAsItIs) {
  Pretended device{std::uintptr_t{64} * kMi};
  const Region region = device.place(kMi + 1);
  EXPECT_EQ(region.address, reinterpret_cast<void*>(64 * kMi));
  EXPECT_EQ(region.size, 2 * kMi);
  EXPECT_EQ(region.skipped, 0U);
  EXPECT_EQ(region.device, 3);
  EXPECT_EQ(device.last_bytes, 2 * kMi);
}

TEST(Place, AlignsWhatIsNot) {
  for (const std::uintptr_t start : {64 * kMi + 256, 65 * kMi, 66 * kMi - 512}) {
    Pretended device{start};
    const Region region = device.place(4 * kMi);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(region.address), 66 * kMi);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(start_of(region)), start);
    EXPECT_EQ(device.taken, std::set<void*>{start_of(region)});
    EXPECT_LE(start + region.skipped + region.size, start + device.last_bytes);
  }
}

bool can_load(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_LAZY);
  if (handle) dlclose(handle);
  return handle != nullptr;
}

/// Without a driver the message must name it; on a machine that has one, in any of the versions that are tried, nothing
/// is tested.
TEST(DeviceKinds, WithoutTheirDriverNameIt) {
  const struct {
    const Kind& kind;
    const char* library;
    std::vector<const char*> versions;
  } kinds[] = {{kCuda, "libcuda.so.1", {""}},
               {kHip, "libamdhip64.so", {"", ".5", ".6", ".7"}},
               {kZe, "libze_loader.so.1", {""}},
               {kOmp, "libomptarget.so", {"", ".19.1"}}};
  for (const auto& [kind, library, versions] : kinds) {
    ASSERT_NE(kind.device, nullptr);
    EXPECT_EQ(&find_kind("V", kind.name), &kind);
    if (std::any_of(versions.begin(), versions.end(),
                    [name = std::string(library)](const char* version) { return can_load(name + version); }))
      continue;
    if (&kind == &kOmp && dlsym(RTLD_DEFAULT, "omp_target_alloc")) continue;
    const std::string message =
        test::setup_error([&, &k = kind] { k.alloc({.id = 2, .size = kMi, .kind = k.name}, nullptr); });
    EXPECT_EQ(message.rfind(std::string("KIND=") + kind.name + ": " + library, 0), 0U) << message;
    EXPECT_TRUE(test::contains(message, std::string("leave KIND=") + kind.name + " out"));
    int local = 0;
    EXPECT_FALSE(kind.query(&local));
    EXPECT_FALSE(kind.device->adopt(&local));
  }
}

TEST(HostKind, HasNoDevices) {
  EXPECT_EQ(kHost.device, nullptr);
  EXPECT_TRUE(test::contains(test::setup_error([] { kHost.alloc({.id = 2, .size = kMi, .device = 0}, nullptr); }),
                             "partition 2: DEVICE=0 is for device memory"));
}

}  // namespace
}  // namespace isthmus::memkind
