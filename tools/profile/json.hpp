// Writes JSON to a file, value after value. In strings, `<` is escaped too, so that the text may stand in an HTML page.
#pragma once
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
    for (const char c : string) {
      if (c == '"' || c == '\\')
        std::fprintf(out_, "\\%c", c);
      else if (c == '<' || static_cast<unsigned char>(c) < 0x20)
        std::fprintf(out_, "\\u%04x", static_cast<unsigned char>(c));
      else
        std::fputc(c, out_);
    }
    std::fputc('"', out_);
  }

  std::FILE* out_;
  bool is_first_ = true, after_key_ = false;
};

}  // namespace isthmus::profile
