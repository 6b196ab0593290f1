// What the files of libfabric's double share: its objects, each of which begins with libfabric's own, and the queue of
// operations under way.
#pragma once
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_eq.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <type_traits>
#include <vector>

#include "transport/ofi/libfabric_double.hpp"

namespace isthmus::test {

struct Counter {
  fid_cntr handle{};
  std::uint64_t value = 0, errors = 0;
};

struct Queue {
  ~Queue() {
    if (descriptor >= 0) close(descriptor);
  }

  fid_cq handle{};
  int descriptor = -1;
  std::deque<fi_cq_data_entry> entries;
  std::deque<fi_cq_err_entry> errors;
};

struct Receive {
  char* at;
  std::size_t room;
  void* context;
};

struct AddressVector {
  fid_av handle{};
  std::vector<struct Port*> ports;
};

/// An endpoint.
struct Port {
  fid_ep handle{};
  AddressVector* addresses = nullptr;
  Queue *sent = nullptr, *received = nullptr;
  Counter *writes = nullptr, *reads = nullptr;
  std::deque<Receive> receives;
  std::uint64_t flags = 0;  ///< tx_attr->op_flags
};

struct Memory {
  fid_mr handle{};
  char* base;
  std::size_t bytes;
  fid_domain* domain;
};

struct Domain {
  fid_domain handle{};
  fid_fabric* fabric;
};

struct Operation {
  enum { write, read, message } what;
  Port *from, *to;
  std::vector<char> bytes;         ///< of a write or a message
  void* into = nullptr;            ///< of a read
  std::vector<fi_rma_iov> places;  ///< of a write or a read: where its bytes go one after the other, or the one place
  bool counted = false;            ///< the counter has it already
  void* context = nullptr;

  std::size_t size() const {
    std::size_t all = 0;
    for (const fi_rma_iov& each : places) all += each.len;
    return all;
  }
};

/// A message of which half has arrived.
struct Stalled {
  Operation operation;
  char* at;
  fi_cq_data_entry entry;
};

/// Guards everything below, and the network.
inline std::recursive_mutex mutex;
inline std::deque<Operation> operations;
inline std::optional<Stalled> stalled;
inline std::map<Port*, fid_domain*> ports;
inline std::vector<Memory*> memories;
inline std::vector<Counter*> counters;
inline int last_error = 0;

/// Adds an operation to the queue, or refuses it with -FI_EAGAIN as the network says.
ssize_t post(Operation operation);

template <class Object, class Handle>
Object& object(Handle* handle) {
  return *reinterpret_cast<Object*>(handle);  // the handle is the first member
}

template <class Object>
int close_object(fid* handle) {
  const std::lock_guard lock(mutex);
  auto* closed = reinterpret_cast<Object*>(handle);
  if constexpr (std::is_same_v<Object, Port>) {
    std::erase_if(operations, [&](const Operation& one) { return one.from == closed || one.to == closed; });
    network().receive_buffers -= static_cast<int>(closed->receives.size());
    ports.erase(closed);
  }
  if constexpr (std::is_same_v<Object, Memory>) std::erase(memories, closed);
  if constexpr (std::is_same_v<Object, Counter>) std::erase(counters, closed);
  delete closed;
  return 0;
}

template <class Object>
fi_ops* plain_ops() {
  static fi_ops ops = [] {
    fi_ops made{};
    made.size = sizeof made;
    made.close = close_object<Object>;
    made.control = [](fid*, int command, void*) { return command == FI_ENABLE ? 0 : -FI_ENOSYS; };
    return made;
  }();
  return &ops;
}

/// What the double offers as libfabric's own functions.
int open_fabric(fi_fabric_attr* attributes, fid_fabric** fabric, void* context);
int get_info(std::uint32_t version, const char* node, const char* service, std::uint64_t flags, const fi_info* hints,
             fi_info** found);
fi_info* duplicate(const fi_info* from);
void free_info(fi_info* info);

/// Opens an endpoint (libfabric_double_endpoint.cpp).
int open_port(fid_domain* domain, fi_info* info, fid_ep** endpoint, void* context);

}  // namespace isthmus::test
