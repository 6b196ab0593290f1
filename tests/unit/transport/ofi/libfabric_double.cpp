#include "transport/ofi/libfabric_double.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "base/error.hpp"
#include "transport/ofi/library.hpp"

namespace isthmus::test {
namespace {

struct Counter {
  fid_cntr handle{};
  std::uint64_t value = 0, errors = 0;
};

struct Queue {
  fid_cq handle{};
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
  Queue* queue = nullptr;
  Counter *writes = nullptr, *reads = nullptr;
  std::deque<Receive> receives;
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
  std::vector<char> bytes;  ///< of a write or a message
  void* into = nullptr;     ///< of a read
  std::size_t n = 0;
  std::uint64_t address = 0, key = 0;
  bool counted = false;  ///< the counter has it already
  void* context = nullptr;
};

std::recursive_mutex mutex;
Network the_network;
std::deque<Operation> operations;
std::map<Port*, fid_domain*> ports;
std::vector<Memory*> memories;
std::vector<Counter*> counters;
int last_error = 0;

template <class Object, class Handle>
Object& object(Handle* handle) {
  return *reinterpret_cast<Object*>(handle);  // the handle is the first member
}

char* find(Port& port, std::uint64_t address, std::uint64_t key, std::size_t n) {
  for (Memory* memory : memories)
    if (memory->handle.key == key && memory->domain == ports.at(&port) && address + n <= memory->bytes)
      return memory->base + address;
  return nullptr;
}

/// False when the message finds no receive buffer and has to wait.
bool arrive(Operation& operation) {
  Port& to = *operation.to;
  if (to.receives.empty()) return false;
  Receive& receive = to.receives.front();
  std::memcpy(receive.at, operation.bytes.data(), operation.bytes.size());
  fi_cq_data_entry entry{receive.context, FI_RECV | FI_MSG, operation.bytes.size(), receive.at, 0};
  receive.at += operation.bytes.size();
  receive.room -= operation.bytes.size();
  if (receive.room < 8192) {
    entry.flags |= FI_MULTI_RECV;
    to.receives.pop_front();
    --the_network.receive_buffers;
  }
  to.queue->entries.push_back(entry);
  ++the_network.messages;
  if (operation.context) operation.from->queue->entries.push_back({operation.context, FI_SEND | FI_MSG, 0, nullptr, 0});
  return true;
}

bool carry_out(Operation& operation) {
  if (operation.what == Operation::message) return arrive(operation);
  char* place = find(*operation.to, operation.address, operation.key, operation.n);
  if (!place) std::abort();  // a test gave a wrong target
  if (operation.what == Operation::write)
    std::memcpy(place, operation.bytes.data(), operation.n);
  else
    std::memcpy(operation.into, place, operation.n);
  Counter* counter = operation.what == Operation::write ? operation.from->writes : operation.from->reads;
  if (!operation.counted) ++counter->value;
  return true;
}

ssize_t post(Operation operation) {
  const std::lock_guard lock(mutex);
  if (the_network.refusals > 0) {
    --the_network.refusals;
    return -FI_EAGAIN;
  }
  ++the_network.posted;
  if (operation.what == Operation::read) ++the_network.reads;
  if (operation.counted) ++operation.from->writes->value;
  operations.push_back(std::move(operation));
  return 0;
}

Operation aimed(fid_ep* endpoint, fi_addr_t to) {
  Port& port = object<Port>(endpoint);
  Operation operation{};
  operation.from = &port;
  operation.to = port.addresses->ports.at(to);
  return operation;
}

Operation write_of(fid_ep* endpoint, const void* from, std::size_t n, fi_addr_t to, std::uint64_t address,
                   std::uint64_t key, std::uint64_t flags) {
  Operation operation = aimed(endpoint, to);
  operation.what = Operation::write;
  operation.bytes.assign(static_cast<const char*>(from), static_cast<const char*>(from) + n);
  operation.n = n;
  operation.address = address;
  operation.key = key;
  if (flags & FI_DELIVERY_COMPLETE)
    ++the_network.acknowledged;
  else
    operation.counted = the_network.early_completion;
  return operation;
}

template <class Object>
int close_object(fid* handle) {
  const std::lock_guard lock(mutex);
  auto* closed = reinterpret_cast<Object*>(handle);
  if constexpr (std::is_same_v<Object, Port>) {
    std::erase_if(operations, [&](const Operation& one) { return one.from == closed || one.to == closed; });
    the_network.receive_buffers -= static_cast<int>(closed->receives.size());
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

// ---- Counters and queues ----

void look() { the_network.deliver(the_network.per_look); }

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
  if (attr->wait_obj != FI_WAIT_NONE) return -FI_ENOSYS;
  auto* made = new Queue;
  made->handle.fid.ops = plain_ops<Queue>();
  made->handle.ops = &ops;
  *cq = &made->handle;
  return 0;
}

// ---- Endpoints ----

int bind_port(fid* handle, fid* other, std::uint64_t flags) {
  Port& port = *reinterpret_cast<Port*>(handle);
  if (other->fclass == FI_CLASS_AV)
    port.addresses = reinterpret_cast<AddressVector*>(other);
  else if (other->ops == plain_ops<Queue>())
    port.queue = reinterpret_cast<Queue*>(other);
  else
    (flags & FI_WRITE ? port.writes : port.reads) = reinterpret_cast<Counter*>(other);
  return 0;
}

fi_ops_rma* rma_ops() {
  static fi_ops_rma ops = [] {
    fi_ops_rma made{};
    made.inject = [](fid_ep* endpoint, const void* from, std::size_t n, fi_addr_t to, std::uint64_t address,
                     std::uint64_t key) { return post(write_of(endpoint, from, n, to, address, key, 0)); };
    made.writemsg = [](fid_ep* endpoint, const fi_msg_rma* m, std::uint64_t flags) {
      return post(write_of(endpoint, m->msg_iov->iov_base, m->msg_iov->iov_len, m->addr, m->rma_iov->addr,
                           m->rma_iov->key, flags));
    };
    made.read = [](fid_ep* endpoint, void* into, std::size_t n, void*, fi_addr_t from, std::uint64_t address,
                   std::uint64_t key, void*) {
      Operation operation = aimed(endpoint, from);
      operation.what = Operation::read;
      operation.into = into;
      operation.n = n;
      operation.address = address;
      operation.key = key;
      return post(std::move(operation));
    };
    return made;
  }();
  return &ops;
}

fi_ops_msg* msg_ops() {
  static fi_ops_msg ops = [] {
    fi_ops_msg made{};
    made.recvmsg = [](fid_ep* endpoint, const fi_msg* m, std::uint64_t) -> ssize_t {
      const std::lock_guard lock(mutex);
      if (the_network.refused_receives > 0) {
        --the_network.refused_receives;
        return -FI_EAGAIN;
      }
      object<Port>(endpoint).receives.push_back(
          {static_cast<char*>(m->msg_iov->iov_base), m->msg_iov->iov_len, m->context});
      ++the_network.receive_buffers;
      return 0;
    };
    const auto send = [](fid_ep* endpoint, const void* from, std::size_t n, fi_addr_t to, void* context) {
      Operation operation = aimed(endpoint, to);
      operation.what = Operation::message;
      operation.bytes.assign(static_cast<const char*>(from), static_cast<const char*>(from) + n);
      operation.context = context;
      return post(std::move(operation));
    };
    static const auto the_send = send;
    made.inject = [](fid_ep* endpoint, const void* from, std::size_t n, fi_addr_t to) {
      return the_send(endpoint, from, n, to, nullptr);
    };
    made.sendmsg = [](fid_ep* endpoint, const fi_msg* m, std::uint64_t) {
      return the_send(endpoint, m->msg_iov->iov_base, m->msg_iov->iov_len, m->addr, m->context);
    };
    return made;
  }();
  return &ops;
}

ssize_t cancel(fid* handle, void* context) {
  const std::lock_guard lock(mutex);
  Port& port = *reinterpret_cast<Port*>(handle);
  for (auto one = port.receives.begin(); one != port.receives.end(); ++one)
    if (one->context == context) {
      port.receives.erase(one);
      --the_network.receive_buffers;
      fi_cq_err_entry entry{};
      entry.op_context = context;
      entry.flags = FI_RECV | FI_MSG;
      entry.err = FI_ECANCELED;
      port.queue->errors.push_back(entry);
      return 0;
    }
  return -FI_ENOENT;
}

int open_port(fid_domain* domain, fi_info*, fid_ep** endpoint, void*) {
  static fi_ops ops = *plain_ops<Port>();
  ops.bind = bind_port;
  static fi_ops_ep endpoint_ops{};
  endpoint_ops.setopt = [](fid*, int, int, const void*, std::size_t) { return 0; };
  endpoint_ops.cancel = cancel;
  static fi_ops_cm cm{};
  cm.getname = [](fid* handle, void* into, std::size_t* n) {
    const void* address = handle;
    std::memcpy(into, &address, *n = sizeof address);
    return 0;
  };
  auto* made = new Port;
  made->handle.fid.ops = &ops;
  made->handle.ops = &endpoint_ops;
  made->handle.cm = &cm;
  made->handle.msg = msg_ops();
  made->handle.rma = rma_ops();
  const std::lock_guard lock(mutex);
  ports[made] = domain;
  *endpoint = &made->handle;
  return 0;
}

// ---- Domains ----

int open_addresses(fid_domain*, fi_av_attr*, fid_av** av, void*) {
  static fi_ops_av ops{};
  ops.insert = [](fid_av* handle, const void* address, std::size_t, fi_addr_t* index, std::uint64_t, void*) {
    AddressVector& vector = object<AddressVector>(handle);
    Port* port = nullptr;
    std::memcpy(&port, address, sizeof port);
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

// ---- fi_info ----

fi_info* make_info() {
  auto* info = new fi_info{};
  info->tx_attr = new fi_tx_attr{};
  info->rx_attr = new fi_rx_attr{};
  info->ep_attr = new fi_ep_attr{};
  info->domain_attr = new fi_domain_attr{};
  info->fabric_attr = new fi_fabric_attr{};
  return info;
}

fi_info* duplicate(const fi_info* from) {
  fi_info* info = make_info();
  if (!from) return info;
  *info->tx_attr = *from->tx_attr;
  *info->rx_attr = *from->rx_attr;
  *info->ep_attr = *from->ep_attr;
  *info->domain_attr = *from->domain_attr;
  *info->fabric_attr = *from->fabric_attr;
  info->caps = from->caps;
  info->addr_format = from->addr_format;
  info->src_addrlen = from->src_addrlen;
  if (from->src_addr) info->src_addr = new sockaddr_storage(*static_cast<const sockaddr_storage*>(from->src_addr));
  const auto copy = [](char*& text) { text = text ? strdup(text) : nullptr; };
  copy(info->domain_attr->name);
  copy(info->fabric_attr->name);
  copy(info->fabric_attr->prov_name);
  return info;
}

void free_info(fi_info* info) {
  if (!info) return;
  free_info(info->next);
  delete static_cast<sockaddr_storage*>(info->src_addr);
  std::free(info->domain_attr->name);
  std::free(info->fabric_attr->name);
  std::free(info->fabric_attr->prov_name);
  delete info->tx_attr;
  delete info->rx_attr;
  delete info->ep_attr;
  delete info->domain_attr;
  delete info->fabric_attr;
  delete info;
}

void set_address(fi_info& info, const std::string& numeric) {
  auto* ip4 = new sockaddr_storage{};
  auto* ip6 = reinterpret_cast<sockaddr_in6*>(ip4);
  info.src_addr = ip4;
  info.src_addrlen = sizeof *ip4;
  if (inet_pton(AF_INET6, numeric.c_str(), &ip6->sin6_addr) == 1)
    info.addr_format = FI_SOCKADDR_IN6;
  else if (inet_pton(AF_INET, numeric.c_str(), &reinterpret_cast<sockaddr_in*>(ip4)->sin_addr) == 1)
    info.addr_format = FI_SOCKADDR_IN;
}

fi_info* offer(const fi_info* hints) {
  fi_info* info = make_info();
  info->caps = hints->caps;
  info->tx_attr->inject_size = 64;
  info->tx_attr->size = info->rx_attr->size = 256;
  info->tx_attr->msg_order = the_network.msg_order;
  info->ep_attr->max_msg_size = std::size_t{1} << 30;
  info->ep_attr->max_order_raw_size = info->ep_attr->max_order_waw_size = the_network.max_order_size;
  info->domain_attr->mr_key_size = the_network.mr_key_size;
  info->domain_attr->name = strdup("domain");
  info->fabric_attr->name = strdup("fabric");
  info->fabric_attr->prov_name = strdup(the_network.name.c_str());
  return info;
}

int get_info(std::uint32_t, const char*, const char*, std::uint64_t, const fi_info* hints, fi_info** found) {
  *found = nullptr;
  for (std::size_t i = the_network.addresses.size(); i-- > 0;) {
    fi_info* info = offer(hints);
    set_address(*info, the_network.addresses[i]);
    info->next = *found;
    *found = info;
  }
  if (!*found) *found = offer(hints);
  return 0;
}

const char* error_text(int error) { return std::strerror(error); }
int open_nothing(std::uint32_t, const char*, void*, std::size_t, std::uint64_t, fid**, void*) { return -FI_ENOSYS; }

}  // namespace

Network& network() { return the_network; }

int Network::under_way() const {
  const std::lock_guard lock(mutex);
  return static_cast<int>(operations.size());
}

void Network::deliver(int n) {
  const std::lock_guard lock(mutex);
  for (std::size_t at = 0; n > 0 && at < operations.size(); --n)
    if (carry_out(operations[at]))
      operations.erase(operations.begin() + static_cast<std::ptrdiff_t>(at));
    else
      ++at;  // it waits for a receive buffer; what follows is for others
}

void Network::fail_receive(int error, bool released) {
  const std::lock_guard lock(mutex);
  for (const auto& [port, domain] : ports) {
    if (port->receives.empty()) continue;
    fi_cq_err_entry entry{};
    entry.op_context = port->receives.front().context;
    entry.flags = FI_RECV | FI_MSG | (released ? FI_MULTI_RECV : 0);
    entry.err = error;
    if (released) {
      port->receives.pop_front();
      --receive_buffers;
    }
    port->queue->errors.push_back(entry);
    return;
  }
}

void Network::fail_operation(int error) {
  const std::lock_guard lock(mutex);
  last_error = error;
  for (Counter* counter : counters) ++counter->errors;
}

void Network::reset() {
  const std::lock_guard lock(mutex);
  operations.clear();
  last_error = 0;
  the_network = Network();
}

}  // namespace isthmus::test

namespace isthmus::ofi {

const Library& library() {
  static const Library fake{test::get_info,    test::free_info,  test::duplicate,
                            test::open_fabric, test::error_text, test::open_nothing};
  return fake;
}

void check(const char* call, long result) {
  if (result < 0) throw base::SetupError(call);
}

}  // namespace isthmus::ofi
