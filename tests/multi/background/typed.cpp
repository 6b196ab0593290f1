// Every nonblocking collective of every type.
#define FORM(NAME) NAME##_nb
#include "typed_collectives.hpp"

namespace {

struct Nonblocking {
  using Handle = shmemx_req_t*;
  Handle handle() { return &request; }
  void complete() {
    shmemx_req_wait(&request);
    EXPECT(request == SHMEMX_REQ_INVALID);
  }
  shmemx_req_t request = SHMEMX_REQ_INVALID;
};

}  // namespace

int main() {
  begin();
  const size_t bytes = TypedCollectives<Nonblocking>::bytes(n);
  void *source = shmem_align(16, bytes), *dest = shmem_align(16, bytes);
  EXPECT(source && dest);
  TypedCollectives<Nonblocking> check({}, source, dest);
  check_all(check);
  shmem_free(dest);
  shmem_free(source);
  return end();
}
