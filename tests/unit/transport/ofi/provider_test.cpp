// What is asked of a provider before it is taken.
#include "transport/ofi/provider.hpp"

#include <cstdlib>

#include "base/error.hpp"
#include "expect_error.hpp"
#include "transport/ofi/libfabric_double.hpp"

namespace isthmus::test {
namespace {

class Provider : public ::testing::Test {
 protected:
  Provider() { network().reset(); }
  ~Provider() override { unsetenv("FI_OFI_RXM_BUFFER_SIZE"); }
};

TEST_F(Provider, IsOrderedWhereItSaysSoForAllSizes) {
  EXPECT_TRUE(ofi::choose_provider({}).quirks.flush_by_read);
  network().max_order_size = 1 << 20;
  EXPECT_FALSE(ofi::choose_provider({}).quirks.flush_by_read);
  network().max_order_size = SIZE_MAX;
  network().msg_order = 0;
  EXPECT_FALSE(ofi::choose_provider({}).quirks.flush_by_read);
}

TEST_F(Provider, NeedsBuffersThatHoldOurMessages) {
  network().name = "tcp;ofi_rxm";
  setenv("FI_OFI_RXM_BUFFER_SIZE", "2048", 1);
  EXPECT_TRUE(contains(setup_error([] { ofi::choose_provider({}); }),
                       "FI_OFI_RXM_BUFFER_SIZE=2048 is less than the 5008 bytes that messages need"));
  setenv("FI_OFI_RXM_BUFFER_SIZE", "8192", 1);
  ofi::choose_provider({});
  network().name = "other";
  setenv("FI_OFI_RXM_BUFFER_SIZE", "2048", 1);
  ofi::choose_provider({});
}

}  // namespace
}  // namespace isthmus::test
