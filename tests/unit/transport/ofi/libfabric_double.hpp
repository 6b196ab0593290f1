// A double of libfabric for unit tests: one provider, all of whose endpoints are in this process. It stands in for the
// real library by defining isthmus::ofi::library(), which the archive's own definition then gives way to.
//
// Operations wait in one queue. Reading a counter or a completion queue carries out some of them, as `Network` says.
#pragma once
#include <rdma/fabric.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace isthmus::test {

struct Network {
  // ---- What the provider says of itself; before a domain is opened ----
  std::string name = "double";
  std::vector<std::string> behind;  ///< names of more providers that are offered, behind the one
  std::uint64_t msg_order = ~std::uint64_t{0};
  std::size_t max_order_size = SIZE_MAX;  ///< max_order_raw_size and max_order_waw_size
  std::size_t mr_key_size = 8;
  int handles = 0;  ///< a signal that the provider handles from fi_getinfo on; 0: none
  std::uint32_t version = FI_VERSION(1, 17);
  std::vector<std::string> addresses;  ///< one offer for each, numeric; none: one offer that is not of IP

  // ---- How it behaves ----
  int per_look = 1000;            ///< operations that one look at a counter or a queue carries out
  bool early_completion = false;  ///< writes that ask for no acknowledgement count as complete when they are posted
  bool reorders = false;          ///< the last operation comes first, as far as the order that it promises lets it
  bool has_descriptors = false;   ///< queues can be slept on, but nothing ends the sleep
  int refusals = 0;               ///< posts still to be answered by `refusal`
  int refusal = FI_EAGAIN;
  int refused_receives = 0;  ///< the same for receive buffers
  bool stalls = false;       ///< of the next message, half arrives in its place, and the rest by finish_stalled()

  // ---- What it has seen ----
  int posted = 0;        ///< operations and messages given to it
  int acknowledged = 0;  ///< writes that asked for FI_DELIVERY_COMPLETE
  int insertions = 0;    ///< of addresses
  int reads = 0;
  int messages = 0;         ///< messages that were delivered
  int receive_buffers = 0;  ///< that it has now

  /// Operations that were posted and not carried out yet.
  int under_way() const;
  /// Carries out the next operations in the queue.
  void deliver(int n);
  /// Lets the rest of the stalled message arrive.
  void finish_stalled();
  /// Adds an error completion to the receive queue of the endpoint that has receive buffers, for its oldest buffer.
  /// `released`: says by FI_MULTI_RECV that the provider has given the buffer back.
  void fail_receive(int error, bool released);
  /// Makes every counter say that one operation has failed.
  void fail_operation(int error);
  /// Drops all state; no object of the provider may be open.
  void reset();
};

/// The one network of this process.
Network& network();

}  // namespace isthmus::test
