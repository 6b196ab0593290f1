// Endpoints of libfabric's double: one-sided operations, messages and receive buffers.
#include <cstring>

#include "transport/ofi/libfabric_double_objects.hpp"

namespace isthmus::test {
namespace {

Operation aimed(fid_ep* endpoint, fi_addr_t to) {
  Port& port = object<Port>(endpoint);
  Operation operation{};
  operation.from = &port;
  operation.to = port.addresses->ports.at(to);
  return operation;
}

Operation write_of(fid_ep* endpoint, const fi_msg_rma& message, std::uint64_t flags) {
  Operation operation = aimed(endpoint, message.addr);
  operation.what = Operation::write;
  for (std::size_t i = 0; i < message.iov_count; ++i) {
    const auto* from = static_cast<const char*>(message.msg_iov[i].iov_base);
    operation.bytes.insert(operation.bytes.end(), from, from + message.msg_iov[i].iov_len);
  }
  operation.places.assign(message.rma_iov, message.rma_iov + message.rma_iov_count);
  if (flags & FI_DELIVERY_COMPLETE)
    ++network().acknowledged;
  else
    operation.counted = network().early_completion;
  return operation;
}

Operation write_of(fid_ep* endpoint, const void* from, std::size_t n, fi_addr_t to, std::uint64_t address,
                   std::uint64_t key, std::uint64_t flags) {
  const iovec local{const_cast<void*>(from), n};
  const fi_rma_iov remote{address, n, key};
  return write_of(endpoint, {&local, nullptr, 1, to, &remote, 1, nullptr, 0}, flags);
}

int bind_port(fid* handle, fid* other, std::uint64_t flags) {
  Port& port = *reinterpret_cast<Port*>(handle);
  if (other->fclass == FI_CLASS_AV)
    port.addresses = reinterpret_cast<AddressVector*>(other);
  else if (other->ops == plain_ops<Queue>())
    (flags & FI_RECV ? port.received : port.sent) = reinterpret_cast<Queue*>(other);
  else
    (flags & FI_WRITE ? port.writes : port.reads) = reinterpret_cast<Counter*>(other);
  return 0;
}

fi_ops_rma* rma_ops() {
  static fi_ops_rma ops = [] {
    fi_ops_rma made{};
    made.inject = [](fid_ep* endpoint, const void* from, std::size_t n, fi_addr_t to, std::uint64_t address,
                     std::uint64_t key) { return post(write_of(endpoint, from, n, to, address, key, 0)); };
    made.write = [](fid_ep* endpoint, const void* from, std::size_t n, void*, fi_addr_t to, std::uint64_t address,
                    std::uint64_t key, void*) {
      return post(write_of(endpoint, from, n, to, address, key, object<Port>(endpoint).flags));
    };
    made.writemsg = [](fid_ep* endpoint, const fi_msg_rma* m, std::uint64_t flags) {
      return post(write_of(endpoint, *m, flags));
    };
    made.read = [](fid_ep* endpoint, void* into, std::size_t n, void*, fi_addr_t from, std::uint64_t address,
                   std::uint64_t key, void*) {
      Operation operation = aimed(endpoint, from);
      operation.what = Operation::read;
      operation.into = into;
      operation.places = {{address, n, key}};
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
      if (network().refused_receives > 0) {
        --network().refused_receives;
        return -FI_EAGAIN;
      }
      object<Port>(endpoint).receives.push_back(
          {static_cast<char*>(m->msg_iov->iov_base), m->msg_iov->iov_len, m->context});
      ++network().receive_buffers;
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
      --network().receive_buffers;
      fi_cq_err_entry entry{};
      entry.op_context = context;
      entry.flags = FI_RECV | FI_MSG;
      entry.err = FI_ECANCELED;
      port.received->errors.push_back(entry);
      return 0;
    }
  return -FI_ENOENT;
}

}  // namespace

int open_port(fid_domain* domain, fi_info* info, fid_ep** endpoint, void*) {
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
  made->flags = info->tx_attr->op_flags;
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

}  // namespace isthmus::test
