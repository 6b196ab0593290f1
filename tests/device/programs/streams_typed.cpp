// Every collective, put and get of every type on a stream, in host memory and in that of the device.
#define FORM(NAME) NAME##_on_stream
#include "typed_collectives.hpp"
extern "C" {
#include "driver.h"
}

namespace {

shmemx_stream_t stream;

struct OnStream {
  using Handle = shmemx_stream_t;
  Handle handle() { return stream; }
  void complete() { driver_finish_copies(); }
};

constexpr size_t count = 11;
enum class Way { put, get };

/// Puts to the next PE, or gets from it.
template <class T>
void move(void* source, void* dest, Way way, void (*call)(T*, const T*, size_t, int, shmemx_stream_t)) {
  static uint64_t seed;
  const int next = (me + 1) % n, from = way == Way::get ? next : (me + n - 1) % n;
  std::vector<T> values(count), seen(count + 1);
  ++seed;
  for (size_t i = 0; i < count; ++i) values[i] = value<T>(Op::max, seed, me, i);
  shmemx_local_copy(source, values.data(), count * sizeof(T));
  shmemx_local_copy(dest, seen.data(), seen.size() * sizeof(T));
  shmem_barrier_all();
  call(static_cast<T*>(dest), static_cast<const T*>(source), count, next, stream);
  shmemx_quiet_on_stream(stream);
  driver_finish_copies();
  shmem_barrier_all();
  shmemx_local_copy(seen.data(), dest, seen.size() * sizeof(T));
  for (size_t i = 0; i < count; ++i) EXPECT(seen[i] == value<T>(Op::max, seed, from, i));
  EXPECT(seen[count] == T{});
}

/// An element of so many bytes, for calls that know sizes alone.
template <size_t bytes>
struct Sized;
template <>
struct Sized<1> : std::type_identity<uint8_t> {};
template <>
struct Sized<2> : std::type_identity<uint16_t> {};
template <>
struct Sized<4> : std::type_identity<uint32_t> {};
template <>
struct Sized<8> : std::type_identity<uint64_t> {};
template <>
struct Sized<16> : std::type_identity<std::complex<double>> {};

void check_moves(void* source, void* dest) {
#define TYPED(NAME, TYPE)                                                \
  move<TYPE>(source, dest, Way::put, shmemx_##NAME##_put_on_stream);     \
  move<TYPE>(source, dest, Way::get, shmemx_##NAME##_get_on_stream);     \
  move<TYPE>(source, dest, Way::put, shmemx_##NAME##_put_nbi_on_stream); \
  move<TYPE>(source, dest, Way::get, shmemx_##NAME##_get_nbi_on_stream);
  ISTHMUS_RMA_TYPES(TYPED)
#undef TYPED
#define UNTYPED(WAY, NAME, TYPE)                                                                               \
  move<TYPE>(source, dest, WAY, [](TYPE* to, const TYPE* from, size_t nelems, int pe, shmemx_stream_t queue) { \
    NAME(to, from, nelems, pe, queue);                                                                         \
  });
#define SIZED(BITS, BYTES)                                                \
  UNTYPED(Way::put, shmemx_put##BITS##_on_stream, Sized<BYTES>::type)     \
  UNTYPED(Way::get, shmemx_get##BITS##_on_stream, Sized<BYTES>::type)     \
  UNTYPED(Way::put, shmemx_put##BITS##_nbi_on_stream, Sized<BYTES>::type) \
  UNTYPED(Way::get, shmemx_get##BITS##_nbi_on_stream, Sized<BYTES>::type)
  ISTHMUS_SIZES(SIZED)
#undef SIZED
  UNTYPED(Way::put, shmemx_putmem_on_stream, char)
  UNTYPED(Way::get, shmemx_getmem_on_stream, char)
  UNTYPED(Way::put, shmemx_putmem_nbi_on_stream, char)
  UNTYPED(Way::get, shmemx_getmem_nbi_on_stream, char)
#undef UNTYPED
}

}  // namespace

int main(int argc, char** argv) {
  begin_with(SHMEM_THREAD_MULTIPLE);
  EXPECT_EQ(argc, 2);
  driver_open(argv[1]);
  stream = driver_stream();
  const size_t bytes = TypedCollectives<OnStream>::bytes(n);
  for (const int partition : {1, 2}) {
    void *source = shmem_partition_malloc(bytes, partition), *dest = shmem_partition_malloc(bytes, partition);
    EXPECT(source && dest);
    TypedCollectives<OnStream> check({}, source, dest);
    check_all(check);
    check_moves(source, dest);
    shmem_free(dest);
    shmem_free(source);
  }
  return end();
}
