#include "expect.h"

static const char* formatted(int64_t value, int is_mem_size) {
  static char text[64];
  return gasnett_format_number(value, text, sizeof text, is_mem_size);
}

static void bad_yesno(void) { gasnett_getenv_yesno_withdefault("TOOLS_BAD", 1); }
static void bad_int(void) { gasnett_getenv_int_withdefault("TOOLS_BAD", 1, 0); }
static void bad_size(void) { gasnett_getenv_int_withdefault("TOOLS_BAD", 1, 1024); }
static void bad_double(void) { gasnett_getenv_dbl_withdefault("TOOLS_BAD", 1); }
static void bad_key(void) { gasnett_setenv("A=B", "1"); }
static void bad_unset(void) { gasnett_unsetenv("A=B"); }

static void report(void) {
  gasnett_setenv("GASNET_VERBOSEENV", "1");
  gasnett_setenv("TOOLS_A", "text");
  EXPECT(gasnett_verboseenv());
  gasnett_getenv_withdefault("TOOLS_A", "other");
  gasnett_getenv_withdefault("TOOLS_A", "other");
  gasnett_getenv_int_withdefault("TOOLS_B", 2 << 20, 1);
  gasnett_envint_display("TOOLS_C", 3, 0, 0);
  gasnett_envstr_display("TOOLS_D", "four", 1);
  gasnett_envdbl_display("TOOLS_E", 0.5, 0);
}

static void test_numbers(void) {
  int shift;
  EXPECT_TEXT(formatted(0, 1), "0 B");
  EXPECT_TEXT(formatted(1023, 1), "1023 B");
  EXPECT_TEXT(formatted(1024, 1), "1 KB");
  EXPECT_TEXT(formatted(1536 * 1024, 1), "1.500 MB");
  EXPECT_TEXT(formatted(-(int64_t)3 * 1024 * 1024 * 1024, 1), "-3 GB");
  EXPECT_TEXT(formatted((int64_t)5 << 40, 1), "5 TB");
  EXPECT_TEXT(formatted(-17, 0), "-17");
  for (shift = 0; shift < 62; ++shift) {
    const int64_t value = (int64_t)1 << shift;
    EXPECT(gasnett_parse_int(formatted(value, 1), 1) == value);
    EXPECT(gasnett_parse_int(formatted(-value, 0), 0) == -value);
  }
  EXPECT_EQ(gasnett_parse_int("12", 0), 12);
  EXPECT_EQ(gasnett_parse_int("-0x1f", 0), -31);
  EXPECT_EQ(gasnett_parse_int("010", 0), 10);
  EXPECT_EQ(gasnett_parse_int("12", 1024), 12 * 1024);
  EXPECT_EQ(gasnett_parse_int("12B", 1024), 12);
  EXPECT_EQ(gasnett_parse_int("1.5 mb", 1), 1536 * 1024);
  EXPECT_EQ(gasnett_parse_int("2k", 1), 2048);
  EXPECT_EQ(gasnett_parse_int("0x10 KiB", 1), 16384);
  EXPECT(gasnett_parse_int("9007199254740993", 1) == 9007199254740993); /* does not fit into a double */
  EXPECT_EQ(gasnett_parse_int("none", 1), 0);
}

void test_environment(void) {
  struct Ending ending;
  test_numbers();

  gasnett_unsetenv("TOOLS_X");
  EXPECT(gasnett_getenv("TOOLS_X") == NULL);
  EXPECT_TEXT(gasnett_getenv_withdefault("TOOLS_X", "default"), "default");
  EXPECT(gasnett_getenv_withdefault("TOOLS_X", NULL) == NULL);
  EXPECT_EQ(gasnett_getenv_yesno_withdefault("TOOLS_X", 1), 1);
  EXPECT_EQ(gasnett_getenv_int_withdefault("TOOLS_X", -5, 0), -5);
  EXPECT(gasnett_getenv_dbl_withdefault("TOOLS_X", 0.25) == 0.25);

  gasnett_setenv("TOOLS_X", "YES");
  EXPECT_TEXT(gasnett_getenv("TOOLS_X"), "YES");
  EXPECT_TEXT(gasnett_getenv_withdefault("TOOLS_X", "default"), "YES");
  EXPECT_EQ(gasnett_getenv_yesno_withdefault("TOOLS_X", 0), 1);
  gasnett_setenv("TOOLS_X", "n");
  EXPECT_EQ(gasnett_getenv_yesno_withdefault("TOOLS_X", 1), 0);
  gasnett_setenv("TOOLS_X", "1");
  EXPECT_EQ(gasnett_getenv_yesno_withdefault("TOOLS_X", 0), 1);
  gasnett_setenv("TOOLS_X", "0x20");
  EXPECT_EQ(gasnett_getenv_int_withdefault("TOOLS_X", 1, 0), 32);
  gasnett_setenv("TOOLS_X", "2.5 GB");
  EXPECT(gasnett_getenv_int_withdefault("TOOLS_X", 1, 1) == (int64_t)5 << 29);
  gasnett_setenv("TOOLS_X", "7");
  EXPECT_EQ(gasnett_getenv_int_withdefault("TOOLS_X", 1, 1 << 20), 7 << 20);
  gasnett_setenv("TOOLS_X", "-1e4");
  EXPECT(gasnett_getenv_dbl_withdefault("TOOLS_X", 1) == -10000);
  gasnett_setenv("TOOLS_X", "3/8");
  EXPECT(gasnett_getenv_dbl_withdefault("TOOLS_X", 1) == 0.375);
  gasnett_unsetenv("TOOLS_X");

  gasnett_setenv("TOOLS_BAD", "perhaps");
  EXPECT_FATAL(bad_yesno, "TOOLS_BAD=perhaps is neither yes nor no");
  EXPECT_FATAL(bad_int, "TOOLS_BAD=perhaps is no integer");
  EXPECT_FATAL(bad_size, "TOOLS_BAD=perhaps is no size");
  EXPECT_FATAL(bad_double, "TOOLS_BAD=perhaps is no number");
  gasnett_setenv("TOOLS_BAD", "12 monkeys");
  EXPECT_FATAL(bad_int, "TOOLS_BAD=12 monkeys is no integer");
  gasnett_setenv("TOOLS_BAD", "3/0");
  EXPECT_FATAL(bad_double, "TOOLS_BAD=3/0 is no number");
  gasnett_unsetenv("TOOLS_BAD");
  EXPECT_FATAL(bad_key, "gasnett_setenv: 'A=B'");
  EXPECT_FATAL(bad_unset, "gasnett_unsetenv: 'A=B'");

  EXPECT(!gasnett_verboseenv());
  ending = run_child(report);
  EXPECT_EQ(ending.status, 0);
  EXPECT_TEXT(ending.said,
              "ENV parameter: TOOLS_A = text\n"
              "ENV parameter: TOOLS_B = 2 MB   (default)\n"
              "ENV parameter: TOOLS_C = 3\n"
              "ENV parameter: TOOLS_D = four   (default)\n"
              "ENV parameter: TOOLS_E = 0.5\n");
}
