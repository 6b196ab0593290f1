// The names of functions and variables in an executable or a shared library, read from the file itself. Nothing in the
// file is believed: what lies outside of it is as if it were not there.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/mapping.hpp"

namespace isthmus::oshrun {

/// A symbol as people write it: of C++ as in the source, without parameters, which make lines long and say little; all
/// others as they are.
std::string readable(const std::string& symbol);

class ElfFile {
 public:
  /// A file that cannot be read, or is no 64-bit ELF file, has no names.
  explicit ElfFile(const std::string& path);

  /// The address, as the file counts them, of what is mapped from this offset of the file.
  std::optional<std::uint64_t> address_of(std::uint64_t offset) const;
  /// The libraries that are loaded with it, as it names them.
  std::vector<std::string> needed() const;
  /// The function or variable at an address, as readable() says; empty if the file does not name it.
  std::string function_at(std::uint64_t address) const;
  /// The same for variables; "flags+8" is 8 bytes behind the start of `flags`.
  std::string variable_at(std::uint64_t address) const;
  /// The function, as linkers name it, that was called by the instruction before this one. It is known where a call is
  /// made by its name, even if the function has since jumped to another and so is not on the stack.
  std::string called_before(std::uint64_t return_address) const;
  /// Whether that is the function around `inner` in the file `callee`, which may be this one.
  bool calls(std::uint64_t return_address, const ElfFile& callee, std::uint64_t inner) const;
  /// Whether the function that was called before `return_address`, in this file, calls the one around `inner` in turn.
  /// On aarch64 that one may have its return address in a register alone, as glibc 2.41 makes system calls that threads
  /// may be cancelled in; the stack then has no trace of the call.
  bool calls_caller_of(std::uint64_t return_address, std::uint64_t inner) const;

 private:
  struct Symbol {
    std::uint64_t size;
    std::string name;
  };
  struct Load {
    std::uint64_t offset, bytes, address;
  };
  using Symbols = std::map<std::uint64_t, Symbol>;

  template <class T>
  std::optional<T> at_offset(std::uint64_t offset) const;
  template <class T>
  std::optional<T> at_address(std::uint64_t address) const;
  std::string text_at(std::uint64_t offset) const;
  void read_symbols(std::uint64_t offset, std::uint64_t bytes, std::uint64_t strings);
  void read_relocations(std::uint64_t offset, std::uint64_t bytes, std::uint64_t symbols, std::uint64_t strings);
  std::optional<std::uint64_t> called_address(std::uint64_t return_address) const;
  std::optional<std::uint64_t> slot_of_stub(std::uint64_t address) const;
  /// The symbol that an address is in, or the end.
  static Symbols::const_iterator find(const Symbols& symbols, std::uint64_t address);

  base::Mapping file_;
  std::size_t size_ = 0;
  bool is_arm_ = false;
  std::vector<Load> loads_;
  Load dynamic_{};  // what the loader reads
  Symbols functions_, variables_;
  std::map<std::string, std::uint64_t> starts_;  // of functions, by their names
  std::map<std::uint64_t, std::string> slots_;   // the functions whose addresses the loader puts at these addresses
};

}  // namespace isthmus::oshrun
