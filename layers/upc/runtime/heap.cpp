#include "heap.hpp"

#include <sched.h>
#include <shmem.h>

#include "job.hpp"

namespace isthmus::upc {
namespace {

constexpr uint64_t kUnit = 64;  // of sizes and addresses: a block's header takes one, and blocks share no cache line
constexpr uint64_t kUsed = 0x5550435f75736564, kFree = 0x5550435f66726565;

/// The words of a heap that lives in one thread's segment, read and written from any thread under its lock. The global heap's are
/// thread 0's. Free blocks are a list in the order of addresses.
class Heap {
 public:
  enum Kind { global, own };

  Heap(Kind kind, uint64_t thread) : kind_(kind), thread_(kind == global ? 0 : thread) {}

  /// The offset of so many bytes, or 0 where there is no room.
  uint64_t take(uint64_t bytes) {
    if (bytes > segment_bytes) return 0;  // also what cannot be rounded up
    const uint64_t wanted = (bytes + kUnit - 1) / kUnit * kUnit + kUnit;
    lock();
    uint64_t before = 0, at = first();
    while (at && read(at + kSize) < wanted) {
      before = at;
      at = read(at + kNext);
    }
    if (at) {
      const uint64_t size = read(at + kSize);
      uint64_t next = read(at + kNext);
      if (size >= wanted + 2 * kUnit) {
        describe(at + wanted, size - wanted, next);
        next = at + wanted;
        write(at + kSize, wanted);
      }
      link(before, next);
      write(at + kState, kUsed);
    }
    unlock();
    return at ? at + kUnit : 0;
  }

  /// Gives a block back, and joins it with free neighbours. False: it was not one in use.
  bool give(uint64_t offset) {
    const uint64_t block = offset - kUnit;
    lock();
    const bool used = offset % kUnit == 0 && offset > kUnit && read(block + kState) == kUsed;
    if (used) {
      uint64_t before = 0, next = first();
      while (next && next < block) {
        before = next;
        next = read(next + kNext);
      }
      uint64_t size = read(block + kSize);
      if (next == block + size) {
        size += read(next + kSize);
        next = read(next + kNext);
      }
      write(block + kState, kFree);
      if (before && before + read(before + kSize) == block) {
        describe(before, read(before + kSize) + size, next);
      } else {
        describe(block, size, next);
        link(before, block);
      }
    }
    unlock();
    return used;
  }

  /// Makes a range of the segment one free block.
  void start(uint64_t begin, uint64_t end) {
    describe(begin, end - begin, 0);
    link(0, begin);
  }

 private:
  // Words of a block's header, and of a heap's in the head of the segment.
  enum Word : uint64_t { kState = 0, kSize = 8, kNext = 16 };
  enum HeapWord : uint64_t { kLock = 0, kFirst = 1 };

  uint64_t* words() const { return head()->heap[kind_]; }
  uint64_t first() { return read_at(&words()[kFirst]); }
  void link(uint64_t before, uint64_t block) {
    if (before) write(before + kNext, block);
    else write_at(&words()[kFirst], block);
  }
  void describe(uint64_t block, uint64_t size, uint64_t next) {
    write(block + kState, kFree);
    write(block + kSize, size);
    write(block + kNext, next);
  }
  uint64_t read(uint64_t offset) { return read_at(reinterpret_cast<uint64_t*>(segment + offset)); }
  void write(uint64_t offset, uint64_t value) { write_at(reinterpret_cast<uint64_t*>(segment + offset), value); }
  uint64_t read_at(uint64_t* word) { return shmem_uint64_g(word, static_cast<int>(thread_)); }
  void write_at(uint64_t* word, uint64_t value) { shmem_uint64_p(word, value, static_cast<int>(thread_)); }

  void lock() {
    while (shmem_uint64_atomic_compare_swap(&words()[kLock], 0, 1, static_cast<int>(thread_)) != 0) sched_yield();
  }
  void unlock() {
    shmem_quiet();
    shmem_uint64_atomic_set(&words()[kLock], 0, static_cast<int>(thread_));
    shmem_quiet();
  }

  const Kind kind_;
  const uint64_t thread_;
};

/// Where the global heap ends and a thread's own begins.
uint64_t middle() { return (static_bytes + (segment_bytes - static_bytes) / 2) / kUnit * kUnit; }
uint64_t beginning() { return (static_bytes + kUnit - 1) / kUnit * kUnit; }

uint64_t blocks_of_thread(uint64_t blocks) {
  const uint64_t threads = static_cast<uint64_t>(upcr_threads);
  return blocks / threads + (blocks % threads != 0);
}

/// The bytes of so many blocks; where 64 bits do not hold them, more than there are.
uint64_t bytes_of(uint64_t blocks, uint64_t bytes) {
  uint64_t all = 0;
  return __builtin_mul_overflow(blocks, bytes, &all) ? UINT64_MAX : all;
}

upcr_pointer take_own(uint64_t bytes) {
  const uint64_t thread = static_cast<uint64_t>(upcr_mythread);
  const uint64_t offset = bytes ? Heap(Heap::own, thread).take(bytes) : 0;
  return offset ? pointer(thread, offset) : 0;
}

upcr_pointer take_global(uint64_t blocks, uint64_t bytes) {
  const uint64_t all = bytes_of(blocks_of_thread(blocks), bytes);
  return all ? Heap(Heap::global, 0).take(all) : 0;  // of thread 0 and phase 0: its offset is the pointer
}

/// Thread 0's value, in all threads.
upcr_pointer from_first(upcr_pointer value) {
  uint64_t* place = &head()->broadcast[0];
  barrier();
  if (upcr_mythread == 0)
    for (int thread = 0; thread < upcr_threads; ++thread) shmem_uint64_p(place, value, thread);
  barrier();
  return *place;
}

void give(upcr_pointer object, const char* call) {
  if (!object) return;
  const uint64_t offset = upcr_offset(object);
  const bool global = offset < middle();
  if ((global && upcr_thread(object) != 0) || !Heap(global ? Heap::global : Heap::own, upcr_thread(object)).give(offset))
    fatal("%s of a pointer (thread %lu, offset %lu) that no allocation gave, or that was freed before", call, upcr_thread(object), offset);
}

}  // namespace

void start_heaps() {
  if (upcr_mythread == 0) Heap(Heap::global, 0).start(beginning(), middle());
  Heap(Heap::own, static_cast<uint64_t>(upcr_mythread)).start(middle(), segment_bytes);
}

}  // namespace isthmus::upc

using namespace isthmus::upc;

// The functions of upc.h take and return pointers to shared, which are 64-bit integers to C.
extern "C" {
upcr_pointer upc_global_alloc(size_t blocks, size_t bytes) { return take_global(blocks, bytes); }
upcr_pointer upc_all_alloc(size_t blocks, size_t bytes) { return from_first(upcr_mythread == 0 ? take_global(blocks, bytes) : 0); }
upcr_pointer upc_alloc(size_t bytes) { return take_own(bytes); }
upcr_pointer upc_local_alloc(size_t blocks, size_t bytes) { return take_own(bytes_of(blocks, bytes)); }
void upc_free(upcr_pointer object) { give(object, "upc_free"); }
void upc_all_free(upcr_pointer object) {
  barrier();
  if (upcr_mythread == 0) give(object, "upc_all_free");
}
size_t upc_affinitysize(size_t bytes, size_t block_bytes, size_t thread) {
  const size_t threads = static_cast<size_t>(upcr_threads);
  if (block_bytes == 0 || block_bytes >= bytes) return thread == 0 ? bytes : 0;
  const size_t blocks = bytes / block_bytes, rest = bytes % block_bytes, owner = blocks % threads;
  return blocks / threads * block_bytes + (thread < owner ? block_bytes : thread == owner ? rest : 0);
}
}
