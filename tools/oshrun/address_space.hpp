// What is at the addresses of another process: /proc/PID/maps, and the names in the files that are mapped there.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "elf_file.hpp"

namespace isthmus::oshrun {

/// Files that many processes have mapped are read once.
using ElfFiles = std::map<std::string, std::unique_ptr<ElfFile>>;

struct CodePlace {
  std::string function;  // empty if it has no name
  std::string called;    // the function that the instruction before this one calls; empty if that is not known
  std::string module;    // the file's name without folders; "" for code that is in no file
};

class AddressSpace {
 public:
  AddressSpace(pid_t pid, ElfFiles& files);

  /// Whether a file is mapped whose name contains this.
  bool has(const std::string& name) const;
  /// `interrupted` says that the instruction at the address comes next; otherwise it is where a call returns to.
  CodePlace code_at(std::uint64_t address, bool interrupted) const;
  /// Whether the call that returns to `return_address` is one of the function that the code at `inner` is in.
  bool calls(std::uint64_t return_address, std::uint64_t inner) const;
  /// Whether a function between the two, of which the stack has no trace, would explain it.
  bool calls_caller_of(std::uint64_t return_address, std::uint64_t inner) const;
  /// The name of a variable of the executable; empty if there is none there.
  std::string variable_at(std::uint64_t address) const;

 private:
  struct Range {
    std::uint64_t from, to, offset;
    bool is_code;
    std::string path;
  };
  struct Code {
    const ElfFile* file;
    std::uint64_t address;  // as the file counts
  };
  const ElfFile& file(const std::string& path) const;
  const Range* range_of(std::uint64_t address) const;
  std::optional<Code> code_of(std::uint64_t address) const;

  ElfFiles& files_;
  std::vector<Range> ranges_;
  std::string executable_;
};

/// Reads up to this many bytes of another process; fewer where that is not permitted or not mapped.
std::size_t read_memory(pid_t pid, std::uint64_t address, void* to, std::size_t bytes);
/// Reads a word of 1 to 8 bytes of another process, zero-extended; nothing where that is not permitted or not mapped.
std::optional<std::uint64_t> read_word(pid_t pid, std::uint64_t address, std::size_t bytes);

}  // namespace isthmus::oshrun
