#include <stdint.h>

#include "expect.h"

/* Stores that the compiler must not see through. */
static void spoil(char* at) { *(volatile char*)at = (char)(*at ^ 0x40); }

static void after_the_end(void) {
  char* block = (char*)gasnett_debug_malloc(10);
  spoil(block + 10);
  gasnett_debug_free(block);
}
static void before_the_begin(void) {
  char* block = (char*)gasnett_debug_malloc(10);
  spoil(block - 1);
  gasnett_debug_memcheck(block);
}
static void found_by_all(void) {
  char* block = (char*)gasnett_debug_malloc(10);
  (void)gasnett_debug_malloc(20);
  spoil(block + 10);
  gasnett_debug_memcheck_all();
}
static void found_by_one(void) {
  char* block = (char*)gasnett_debug_malloc(10);
  int i;
  spoil(block + 10);
  for (i = 0; i < 10; ++i) gasnett_debug_memcheck_one();
}
static void too_much(void) { (void)gasnett_debug_calloc(SIZE_MAX / 2, 4); }

void test_heap(void) {
  gasnett_heapstats_t before, now;
  char *block, *text;
  int i;
  EXPECT_EQ(gasnett_getheapstats(&before), 0);
  block = (char*)gasnett_debug_malloc(10);
  EXPECT_EQ((uintptr_t)block % 16, 0);
  memcpy(block, "123456789", 10);
  block = (char*)gasnett_debug_realloc(block, 2000);
  EXPECT_TEXT(block, "123456789");
  gasnett_debug_memcheck(block);
  gasnett_debug_memcheck_one();
  gasnett_debug_memcheck_all();
  gasnett_getheapstats(&now);
  EXPECT_EQ(now.live_objects - before.live_objects, 1);
  EXPECT_EQ(now.live_bytes - before.live_bytes, 2000);
  EXPECT_EQ(now.allocated_bytes - before.allocated_bytes, 2010);
  EXPECT_EQ(now.freed_bytes - before.freed_bytes, 10);
  EXPECT(now.live_bytes_max >= 2010 && now.live_objects_max >= 2 && now.overhead_bytes > 0);
  text = gasnett_debug_strdup(block);
  EXPECT_TEXT(text, "123456789");
  gasnett_debug_free(text);
  text = gasnett_debug_strndup(block, 4);
  EXPECT_TEXT(text, "1234");
  gasnett_debug_free(text);
  gasnett_debug_free(block);
  block = (char*)gasnett_debug_calloc(10, 3);
  for (i = 0; i < 30; ++i) EXPECT_EQ(block[i], 0);
  gasnett_debug_free(block);
  gasnett_debug_free(NULL);
  block = (char*)gasnett_debug_realloc(NULL, 5);
  gasnett_debug_free(block);
  gasnett_getheapstats(&now);
  EXPECT_EQ(now.live_bytes, before.live_bytes);
  EXPECT_EQ(now.live_objects, before.live_objects);
  EXPECT_EQ(now.allocated_objects - now.freed_objects, now.live_objects);
  EXPECT_EQ(GASNETT_MALLOC_USE_SRCPOS, 0);

  EXPECT_FATAL(after_the_end, "gasnett_debug_free: the bytes after the block");
  EXPECT_FATAL(before_the_begin, "gasnett_debug_memcheck: the bytes before");
  EXPECT_FATAL(found_by_all, "gasnett_debug_memcheck_all: the bytes after the block");
  EXPECT_FATAL(found_by_one, "gasnett_debug_memcheck_one: the bytes after the block");
  EXPECT_FATAL(too_much, "there is no memory");
}
