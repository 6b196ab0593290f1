// How a provider is chosen: which of its attributes are required, and which offer is taken.
#include "transport/ofi/provider.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "base/error.hpp"
#include "expect_error.hpp"
#include "transport/ofi/libfabric_double.hpp"

namespace isthmus::test {
namespace {

class Provider : public ::testing::Test {
 protected:
  Provider() { network().reset(); }
  ~Provider() override {
    for (const char* name : {"FI_OFI_RXM_BUFFER_SIZE", "FI_OFI_RXM_EAGER_LIMIT", "FI_OFI_RXM_ENABLE_DYN_RBUF"})
      unsetenv(name);
  }
};

TEST_F(Provider, IsOrderedWhereItSaysSoForAllSizes) {
  EXPECT_TRUE(ofi::choose_provider({}).quirks.flush_by_read);
  network().max_order_size = 1 << 20;
  EXPECT_FALSE(ofi::choose_provider({}).quirks.flush_by_read);
  network().max_order_size = SIZE_MAX;
  network().msg_order = 0;
  EXPECT_FALSE(ofi::choose_provider({}).quirks.flush_by_read);
}

TEST_F(Provider, LeavesSignalsToTheProgram) {
  for (const auto action : {SIG_DFL, SIG_IGN}) {
    network().handles = SIGUSR2;
    std::signal(SIGUSR2, action);
    ofi::choose_provider({});
    EXPECT_EQ(std::signal(SIGUSR2, SIG_DFL), action);
  }
}

TEST_F(Provider, IsNetWhereTcpIsOfferedByRxmAndNobodyAsked) {
  const auto name = [](const ofi::Hints& hints) {
    return std::string(ofi::choose_provider(hints).info->fabric_attr->prov_name);
  };
  ofi::Hints tcp;
  tcp.provider = "tcp";
  network().name = "tcp;ofi_rxm";
  EXPECT_EQ(name({}), "tcp;ofi_rxm");
  network().behind = {"shm", "net;ofi_rxm", "net"};
  EXPECT_EQ(name({}), "net");
  EXPECT_EQ(name(tcp), "tcp;ofi_rxm");
  network().name = "verbs";
  EXPECT_EQ(name({}), "verbs");
}

/// The address of the chosen offer.
std::string chosen(const ofi::Hints& hints) {
  const ofi::Provider provider = ofi::choose_provider(hints);
  const fi_info& info = *provider.info;
  char text[INET6_ADDRSTRLEN] = "";
  if (info.addr_format == FI_SOCKADDR_IN)
    inet_ntop(AF_INET, &static_cast<const sockaddr_in*>(info.src_addr)->sin_addr, text, sizeof text);
  else
    inet_ntop(AF_INET6, &static_cast<const sockaddr_in6*>(info.src_addr)->sin6_addr, text, sizeof text);
  return text;
}

ofi::Hints one_host() {
  ofi::Hints hints;
  hints.one_host = true;
  return hints;
}

TEST_F(Provider, IsReachedByIp4WhereThereIsOneElseByIp6) {
  network().addresses = {"127.0.0.1", "::1", "fe80::1", "fd77::1", "10.0.0.1"};
  EXPECT_EQ(chosen({}), "10.0.0.1");
  EXPECT_EQ(chosen(one_host()), "127.0.0.1");
  network().addresses = {"127.0.0.1", "::1", "fe80::1", "fd77::1"};
  EXPECT_EQ(chosen({}), "fd77::1");
  network().addresses = {"::1", "fe80::1", "fd77::1"};
  EXPECT_EQ(chosen(one_host()), "::1");
  network().addresses = {"127.0.0.1", "::1", "fe80::1"};
  setup_error([] { ofi::choose_provider({}); });
}

TEST_F(Provider, NeedsBuffersThatHoldOurMessages) {
  network().name = "tcp;ofi_rxm";
  network().version = FI_VERSION(1, 20);
  setenv("FI_OFI_RXM_BUFFER_SIZE", "2048", 1);
  const auto choose = [] { ofi::choose_provider({}); };
  EXPECT_TRUE(
      contains(setup_error(choose), "FI_OFI_RXM_BUFFER_SIZE=2048 is less than the 5008 bytes that messages need"));
  setenv("FI_OFI_RXM_BUFFER_SIZE", "8192", 1);
  choose();
  network().name = "other";
  setenv("FI_OFI_RXM_BUFFER_SIZE", "2048", 1);
  choose();
}

TEST_F(Provider, NeedsNoBuffersForMessagesThatTcpPassesOn) {
  network().name = "tcp;ofi_rxm";
  ofi::choose_provider({});
  EXPECT_STREQ(getenv("FI_OFI_RXM_EAGER_LIMIT"), "5632");
  if (access("/sys/class/infiniband", F_OK) != 0) {
    EXPECT_STREQ(getenv("FI_OFI_RXM_BUFFER_SIZE"), "1024");
  }
  setenv("FI_OFI_RXM_BUFFER_SIZE", "1024", 1);
  const auto choose = [] { ofi::choose_provider({}); };
  choose();
  network().name = "verbs;ofi_rxm";
  EXPECT_TRUE(contains(setup_error(choose), "bytes that messages need"));
  network().name = "tcp;ofi_rxm";
  setenv("FI_OFI_RXM_ENABLE_DYN_RBUF", "0", 1);
  EXPECT_TRUE(contains(setup_error(choose), "bytes that messages need"));
  unsetenv("FI_OFI_RXM_BUFFER_SIZE");
  choose();
  EXPECT_STREQ(getenv("FI_OFI_RXM_BUFFER_SIZE"), "5632");
}

}  // namespace
}  // namespace isthmus::test
