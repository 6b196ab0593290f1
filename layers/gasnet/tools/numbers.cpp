#include "numbers.hpp"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "gasnet_isthmus/tools/environment.h"

namespace isthmus::gasnet::tools {
namespace {

struct Unit {
  const char* name;
  int64_t bytes;
};
constexpr Unit kUnits[] = {
    {.name = "TB", .bytes = int64_t{1} << 40},
    {.name = "GB", .bytes = int64_t{1} << 30},
    {.name = "MB", .bytes = int64_t{1} << 20},
    {.name = "KB", .bytes = int64_t{1} << 10},
    {.name = "B", .bytes = 1},
};

const char* skip_spaces(const char* text) {
  while (isspace(static_cast<unsigned char>(*text))) ++text;
  return text;
}

// The unit at the front of the text, by its first letter: K, KB and KiB are the same. Moves the text behind it.
int64_t take_unit(const char*& text, int64_t otherwise) {
  const char* at = skip_spaces(text);
  const char letter = static_cast<char>(toupper(static_cast<unsigned char>(*at)));
  for (const Unit& unit : kUnits) {
    if (letter != unit.name[0]) continue;
    ++at;
    if (letter != 'B') {
      if (tolower(static_cast<unsigned char>(*at)) == 'i') ++at;
      if (tolower(static_cast<unsigned char>(*at)) == 'b') ++at;
    }
    text = at;
    return unit.bytes;
  }
  return otherwise;
}

// A number at the front of the text, which moves behind it. Whole numbers are read as such, so that none is rounded.
int64_t take_int(const char*& text, uint64_t multiplier) {
  char* end = nullptr;
  errno = 0;
  const char* digits = skip_spaces(text);
  const bool hexadecimal = strncasecmp(digits + (*digits == '-' || *digits == '+'), "0x", 2) == 0;
  const int64_t whole = strtoll(text, &end, hexadecimal ? 16 : 10);
  const bool fits = errno == 0;
  if (multiplier == 0) {
    text = end;
    return whole;
  }
  if (fits && *end != '.' && *end != 'e' && *end != 'E') {
    if (end == text) return 0;
    text = end;
    int64_t bytes = 0;
    const bool overflow = __builtin_mul_overflow(whole, take_unit(text, static_cast<int64_t>(multiplier)), &bytes);
    return overflow ? (whole < 0 ? INT64_MIN : INT64_MAX) : bytes;
  }
  const long double number = strtold(text, &end);
  if (end == text) return 0;
  text = end;
  const long double bytes = number * static_cast<long double>(take_unit(text, static_cast<int64_t>(multiplier)));
  return static_cast<int64_t>(bytes < 0 ? bytes - 0.5L : bytes + 0.5L);
}

}  // namespace

bool parse_int(const char* text, uint64_t multiplier, int64_t& value) {
  const char* at = text;
  value = take_int(at, multiplier);
  return at != text && !*skip_spaces(at) && errno == 0;
}

bool parse_double(const char* text, double& value) {
  char* end = nullptr;
  value = strtod(text, &end);
  if (end == text) return false;
  const char* at = skip_spaces(end);
  if (*at == '/') {
    const char* below = at + 1;
    const double divisor = strtod(below, &end);
    if (end == below || divisor == 0) return false;
    value /= divisor;
    at = skip_spaces(end);
  }
  return !*at;
}

}  // namespace isthmus::gasnet::tools

extern "C" {

char* gasnett_format_number(int64_t val, char* buf, size_t bufsz, int is_mem_size) {
  if (!is_mem_size) {
    snprintf(buf, bufsz, "%lld", static_cast<long long>(val));
    return buf;
  }
  const isthmus::gasnet::tools::Unit* unit = isthmus::gasnet::tools::kUnits;
  while (unit->bytes > 1 && (val < 0 ? val > -unit->bytes : val < unit->bytes)) ++unit;
  if (val % unit->bytes == 0)
    snprintf(buf, bufsz, "%lld %s", static_cast<long long>(val / unit->bytes), unit->name);
  else
    snprintf(buf, bufsz, "%.3f %s", static_cast<double>(val) / static_cast<double>(unit->bytes), unit->name);
  return buf;
}

int64_t gasnett_parse_int(const char* str, uint64_t mem_size_multiplier) {
  return isthmus::gasnet::tools::take_int(str, mem_size_multiplier);
}

}  // extern "C"
