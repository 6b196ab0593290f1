// Which address of a host the lifeline chooses, from lists that the tests make up, and from this machine's own
// interfaces.
#include "transport/lifeline/interfaces.hpp"

#include <gtest/gtest.h>

#include "expect_error.hpp"
#include "transport/lifeline/tcp.hpp"

namespace isthmus::lifeline {
namespace {

const Interface kLoopback{.name = "lo", .address = "127.0.0.1", .loopback = true};
const Interface kLoopback6{.name = "lo", .address = "::1", .loopback = true};
const Interface kEthernet{.name = "eth0", .address = "10.1.2.3"};
const Interface kEthernet6{.name = "eth0", .address = "fd00::3"};
const Interface kEthernetLink6{.name = "eth0", .address = "fe80::3%eth0"};
const Interface kUnplugged{.name = "eth1", .address = "10.9.9.9", .running = false};
const Interface kOff{.name = "eth2", .address = "10.8.8.8", .up = false, .running = false};
const Interface kZeroconf{.name = "usb0", .address = "169.254.17.1"};
const Interface kDocker{.name = "docker0", .address = "172.17.0.1"};

TEST(LifelineInterfaces, BridgesLinkLocalAndUnpluggedOnesComeLast) {
  EXPECT_EQ(choose_address("", {kLoopback, kZeroconf, kDocker, kUnplugged, kOff, kEthernet}), "10.1.2.3");
  EXPECT_EQ(choose_address("", {kLoopback, kDocker, kUnplugged, kOff, kZeroconf}), "169.254.17.1");
  EXPECT_EQ(choose_address("", {kLoopback, kUnplugged, kDocker}), "172.17.0.1");
  EXPECT_EQ(choose_address("", {kLoopback, kUnplugged}), "10.9.9.9");
}

TEST(LifelineInterfaces, KnowsTheNamesThatContainersAndVirtualMachinesUse) {
  for (const char* name : {"docker0", "virbr0", "br-5d1e0e2a", "veth12ab", "lxcbr0", "lxdbr0", "cni0", "flannel.1",
                           "podman1", "cali123", "vnet3", "vmnet8", "vboxnet0", "tap0"})
    EXPECT_EQ(choose_address("", {{.name = name, .address = "172.18.0.1"}, kEthernet}), "10.1.2.3") << name;
  for (const char* name : {"br0", "bond0", "ib0", "enp3s0", "hsn0", "eno1"})
    EXPECT_EQ(choose_address("", {{.name = name, .address = "172.18.0.1"}, kEthernet}), "172.18.0.1") << name;
}

TEST(LifelineInterfaces, TakesIpv4FirstAndIpv6WhereThereIsNoOther) {
  EXPECT_EQ(choose_address("", {kLoopback, kEthernet6, kEthernet}), "10.1.2.3");
  EXPECT_EQ(choose_address("", {kLoopback, kLoopback6, kEthernetLink6, kEthernet6}), "fd00::3");
  EXPECT_EQ(choose_address("", {kLoopback, kDocker, kZeroconf, kEthernet6}), "fd00::3");
}

TEST(LifelineInterfaces, NothingThatOtherHostsReachIsAnError) {
  const std::string error = test::setup_error([] {
    choose_address("", {kLoopback, kLoopback6, kOff, kEthernetLink6});
  });
  EXPECT_TRUE(test::contains(error, "no network interface is up that other hosts could reach")) << error;
  EXPECT_TRUE(test::contains(error, "SHMEM_LIFELINE_ADDRESS")) << error;
}

TEST(LifelineInterfaces, TheSettingNamesAnInterfaceOrAnAddress) {
  const std::vector<Interface> all{kLoopback, kEthernet, kEthernet6, kEthernetLink6, kDocker, kUnplugged};
  EXPECT_EQ(choose_address("docker0", all), "172.17.0.1");
  EXPECT_EQ(choose_address("eth0", all), "10.1.2.3");
  EXPECT_EQ(choose_address("eth1", all), "10.9.9.9");
  EXPECT_EQ(choose_address("lo", all), "127.0.0.1");
  EXPECT_EQ(choose_address("fd00::3", all), "fd00::3");
  EXPECT_EQ(choose_address("172.17.0.1", all), "172.17.0.1");
  EXPECT_EQ(choose_address("fe80::3%eth0", all), "fe80::3%eth0");
}

TEST(LifelineInterfaces, ASettingThatFitsNothingHereIsAnError) {
  for (const char* wanted : {"10.0.0.77", "0.0.0.0", "::", "fd00::77", "eth7"}) {
    const std::string error = test::setup_error([&] { choose_address(wanted, {kLoopback, kEthernet}); });
    EXPECT_TRUE(test::contains(error, std::string("SHMEM_LIFELINE_ADDRESS=") + wanted + ": this host has no")) << error;
  }
}

TEST(LifelineInterfaces, EveryAddressOfThisMachineThatIsUpCanBeListenedAt) {
  for (const Interface& each : list_interfaces()) {
    if (!each.up) continue;
    EXPECT_TRUE(listen_at(each.address).address.starts_with(each.address)) << each.name << " " << each.address;
  }
}

}  // namespace
}  // namespace isthmus::lifeline
