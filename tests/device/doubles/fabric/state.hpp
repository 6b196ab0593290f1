// A double of libfabric that offers FI_HMEM over the real one's tcp, for the memory of the drivers' doubles. It is
// found in the place of libfabric.so.1, loads that, and puts itself between: it takes FI_HMEM off what is asked of the
// real one, registers the place where a double really has its device memory, and passes that on for local buffers.
//
// It is strict: a buffer in device memory without its descriptor, with another's, or injected ends the process. And it
// is slow, as a bus may be: a write to device memory is acknowledged some looks at the counter later and comes to the
// memory when its sender reads there, which sometimes takes milliseconds, or after a long while.
// DOUBLE_FAIL=fi_mr_regattr refuses registration, DOUBLE_SPOIL=3 and 4 spoil what is read from and written to device
// memory, DOUBLE_FABRIC=virtual asks for virtual addresses and has
// keys of its own, DOUBLE_FABRIC=endpoint registers for an endpoint and needs no descriptors (without: offsets, keys as
// asked for, descriptors).
#pragma once
#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_eq.h>
#include <rdma/fi_rma.h>

#include <cstddef>
#include <cstdint>

namespace doubles {

/// A registration of device memory; its address is the descriptor.
struct Registered {
  char* shown;
  char* alias;
  std::size_t bytes;
  std::uint64_t key;
};

enum class Manner { offsets, virtual_addresses, endpoint };
Manner manner();

/// Where the bytes of device memory of any vendor's double are, which of libfabric's kinds it is and on which device;
/// null for other memory.
char* alias_of(const void* address, std::size_t bytes, int& iface, int& device);

/// A registration whose descriptor this is; ends the process when it is none.
const Registered& registered(const void* descriptor);
/// Whether some device memory is registered under that key, here and so everywhere.
bool is_device(std::uint64_t key);

/// Puts the double into the way of an endpoint's or counter's calls.
void intercept(fid_ep* endpoint);
void intercept(fid_cntr* counter);

/// Replaces the object's table of functions by `ours`, once its copy; all objects must have the same one.
template <class Table>
void replace(Table*& table, Table& real, Table& ours) {
  if (table == &ours) return;
  if (real.size == 0) {
    real = ours = *table;
    real.size = ours.size = sizeof(Table);
  }
  table = &ours;
}

}  // namespace doubles
