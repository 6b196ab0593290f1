// Writes JSON to a file, value after value. In strings, `<` is escaped too, so that the text may stand in an HTML page.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace isthmus::profile {

class Json {
 public:
  explicit Json(std::FILE* out) : out_(out) {}

  void open(char bracket) {
    begin_value();
    std::fputc(bracket, out_);
    is_first_ = true;
  }
  void close(char bracket) {
    std::fputc(bracket, out_);
    is_first_ = false;
  }
  Json& key(std::string_view name) {
    begin_value();
    text(name);
    std::fputc(':', out_);
    after_key_ = true;
    return *this;
  }
  void value(std::string_view string) {
    begin_value();
    text(string);
  }
  void value(const char* string) { value(std::string_view(string)); }
  template <class T>
  requires std::is_arithmetic_v<T>
  void value(T number) {
    begin_value();
    char digits[32];  // not by printf, which writes a comma where the program's locale has one
    const char* const end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    std::fwrite(digits, 1, static_cast<std::size_t>(end - digits), out_);
  }
  void null() {
    begin_value();
    std::fputs("null", out_);
  }
  template <class List>
  void list(const List& values) {
    open('[');
    for (const auto& one : values) value(one);
    close(']');
  }
  void line() { std::fputc('\n', out_); }

 private:
  void begin_value() {
    if (!is_first_ && !after_key_) std::fputc(',', out_);
    is_first_ = after_key_ = false;
  }
  void text(std::string_view string) {
    std::fputc('"', out_);
    while (!string.empty()) {
      const char c = string.front();
      const std::size_t bytes = utf8_at(string);
      if (bytes == 0)
        std::fputs("\\ufffd", out_);
      else if (c == '"' || c == '\\')
        std::fprintf(out_, "\\%c", c);
      else if (c == '<' || static_cast<unsigned char>(c) < 0x20)
        std::fprintf(out_, "\\u%04x", static_cast<unsigned char>(c));
      else
        std::fwrite(string.data(), 1, bytes, out_);
      string.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    std::fputc('"', out_);
  }
  /// The bytes of the character that the string begins with, or 0 if it begins with none of UTF-8: names of files may
  /// have any bytes.
  static std::size_t utf8_at(std::string_view string) {
    const auto first = static_cast<unsigned char>(string[0]);
    const std::size_t bytes = first < 0x80   ? 1
                              : first < 0xc2 ? 0
                              : first < 0xe0 ? 2
                              : first < 0xf0 ? 3
                              : first < 0xf5 ? 4
                                             : 0;
    if (bytes > string.size()) return 0;
    for (std::size_t i = 1; i < bytes; ++i)
      if ((static_cast<unsigned char>(string[i]) & 0xc0) != 0x80) return 0;
    const auto second = bytes > 1 ? static_cast<unsigned char>(string[1]) : 0;
    const bool is_longer_than_needed = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool is_none = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
    return is_longer_than_needed || is_none ? 0 : bytes;
  }

  std::FILE* out_;
  bool is_first_ = true, after_key_ = false;
};

}  // namespace isthmus::profile
