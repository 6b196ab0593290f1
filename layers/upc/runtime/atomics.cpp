// Atomic operations: compare and swap of SHMEM, of the size of the type, repeated until no other thread came between.
#include <shmem.h>

#include <cstdlib>
#include <cstring>

#include "job.hpp"

/// Opaque to programs. Domains need nothing but what they were made for.
struct upcr_atomicdomain {
  int type;
  uint64_t operations;
};

namespace isthmus::upc {
namespace {

// The operations of upc_types.h and upc_atomic.h.
enum Operation : uint64_t { add = 1, mult = 2, bit_and = 4, bit_or = 8, bit_xor = 16, min = 128, max = 256, sub = 1 << 11, get = 1 << 12, set = 1 << 13, cswap = 1 << 14, inc = 1 << 15, dec = 1 << 16 };
constexpr uint64_t kNumbers = add | mult | min | max | sub | inc | dec, kBits = bit_and | bit_or | bit_xor, kAccess = get | set | cswap;

template <typename T>
T applied(uint64_t operation, T old, T first, T second) {
  switch (operation) {
    case add: return static_cast<T>(old + first);
    case sub: return static_cast<T>(old - first);
    case mult: return static_cast<T>(old * first);
    case min: return first < old ? first : old;
    case max: return first > old ? first : old;
    case inc: return static_cast<T>(old + 1);
    case dec: return static_cast<T>(old - 1);
    case set: return first;
    case cswap: return memcmp(&old, &first, sizeof(T)) == 0 ? second : old;
    default: break;
  }
  if constexpr (static_cast<T>(0.5) == 0) {  // an integer
    if (operation == bit_and) return static_cast<T>(old & first);
    if (operation == bit_or) return static_cast<T>(old | first);
    if (operation == bit_xor) return static_cast<T>(old ^ first);
  }
  return old;  // get
}

uint32_t swap_if(void* at, uint32_t expected, uint32_t value, int pe) { return shmem_uint32_atomic_compare_swap(static_cast<uint32_t*>(at), expected, value, pe); }
uint64_t swap_if(void* at, uint64_t expected, uint64_t value, int pe) { return shmem_uint64_atomic_compare_swap(static_cast<uint64_t*>(at), expected, value, pe); }
uint32_t fetch(void* at, uint32_t*, int pe) { return shmem_uint32_atomic_fetch(static_cast<uint32_t*>(at), pe); }
uint64_t fetch(void* at, uint64_t*, int pe) { return shmem_uint64_atomic_fetch(static_cast<uint64_t*>(at), pe); }

template <typename T, typename Word>
void run(void* fetched, uint64_t operation, upcr_pointer target, const void* operand1, const void* operand2) {
  static_assert(sizeof(T) == sizeof(Word));
  T first{}, second{}, old{};
  if (operand1) memcpy(&first, operand1, sizeof first);
  if (operand2) memcpy(&second, operand2, sizeof second);
  void* at = symmetric(target);
  Word seen = fetch(at, static_cast<Word*>(nullptr), pe_of(target));
  for (;;) {
    memcpy(&old, &seen, sizeof old);
    const T value = applied(operation, old, first, second);
    Word wanted;
    memcpy(&wanted, &value, sizeof wanted);
    if (wanted == seen) break;  // nothing to write
    const Word found = swap_if(at, seen, wanted, pe_of(target));
    if (found == seen) break;
    seen = found;
  }
  if (fetched) memcpy(fetched, &old, sizeof old);
}

/// A row for each type that domains can have (upc_types.h).
struct Type {
  int number;
  uint64_t operations;
  void (*run)(void*, uint64_t, upcr_pointer, const void*, const void*);
};
constexpr uint64_t kInteger = kNumbers | kBits | kAccess;
constexpr Type kTypes[] = {
    {.number = 5, .operations = kInteger, .run = run<int, uint32_t>},
    {.number = 6, .operations = kInteger, .run = run<unsigned, uint32_t>},
    {.number = 7, .operations = kInteger, .run = run<long, uint64_t>},
    {.number = 8, .operations = kInteger, .run = run<unsigned long, uint64_t>},
    {.number = 9, .operations = kInteger, .run = run<long long, uint64_t>},
    {.number = 10, .operations = kInteger, .run = run<unsigned long long, uint64_t>},
    {.number = 15, .operations = kInteger, .run = run<int32_t, uint32_t>},
    {.number = 16, .operations = kInteger, .run = run<uint32_t, uint32_t>},
    {.number = 17, .operations = kInteger, .run = run<int64_t, uint64_t>},
    {.number = 18, .operations = kInteger, .run = run<uint64_t, uint64_t>},
    {.number = 19, .operations = kNumbers | kAccess, .run = run<float, uint32_t>},
    {.number = 20, .operations = kNumbers | kAccess, .run = run<double, uint64_t>},
    {.number = 22, .operations = kAccess, .run = run<uint64_t, uint64_t>},
};

const Type* type_of(int number) {
  for (const Type& type : kTypes)
    if (type.number == number) return &type;
  return nullptr;
}

}  // namespace
}  // namespace isthmus::upc

using namespace isthmus::upc;

extern "C" {

upcr_atomicdomain* upc_all_atomicdomain_alloc(int type, uint64_t operations, int) {
  const Type* found = type_of(type);
  if (!found) fatal("upc_all_atomicdomain_alloc: type %d has no atomic operations", type);
  if (operations & ~found->operations) fatal("upc_all_atomicdomain_alloc: operations 0x%lx are not there for type %d", operations & ~found->operations, type);
  auto* domain = static_cast<upcr_atomicdomain*>(malloc(sizeof(upcr_atomicdomain)));
  if (!domain) fatal("upc_all_atomicdomain_alloc: no memory");
  *domain = {.type = type, .operations = operations};
  return domain;
}
void upc_all_atomicdomain_free(upcr_atomicdomain* domain) {
  barrier();
  free(domain);
}

void upc_atomic_relaxed(upcr_atomicdomain* domain, void* fetched, uint64_t operation, upcr_pointer target, const void* operand1,
                        const void* operand2) {
  if (!(domain->operations & operation)) fatal("upc_atomic: operation 0x%lx is not one of its domain", operation);
  type_of(domain->type)->run(fetched, operation, target, operand1, operand2);
}
void upc_atomic_strict(upcr_atomicdomain* domain, void* fetched, uint64_t operation, upcr_pointer target, const void* operand1,
                       const void* operand2) {
  shmem_quiet();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  upc_atomic_relaxed(domain, fetched, operation, target, operand1, operand2);
  shmem_quiet();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
int upc_atomic_isfast(int type, uint64_t operations, upcr_pointer) {
  const Type* found = type_of(type);
  return found && !(operations & ~found->operations);
}
}
