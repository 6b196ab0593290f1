// Several jobs in one program, in C++: handlers belong to a job and are registered anew, messages that nobody waited
// for are handled before shmem_finalize returns, and lambdas can be handlers. The table takes as many as promised.
#include "program.h"

namespace {

uint64_t counted, replied;
int on_reply = -1;

void round(uint64_t messages) {
  begin();
  counted = replied = 0;
  const int on_request =
      shmemx_am_register([](shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
        EXPECT_EQ(nargs, 0);
        EXPECT_EQ(bytes, 5);
        EXPECT_SAME(payload, "hello", 5);
        ++counted;
        if (shmemx_am_source(token) % 2 == 0) shmemx_am_reply_short(token, on_reply, args, 0);
      });
  on_reply = shmemx_am_register([](shmemx_am_token_t, const uint64_t*, int, void*, size_t) { ++replied; });
  EXPECT_EQ(on_request, 0);
  EXPECT_EQ(on_reply, 1);
  for (int i = 2; i < SHMEMX_AM_MAX_HANDLERS; ++i)
    EXPECT_EQ(shmemx_am_register([](shmemx_am_token_t, const uint64_t*, int, void*, size_t) {}), i);
  EXPECT_EQ(shmemx_am_register([](shmemx_am_token_t, const uint64_t*, int, void*, size_t) {}), -1);
  shmem_barrier_all();
  for (uint64_t i = 0; i < messages; ++i)
    for (int pe = 0; pe < n; ++pe) shmemx_am_request_medium(pe, on_request, nullptr, 0, "hello", 5);
  const uint64_t expected = messages * static_cast<uint64_t>(n);
  const bool even = me % 2 == 0;
  shmem_finalize();
  EXPECT_EQ(counted, expected);
  EXPECT_EQ(replied, even ? expected : 0);
}

}  // namespace

int main() {
  for (const uint64_t messages : {1u, 0u, 100u, 3000u}) round(messages);
}
