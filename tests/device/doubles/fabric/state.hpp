// A double of libfabric that offers FI_HMEM over the real one's tcp provider, for the memory of the drivers' doubles.
// It is found in place of libfabric.so.1, loads that, and intercepts: it removes FI_HMEM from what is asked of the real
// one, registers the memory in which a driver's double keeps its device memory, and passes that for local buffers.
// It is strict: it ends the process when a buffer in device memory comes without its descriptor, with another's, or
// injected. It is slow, as a bus may be: a write to device memory is acknowledged after several reads of the counter,
// and reaches the memory when its sender reads there, which sometimes takes milliseconds, or after a long delay.
// DOUBLE_FAIL=fi_mr_regattr refuses registration. DOUBLE_SPOIL=3 and 4 spoil what is read from and written to device
// memory. By default memory is addressed by offsets, keys are as requested and descriptors are needed;
// DOUBLE_FABRIC=virtual uses virtual addresses and keys of the provider's choice, DOUBLE_FABRIC=endpoint binds
// registrations to an endpoint and needs no descriptors.
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
/// Whether device memory is registered under that key; registrations are symmetric, so what holds here holds on all
/// PEs.
bool is_device(std::uint64_t key);

/// Replaces the functions of an endpoint or counter by the double's.
void intercept(fid_ep* endpoint);
void intercept(fid_cntr* counter);

/// Replaces the object's function table by `ours`, which is made as its copy once; all objects must share one table.
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
