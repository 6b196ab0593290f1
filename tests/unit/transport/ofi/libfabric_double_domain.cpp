// Domains of libfabric's double: counters, completion queues, address vectors and registered memory.
#include <sys/eventfd.h>

#include <cstring>

#include "transport/ofi/libfabric_double_objects.hpp"

namespace isthmus::test {
namespace {

void look() { network().deliver(network().per_look); }

int open_counter(fid_domain*, fi_cntr_attr*, fid_cntr** counter, void*) {
  static fi_ops_cntr ops = [] {
    fi_ops_cntr made{};
    made.read = [](fid_cntr* handle) {
      const std::lock_guard lock(mutex);
      look();
      return object<Counter>(handle).value;
    };
    made.readerr = [](fid_cntr* handle) {
      const std::lock_guard lock(mutex);
      return object<Counter>(handle).errors;
    };
    return made;
  }();
  auto* made = new Counter;
  made->handle.fid.ops = plain_ops<Counter>();
  made->handle.ops = &ops;
  const std::lock_guard lock(mutex);
  counters.push_back(made);
  *counter = &made->handle;
  return 0;
}

ssize_t read_queue(fid_cq* handle, void* into, std::size_t most) {
  const std::lock_guard lock(mutex);
  look();
  Queue& queue = object<Queue>(handle);
  if (!queue.errors.empty()) return -FI_EAVAIL;
  auto* entries = static_cast<fi_cq_data_entry*>(into);
  std::size_t n = 0;
  for (; n < most && !queue.entries.empty(); ++n) {
    entries[n] = queue.entries.front();
    queue.entries.pop_front();
  }
  return n > 0 ? static_cast<ssize_t>(n) : -FI_EAGAIN;
}

ssize_t read_error(fid_cq* handle, fi_cq_err_entry* entry, std::uint64_t) {
  const std::lock_guard lock(mutex);
  Queue& queue = object<Queue>(handle);
  if (queue.errors.empty()) {
    if (last_error == 0) return -FI_EAGAIN;
    entry->err = last_error;
    return 1;
  }
  *entry = queue.errors.front();
  queue.errors.pop_front();
  return 1;
}

int open_queue(fid_domain*, fi_cq_attr* attr, fid_cq** cq, void*) {
  static fi_ops_cq ops = [] {
    fi_ops_cq made{};
    made.read = read_queue;
    made.readerr = read_error;
    return made;
  }();
  if (attr->wait_obj != FI_WAIT_NONE && !network().has_descriptors) return -FI_ENOSYS;
  plain_ops<Queue>()->control = [](fid* handle, int command, void* descriptor) {
    const Queue& queue = *reinterpret_cast<const Queue*>(handle);
    if (command != FI_GETWAIT || queue.descriptor < 0) return -FI_ENOSYS;
    *static_cast<int*>(descriptor) = queue.descriptor;
    return 0;
  };
  auto* made = new Queue;
  if (attr->wait_obj != FI_WAIT_NONE) made->descriptor = eventfd(0, EFD_CLOEXEC);
  made->handle.fid.ops = plain_ops<Queue>();
  made->handle.ops = &ops;
  *cq = &made->handle;
  return 0;
}

int open_addresses(fid_domain*, fi_av_attr*, fid_av** av, void*) {
  static fi_ops_av ops{};
  ops.insert = [](fid_av* handle, const void* address, std::size_t, fi_addr_t* index, std::uint64_t, void*) {
    AddressVector& vector = object<AddressVector>(handle);
    Port* port = nullptr;
    std::memcpy(&port, address, sizeof port);
    ++network().insertions;
    *index = vector.ports.size();
    vector.ports.push_back(port);
    return 1;
  };
  auto* made = new AddressVector;
  made->handle.fid.fclass = FI_CLASS_AV;
  made->handle.fid.ops = plain_ops<AddressVector>();
  made->handle.ops = &ops;
  *av = &made->handle;
  return 0;
}

int register_memory(fid* domain, const void* base, std::size_t n, std::uint64_t, std::uint64_t, std::uint64_t key,
                    std::uint64_t, fid_mr** mr, void*) {
  auto* made = new Memory{{}, static_cast<char*>(const_cast<void*>(base)), n, reinterpret_cast<fid_domain*>(domain)};
  made->handle.fid.ops = plain_ops<Memory>();
  made->handle.key = key;
  const std::lock_guard lock(mutex);
  memories.push_back(made);
  *mr = &made->handle;
  return 0;
}

int open_domain(fid_fabric* fabric, fi_info*, fid_domain** domain, void*) {
  static fi_ops_domain ops{};
  ops.av_open = open_addresses;
  ops.cq_open = open_queue;
  ops.cntr_open = open_counter;
  ops.endpoint = open_port;
  static fi_ops_mr mr{};
  mr.reg = register_memory;
  auto* made = new Domain{{}, fabric};
  made->handle.fid.ops = plain_ops<Domain>();
  made->handle.ops = &ops;
  made->handle.mr = &mr;
  *domain = &made->handle;
  return 0;
}

}  // namespace

int open_fabric(fi_fabric_attr*, fid_fabric** fabric, void*) {
  static fi_ops_fabric ops{};
  ops.domain = open_domain;
  ops.trywait = [](fid_fabric*, fid**, int) { return 0; };
  auto* made = new fid_fabric{};
  made->fid.ops = plain_ops<fid_fabric>();
  made->ops = &ops;
  *fabric = made;
  return 0;
}

}  // namespace isthmus::test
