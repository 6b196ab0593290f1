// Messages between two ranks. They are the MPI's; one that knows nothing of devices gets copies in host memory. The
// results of nonblocking and persistent ones are copied back when a call finds the request complete (requests.hpp).
// `function` is the MPI's, which has it, and `count` of either width.
#pragma once
#include <memory>
#include <tuple>

#include "calls/devices.hpp"
#include "calls/requests.hpp"

namespace isthmus::mpi::messages {

using Use = HostCopies::Use;  // what is received into is `updated`: a message may be shorter than its buffer
enum class Form { once, persistent };

inline void* host_copy_of(HostCopies& host_copies, const void* buffer, std::int64_t count, Word type, Use use) {
  return host_copies.of(buffer, span_of(type, count), use);
}

template <class Function, class Count, class... Rest>
int send(Function function, const void* buffer, Count count, Word type, Rest... rest) {
  if (buffers_pass_through(buffer)) [[likely]]
    return function(buffer, count, type, rest...);
  HostCopies host_copies(HostCopies::For::mpi);
  return function(host_copy_of(host_copies, buffer, count, type, Use::read), count, type, rest...);
}

/// Also a message that replaces the one that is sent.
template <class Function, class Count, class... Rest>
int receive(Function function, void* buffer, Count count, Word type, Rest... rest) {
  if (buffers_pass_through(buffer)) [[likely]]
    return function(buffer, count, type, rest...);
  HostCopies host_copies(HostCopies::For::mpi);
  const int result = function(host_copy_of(host_copies, buffer, count, type, Use::updated), count, type, rest...);
  host_copies.finish();
  return result;
}

/// Remembers the copies with the request, if the MPI has taken it.
inline int keep(int result, Form form, std::unique_ptr<HostCopies> host_copies, void* request) {
  const bool persistent = form == Form::persistent;
  if (result == kSuccess && host_copies->used()) attach(request, {std::move(host_copies), persistent, !persistent});
  return result;
}

/// The request is the last of the arguments.
template <class Function, class Buffer, class Count, class... Rest>
int begin(Form form, Use use, Function function, Buffer* buffer, Count count, Word type, Rest... rest) {
  if (buffers_pass_through(buffer)) [[likely]]
    return function(buffer, count, type, rest...);
  auto host_copies = std::make_unique<HostCopies>(HostCopies::For::mpi);
  const int result = function(host_copy_of(*host_copies, buffer, count, type, use), count, type, rest...);
  return keep(result, form, std::move(host_copies), std::get<sizeof...(rest) - 1>(std::tuple(rest...)));
}
template <class Function, class... Arguments>
int isend(Function function, Arguments... arguments) {
  return begin(Form::once, Use::read, function, arguments...);
}
template <class Function, class... Arguments>
int send_init(Function function, Arguments... arguments) {
  return begin(Form::persistent, Use::read, function, arguments...);
}
template <class Function, class... Arguments>
int ireceive(Function function, Arguments... arguments) {
  return begin(Form::once, Use::updated, function, arguments...);
}
template <class Function, class... Arguments>
int receive_init(Function function, Arguments... arguments) {
  return begin(Form::persistent, Use::updated, function, arguments...);
}

/// Calls `function` with the buffers or their copies; `last` is the status or the request.
template <class Function, class Count>
int both_ways(HostCopies& host_copies, Function function, const void* send, Count send_count, Word send_type, int dest,
              int send_tag, void* receive, Count receive_count, Word receive_type, int source, int receive_tag,
              Word comm, void* last) {
  if (!buffers_pass_through(send)) send = host_copy_of(host_copies, send, send_count, send_type, Use::read);
  if (!buffers_pass_through(receive))
    receive = host_copy_of(host_copies, receive, receive_count, receive_type, Use::updated);
  return function(send, send_count, send_type, dest, send_tag, receive, receive_count, receive_type, source,
                  receive_tag, comm, last);
}
template <class Function, class... Arguments>
int send_receive(Function function, Arguments... arguments) {
  HostCopies host_copies(HostCopies::For::mpi);
  const int result = both_ways(host_copies, function, arguments...);
  host_copies.finish();
  return result;
}
template <class Function, class... Arguments>
int isend_receive(Function function, Arguments... arguments) {
  auto host_copies = std::make_unique<HostCopies>(HostCopies::For::mpi);
  const int result = both_ways(*host_copies, function, arguments...);
  return keep(result, Form::once, std::move(host_copies), std::get<sizeof...(arguments) - 1>(std::tuple(arguments...)));
}

template <class Function, class Count>
int reduce_local(Function function, const void* in, void* in_out, Count count, Word type, Word op) {
  if (buffers_pass_through(in, in_out)) [[likely]]
    return function(in, in_out, count, type, op);
  HostCopies host_copies(HostCopies::For::host);
  void* const result = host_copy_of(host_copies, in_out, count, type, Use::updated);
  const int code = function(host_copy_of(host_copies, in, count, type, Use::read), result, count, type, op);
  host_copies.finish();
  return code;
}

}  // namespace isthmus::mpi::messages
