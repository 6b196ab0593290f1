#include <stdarg.h>

#include "expect.h"

GASNETT_INLINE(doubled)
int doubled(int x) { return 2 * x; }

GASNETT_NEVER_INLINE(own_frame, static void* own_frame(void)) { return __builtin_frame_address(0); }

GASNETT_FORMAT_PRINTF(written, 2, 3, static int written(char* text, const char* format, ...));
GASNETT_FORMAT_PRINTF(written, 2, 3, static int written(char* text, const char* format, ...)) {
  va_list arguments;
  int length;
  va_start(arguments, format);
  length = vsnprintf(text, 16, format, arguments);
  va_end(arguments);
  return length;
}
static GASNETT_FORMAT_PRINTF_FUNCPTR(writer, 2, 3, int (*writer)(char* text, const char* format, ...)) = written;

static void leave(int code) GASNETT_NORETURN;
GASNETT_NORETURNP(leave)
static void leave(int code) { exit(code); }
static void leave_with_5(void) { leave(5); }

GASNETT_MALLOC static void* fresh(void);
GASNETT_MALLOCP(fresh)
static void* fresh(void) { return malloc(8); }

static int global = 1;
GASNETT_PURE static int pure(void);
GASNETT_PUREP(pure)
static int pure(void) { return global; }
GASNETT_CONST static int constant(int x);
GASNETT_CONSTP(constant)
static int constant(int x) { return x + 1; }
GASNETT_HOT static int hot(void) { return 1; }
GASNETT_COLD static int cold(void) { return 2; }
GASNETT_WARN_UNUSED_RESULT static int checked(void) { return 3; }
GASNETT_DEPRECATED GASNETI_UNUSED static int old(void) { return 4; }
GASNETT_USED static int unreferenced(void) { return 5; }

GASNETT_EXTERNC int declared_c(void);
GASNETT_BEGIN_EXTERNC
int declared_c(void) { return 6; }
GASNETT_END_EXTERNC

GASNETT_IDENT(tools_test_ident, "$ToolsTest: yes $");

static void copy(int* GASNETT_RESTRICT to, const int* GASNETT_RESTRICT from) { *to = *from; }

static int steps(int from) {
  int sum = 0;
  switch (from) {
    case 1:
      sum += 1;
      GASNETT_FALLTHROUGH
    case 2:
      sum += 2;
      break;
    case 3:
      return 3;
    default:
      gasnett_unreachable();
  }
  return sum;
}

/* The features that a client can override are 1 or 0, and 1 with these compilers. */
static void test_features(void) {
  EXPECT_EQ(GASNETT_USE_GCC_ATTRIBUTE_ALWAYSINLINE + GASNETT_USE_GCC_ATTRIBUTE_NOINLINE + GASNETT_USE_PLEASE_INLINE, 3);
  EXPECT_EQ(GASNETT_USE_GCC_ATTRIBUTE_MALLOC + GASNETT_USE_GCC_ATTRIBUTE_WARNUNUSEDRESULT, 2);
  EXPECT_EQ(GASNETT_USE_GCC_ATTRIBUTE_USED + GASNETT_USE_GCC_ATTRIBUTE_UNUSED + GASNETT_USE_GCC_ATTRIBUTE_MAYALIAS, 3);
  EXPECT_EQ(GASNETT_USE_GCC_ATTRIBUTE_NORETURN + GASNETT_USE_GCC_ATTRIBUTE_PURE + GASNETT_USE_GCC_ATTRIBUTE_CONST, 3);
  EXPECT_EQ(GASNETT_USE_GCC_ATTRIBUTE_DEPRECATED + GASNETT_USE_GCC_ATTRIBUTE_FORMAT, 2);
  EXPECT_EQ(GASNETT_USE_GCC_ATTRIBUTE_FORMAT_FUNCPTR + GASNETT_USE_GCC_ATTRIBUTE_FORMAT_FUNCPTR_ARG, 2);
  EXPECT_EQ(GASNETT_USE_BUILTIN_CONSTANT_P + GASNETT_USE_BUILTIN_PREFETCH + GASNETT_USE_BUILTIN_EXPECT, 3);
  EXPECT_EQ(GASNETT_USE_BUILTIN_UNREACHABLE, 1);
  EXPECT_EQ(GASNETT_USE_ASSUME, 0);
#ifdef __clang__
  EXPECT_EQ(GASNETT_USE_BUILTIN_ASSUME, 1);
#else
  EXPECT_EQ(GASNETT_USE_BUILTIN_ASSUME + GASNETT_USE_CXX11_ATTRIBUTE_CLANG__FALLTHROUGH, 0);
#endif
#if defined(__cplusplus) && __cplusplus >= 201703L
  EXPECT_EQ(GASNETT_USE_CXX11_ATTRIBUTE_FALLTHROUGH, 1);
#endif
  EXPECT_TEXT(_STRINGIFY(GASNETT_USE_RESTRICT), "__restrict__");
  EXPECT_EQ(GASNETT_USE_RESTRICT_ON_TYPEDEFS + GASNETT_USE_PRAGMA_GCC_DIAGNOSTIC, 2);
  EXPECT_EQ(GASNETT_USE_CTYPE_WRAPPERS, 0);
  EXPECT_EQ(GASNETT_USE_TRUE_MUTEXES, 0);
}

void test_annotations(void) {
  int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, taken = 0;
  int from = 4, to = 0;
  char text[16];
  void* memory;

  EXPECT_EQ(doubled(21), 42);
  EXPECT(own_frame() != __builtin_frame_address(0));
  EXPECT_EQ(writer(text, "%d", 17), 2);
  EXPECT_TEXT(text, "17");
  EXPECT_EQ(run_child(leave_with_5).status, 5);
  memory = fresh();
  EXPECT(memory != NULL);
  free(memory);
  EXPECT_EQ(pure() + constant(1) + hot() + cold() + checked() + declared_c(), 1 + 2 + 1 + 2 + 3 + 6);
  EXPECT_TEXT(tools_test_ident, "$ToolsTest: yes $");
  copy(&to, &from);
  EXPECT_EQ(to, 4);
  EXPECT_EQ(steps(1), 3);
  EXPECT_EQ(steps(2), 2);

  EXPECT(GASNETT_PREDICT_TRUE(from) && !GASNETT_PREDICT_FALSE(from - 4));
  if_pf(from == 4)++ taken;
  else taken += 100;
  if_pt(from == 5) taken += 100;
  else ++taken;
  EXPECT_EQ(taken, 2);
  EXPECT(gasnett_constant_p(4));
  EXPECT_TEXT(_STRINGIFY(_CONCAT(left, right)), "leftright");
#define GASNETT_MTA_TEST_(x) #x
#define GASNETT_MTA_TEST(x) GASNETT_MTA_TEST_(x)
  EXPECT_TEXT(GASNETT_MTA_TEST(GASNETT_MTA_PRAGMA_EXPECT_ENABLED(1) GASNETT_MTA_PRAGMA_EXPECT_DISABLED(2)), "");
  EXPECT_TEXT(GASNETT_MTA_TEST(GASNETT_MTA_PRAGMA_EXPECT_OVERRIDE(3)), "");

  /* Each argument is evaluated once. */
  GASNETT_UNUSED_ARGS1(++a);
  GASNETT_UNUSED_ARGS2(++a, ++b);
  GASNETT_UNUSED_ARGS3(++a, ++b, ++c);
  GASNETT_UNUSED_ARGS4(++a, ++b, ++c, ++d);
  GASNETT_UNUSED_ARGS5(++a, ++b, ++c, ++d, ++e);
  GASNETT_UNUSED_ARGS6(++a, ++b, ++c, ++d, ++e, ++f);
  GASNETT_UNUSED_ARGS7(++a, ++b, ++c, ++d, ++e, ++f, ++g);
  EXPECT_EQ((GASNETT_UNUSED_ARGS8(++a, ++b, ++c, ++d, ++e, ++f, ++g, ++h), 9), 9);
  EXPECT(a == 8 && b == 7 && c == 6 && d == 5 && e == 4 && f == 3 && g == 2 && h == 1);
  test_features();
}
