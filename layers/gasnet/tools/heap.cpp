#include "gasnet_isthmus/tools/heap.h"

#include <pthread.h>

#include <cstdlib>
#include <cstring>

#include "gasnet_isthmus/tools/errors.h"

namespace {

constexpr uint64_t kLive = 0x47415348454150aa;
constexpr uint64_t kFreed = 0x46524545442e2eaa;
constexpr uint64_t kTail = 0x5441494c5441494c;

// Stands before each block; all live ones form a ring. The tail stands right after the client's bytes.
struct alignas(16) Block {
  Block* next;
  Block* previous;
  size_t size;
  uint64_t guard;
};
constexpr size_t kOverhead = sizeof(Block) + sizeof kTail;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
Block ring = {.next = &ring, .previous = &ring, .size = 0, .guard = kLive};
Block* next_checked = &ring;
gasnett_heapstats_t stats;

unsigned char* bytes_of(Block* block) { return reinterpret_cast<unsigned char*>(block + 1); }
Block* block_of(void* bytes) { return static_cast<Block*>(bytes) - 1; }

void check(Block* block, const char* call) {
  if (block == &ring) return;
  if (block->guard == kFreed) gasnett_fatalerror_nopos("%s: the block at %p was freed before", call, bytes_of(block));
  if (block->guard != kLive)
    gasnett_fatalerror_nopos("%s: the bytes before %p were overwritten, or it is no block of gasnett_debug_malloc",
                             call, bytes_of(block));
  if (memcmp(bytes_of(block) + block->size, &kTail, sizeof kTail) != 0)
    gasnett_fatalerror_nopos("%s: the bytes after the block at %p, which has %zu, were overwritten", call,
                             bytes_of(block), block->size);
}

void insert(Block* block, size_t size) {
  block->size = size;
  block->guard = kLive;
  memcpy(bytes_of(block) + size, &kTail, sizeof kTail);
  pthread_mutex_lock(&mutex);
  block->next = &ring;
  block->previous = ring.previous;
  ring.previous->next = block;
  ring.previous = block;
  stats.allocated_bytes += size;
  stats.allocated_objects += 1;
  stats.live_bytes += size;
  stats.live_objects += 1;
  stats.overhead_bytes += kOverhead;
  if (stats.live_bytes > stats.live_bytes_max) stats.live_bytes_max = stats.live_bytes;
  if (stats.live_objects > stats.live_objects_max) stats.live_objects_max = stats.live_objects;
  pthread_mutex_unlock(&mutex);
}

void remove(Block* block) {
  pthread_mutex_lock(&mutex);
  if (next_checked == block) next_checked = block->next;
  block->previous->next = block->next;
  block->next->previous = block->previous;
  stats.freed_bytes += block->size;
  stats.freed_objects += 1;
  stats.live_bytes -= block->size;
  stats.live_objects -= 1;
  stats.overhead_bytes -= kOverhead;
  pthread_mutex_unlock(&mutex);
}

}  // namespace

extern "C" {

void* gasnett_debug_malloc(size_t size) {
  auto* block = size > SIZE_MAX - kOverhead ? nullptr : static_cast<Block*>(malloc(size + kOverhead));
  if (!block) gasnett_fatalerror_nopos("gasnett_debug_malloc: there is no memory of %zu bytes: ask for less", size);
  insert(block, size);
  return bytes_of(block);
}

void* gasnett_debug_calloc(size_t count, size_t size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
  return memset(gasnett_debug_malloc(bytes), 0, bytes);
}

void* gasnett_debug_realloc(void* block, size_t size) {
  void* moved = gasnett_debug_malloc(size);
  if (!block) return moved;
  check(block_of(block), "gasnett_debug_realloc");
  const size_t before = block_of(block)->size;
  memcpy(moved, block, before < size ? before : size);
  gasnett_debug_free(block);
  return moved;
}

void gasnett_debug_free(void* block) {
  if (!block) return;
  Block* head = block_of(block);
  check(head, "gasnett_debug_free");
  remove(head);
  head->guard = kFreed;
  free(head);
}

char* gasnett_debug_strdup(const char* text) { return gasnett_debug_strndup(text, strlen(text)); }

char* gasnett_debug_strndup(const char* text, size_t length) {
  const size_t used = strnlen(text, length);
  auto* copy = static_cast<char*>(gasnett_debug_malloc(used + 1));
  memcpy(copy, text, used);
  copy[used] = '\0';
  return copy;
}

void gasnett_debug_memcheck(void* block) { check(block_of(block), "gasnett_debug_memcheck"); }

void gasnett_debug_memcheck_one(void) {
  pthread_mutex_lock(&mutex);
  check(next_checked, "gasnett_debug_memcheck_one");
  next_checked = next_checked->next;
  pthread_mutex_unlock(&mutex);
}

void gasnett_debug_memcheck_all(void) {
  pthread_mutex_lock(&mutex);
  for (Block* block = ring.next; block != &ring; block = block->next) check(block, "gasnett_debug_memcheck_all");
  pthread_mutex_unlock(&mutex);
}

int gasnett_getheapstats(gasnett_heapstats_t* out) {
  pthread_mutex_lock(&mutex);
  *out = stats;
  pthread_mutex_unlock(&mutex);
  return 0;
}

}  // extern "C"
