// Messages between two ranks. They are the MPI's; one that knows nothing of devices gets copies in host memory. The
// results of nonblocking and persistent ones are copied back when a call finds the request complete (requests.hpp).
#include <memory>

#include "calls/devices.hpp"
#include "calls/requests.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

using Use = HostCopies::Use;  // what is received into is `updated`: a message may be shorter than its buffer
enum class Form { once, persistent };

void* host_copy_of(HostCopies& host_copies, const void* buffer, int count, Word type, Use use) {
  return host_copies.of(buffer, span_of(type, count), use);
}

template <class Function, class... Rest>
int send(Function function, const void* buffer, int count, Word type, Rest... rest) {
  if (buffers_pass_through(buffer)) [[likely]]
    return function(buffer, count, type, rest...);
  HostCopies host_copies(HostCopies::For::mpi);
  return function(host_copy_of(host_copies, buffer, count, type, Use::read), count, type, rest...);
}

template <class Function, class... Rest>
int receive(Function function, void* buffer, int count, Word type, Rest... rest) {
  if (buffers_pass_through(buffer)) [[likely]]
    return function(buffer, count, type, rest...);
  HostCopies host_copies(HostCopies::For::mpi);
  const int result = function(host_copy_of(host_copies, buffer, count, type, Use::updated), count, type, rest...);
  host_copies.finish();
  return result;
}

template <class Function, class Buffer, class... Rest>
int begin(Form form, Use use, Function function, Buffer* buffer, int count, Word type, void* request, Rest... rest) {
  if (buffers_pass_through(buffer)) [[likely]]
    return function(buffer, count, type, rest..., request);
  auto host_copies = std::make_unique<HostCopies>(HostCopies::For::mpi);
  const int result = function(host_copy_of(*host_copies, buffer, count, type, use), count, type, rest..., request);
  const bool persistent = form == Form::persistent;
  if (result == kSuccess && host_copies->used()) attach(request, {std::move(host_copies), persistent, !persistent});
  return result;
}

}  // namespace

namespace ours {

int Send(const void* buffer, int count, Word type, int peer, int tag, Word comm) {
  return send(real().Send, buffer, count, type, peer, tag, comm);
}
int Bsend(const void* buffer, int count, Word type, int peer, int tag, Word comm) {
  return send(real().Bsend, buffer, count, type, peer, tag, comm);
}
int Ssend(const void* buffer, int count, Word type, int peer, int tag, Word comm) {
  return send(real().Ssend, buffer, count, type, peer, tag, comm);
}
int Rsend(const void* buffer, int count, Word type, int peer, int tag, Word comm) {
  return send(real().Rsend, buffer, count, type, peer, tag, comm);
}
int Isend(const void* buffer, int count, Word type, int peer, int tag, Word comm, void* request) {
  return begin(Form::once, Use::read, real().Isend, buffer, count, type, request, peer, tag, comm);
}
int Ibsend(const void* buffer, int count, Word type, int peer, int tag, Word comm, void* request) {
  return begin(Form::once, Use::read, real().Ibsend, buffer, count, type, request, peer, tag, comm);
}
int Issend(const void* buffer, int count, Word type, int peer, int tag, Word comm, void* request) {
  return begin(Form::once, Use::read, real().Issend, buffer, count, type, request, peer, tag, comm);
}
int Irsend(const void* buffer, int count, Word type, int peer, int tag, Word comm, void* request) {
  return begin(Form::once, Use::read, real().Irsend, buffer, count, type, request, peer, tag, comm);
}
int Send_init(const void* buffer, int count, Word type, int peer, int tag, Word comm, void* request) {
  return begin(Form::persistent, Use::read, real().Send_init, buffer, count, type, request, peer, tag, comm);
}
int Bsend_init(const void* buffer, int count, Word type, int peer, int tag, Word comm, void* request) {
  return begin(Form::persistent, Use::read, real().Bsend_init, buffer, count, type, request, peer, tag, comm);
}
int Ssend_init(const void* buffer, int count, Word type, int peer, int tag, Word comm, void* request) {
  return begin(Form::persistent, Use::read, real().Ssend_init, buffer, count, type, request, peer, tag, comm);
}
int Rsend_init(const void* buffer, int count, Word type, int peer, int tag, Word comm, void* request) {
  return begin(Form::persistent, Use::read, real().Rsend_init, buffer, count, type, request, peer, tag, comm);
}

int Recv(void* buffer, int count, Word type, int peer, int tag, Word comm, void* status) {
  return receive(real().Recv, buffer, count, type, peer, tag, comm, status);
}
int Irecv(void* buffer, int count, Word type, int peer, int tag, Word comm, void* request) {
  return begin(Form::once, Use::updated, real().Irecv, buffer, count, type, request, peer, tag, comm);
}
int Recv_init(void* buffer, int count, Word type, int peer, int tag, Word comm, void* request) {
  return begin(Form::persistent, Use::updated, real().Recv_init, buffer, count, type, request, peer, tag, comm);
}
int Mrecv(void* buffer, int count, Word type, void* message, void* status) {
  return receive(real().Mrecv, buffer, count, type, message, status);
}
int Imrecv(void* buffer, int count, Word type, void* message, void* request) {
  return begin(Form::once, Use::updated, real().Imrecv, buffer, count, type, request, message);
}

int Sendrecv(const void* send, int send_count, Word send_type, int dest, int send_tag, void* receive, int receive_count,
             Word receive_type, int source, int receive_tag, Word comm, void* status) {
  HostCopies host_copies(HostCopies::For::mpi);
  if (!buffers_pass_through(send)) send = host_copy_of(host_copies, send, send_count, send_type, Use::read);
  if (!buffers_pass_through(receive))
    receive = host_copy_of(host_copies, receive, receive_count, receive_type, Use::updated);
  const int result = real().Sendrecv(send, send_count, send_type, dest, send_tag, receive, receive_count, receive_type,
                                     source, receive_tag, comm, status);
  host_copies.finish();
  return result;
}

int Sendrecv_replace(void* buffer, int count, Word type, int dest, int send_tag, int source, int receive_tag, Word comm,
                     void* status) {
  return receive(real().Sendrecv_replace, buffer, count, type, dest, send_tag, source, receive_tag, comm, status);
}

}  // namespace ours
}  // namespace isthmus::mpi
