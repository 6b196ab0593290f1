// Atomic operations: compare and swap of SHMEM, of the size of the type, repeated until no other thread came between.
#include <isthmus_upc/atomic_operations.h>
#include <shmem.h>
#include <upc_types.h>

#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "job.hpp"

/// Opaque to programs. Domains need nothing but what they were made for.
struct upcr_atomicdomain {
  int type;
  uint64_t operations;
};

namespace isthmus::upc {
namespace {

constexpr uint64_t kNumbers = UPC_ADD | UPC_MULT | UPC_MIN | UPC_MAX | UPC_SUB | UPC_INC | UPC_DEC;
constexpr uint64_t kBits = UPC_AND | UPC_OR | UPC_XOR, kAccess = UPC_GET | UPC_SET | UPC_CSWAP;

template <typename T>
T applied(uint64_t operation, T old, T first, T second) {
  switch (operation) {
    case UPC_ADD: return static_cast<T>(old + first);
    case UPC_SUB: return static_cast<T>(old - first);
    case UPC_MULT: return static_cast<T>(old * first);
    case UPC_MIN: return first < old ? first : old;
    case UPC_MAX: return first > old ? first : old;
    case UPC_INC: return static_cast<T>(old + 1);
    case UPC_DEC: return static_cast<T>(old - 1);
    case UPC_SET: return first;
    case UPC_CSWAP: return memcmp(&old, &first, sizeof(T)) == 0 ? second : old;
    default: break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (operation == UPC_AND) return static_cast<T>(old & first);
    if (operation == UPC_OR) return static_cast<T>(old | first);
    if (operation == UPC_XOR) return static_cast<T>(old ^ first);
  }
  return old;  // get
}

uint32_t swap_if(uint32_t* at, uint32_t expected, uint32_t value, int pe) {
  return shmem_uint32_atomic_compare_swap(at, expected, value, pe);
}
uint64_t swap_if(uint64_t* at, uint64_t expected, uint64_t value, int pe) {
  return shmem_uint64_atomic_compare_swap(at, expected, value, pe);
}
uint32_t fetch(const uint32_t* at, int pe) { return shmem_uint32_atomic_fetch(at, pe); }
uint64_t fetch(const uint64_t* at, int pe) { return shmem_uint64_atomic_fetch(at, pe); }

template <typename T, typename Word>
void run(void* fetched, uint64_t operation, upcr_pointer target, const void* operand1, const void* operand2) {
  static_assert(sizeof(T) == sizeof(Word));
  T first{}, second{}, old{};
  if (operand1) memcpy(&first, operand1, sizeof first);
  if (operand2) memcpy(&second, operand2, sizeof second);
  auto* at = reinterpret_cast<Word*>(symmetric(target));
  Word seen = fetch(at, pe_of(target));
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
  int type;  ///< upc_type_t
  uint64_t operations;
  void (*run)(void*, uint64_t, upcr_pointer, const void*, const void*);
};
constexpr uint64_t kInteger = kNumbers | kBits | kAccess;
constexpr Type kTypes[] = {
    {.type = UPC_INT, .operations = kInteger, .run = run<int, uint32_t>},
    {.type = UPC_UINT, .operations = kInteger, .run = run<unsigned, uint32_t>},
    {.type = UPC_LONG, .operations = kInteger, .run = run<long, uint64_t>},
    {.type = UPC_ULONG, .operations = kInteger, .run = run<unsigned long, uint64_t>},
    {.type = UPC_LLONG, .operations = kInteger, .run = run<long long, uint64_t>},
    {.type = UPC_ULLONG, .operations = kInteger, .run = run<unsigned long long, uint64_t>},
    {.type = UPC_INT32, .operations = kInteger, .run = run<int32_t, uint32_t>},
    {.type = UPC_UINT32, .operations = kInteger, .run = run<uint32_t, uint32_t>},
    {.type = UPC_INT64, .operations = kInteger, .run = run<int64_t, uint64_t>},
    {.type = UPC_UINT64, .operations = kInteger, .run = run<uint64_t, uint64_t>},
    {.type = UPC_FLOAT, .operations = kNumbers | kAccess, .run = run<float, uint32_t>},
    {.type = UPC_DOUBLE, .operations = kNumbers | kAccess, .run = run<double, uint64_t>},
    {.type = UPC_PTS, .operations = kAccess, .run = run<uint64_t, uint64_t>},
};

const Type* type_of(int number) {
  for (const Type& type : kTypes)
    if (type.type == number) return &type;
  return nullptr;
}

}  // namespace
}  // namespace isthmus::upc

using namespace isthmus::upc;

extern "C" {

upcr_atomicdomain* upc_all_atomicdomain_alloc(int type, uint64_t operations, int) {
  const Type* found = type_of(type);
  if (!found) fatal("upc_all_atomicdomain_alloc: type %d has no atomic operations", type);
  if (const uint64_t missing = operations & ~found->operations)
    fatal("upc_all_atomicdomain_alloc: operations 0x%lx are not there for type %d", missing, type);
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
