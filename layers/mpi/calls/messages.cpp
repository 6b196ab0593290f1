// Messages in parts. The copies of a sender's buffer are made when it says that parts are ready, because the program
// writes them after it has started the request.
#include "calls/messages.hpp"

#include "real.hpp"

namespace isthmus::mpi {
namespace {

template <class Function, class Buffer>
int begin_parts(HostCopies::Use use, Function function, Buffer* buffer, int parts, std::int64_t count, Word type,
                int peer, int tag, Word comm, Word info, void* request) {
  if (buffers_pass_through(buffer)) [[likely]]
    return function(buffer, parts, count, type, peer, tag, comm, info, request);
  auto copies = std::make_unique<HostCopies>(HostCopies::For::mpi);
  const int result = function(copies->of(buffer, span_of_parts(type, parts, count), use), parts, count, type, peer, tag,
                              comm, info, request);
  return messages::keep(result, messages::Form::persistent, std::move(copies), request);
}

}  // namespace

namespace ours {

int Psend_init(const void* buffer, int parts, std::int64_t count, Word type, int peer, int tag, Word comm, Word info,
               void* request) {
  return begin_parts(HostCopies::Use::read, real().Psend_init, buffer, parts, count, type, peer, tag, comm, info,
                     request);
}
int Precv_init(void* buffer, int parts, std::int64_t count, Word type, int peer, int tag, Word comm, Word info,
               void* request) {
  return begin_parts(HostCopies::Use::updated, real().Precv_init, buffer, parts, count, type, peer, tag, comm, info,
                     request);
}
int Pready(int part, Word request) {
  refresh_part(request, part);
  return real().Pready(part, request);
}
int Pready_range(int first, int last, Word request) {
  for (int part = first; part <= last; ++part) refresh_part(request, part);
  return real().Pready_range(first, last, request);
}
int Pready_list(int length, const int* parts, Word request) {
  for (int i = 0; i < length; ++i) refresh_part(request, parts[i]);
  return real().Pready_list(length, parts, request);
}
int Parrived(Word request, int part, int* flag) {
  const int result = real().Parrived(request, part, flag);
  if (result == kSuccess && *flag) copy_part_back(request, part);
  return result;
}

}  // namespace ours
}  // namespace isthmus::mpi
