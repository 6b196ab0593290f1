#include "address_space.hpp"

#include <sys/uio.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"

namespace isthmus::oshrun {

using base::text;

AddressSpace::AddressSpace(pid_t pid, ElfFiles& files) : files_(files) {
  std::ifstream maps(text("/proc/%d/maps", pid));
  for (std::string line; std::getline(maps, line);) {
    Range range{};
    int path = 0;
    char rights[8] = "";
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*s %*s %n", &range.from, &range.to, rights,
                    &range.offset, &path) != 4)
      continue;
    range.is_code = rights[2] == 'x';
    range.path = line.substr(static_cast<size_t>(path));
    ranges_.push_back(std::move(range));
  }
  std::error_code gone;
  executable_ = std::filesystem::read_symlink(text("/proc/%d/exe", pid), gone).string();
}

bool AddressSpace::has(const std::string& name) const {
  for (const Range& range : ranges_)
    if (range.path.find(name) != std::string::npos) return true;
  return false;
}

const ElfFile& AddressSpace::file(const std::string& path) const {
  std::unique_ptr<ElfFile>& known = files_[path];
  if (!known) known = std::make_unique<ElfFile>(path);
  return *known;
}

const AddressSpace::Range* AddressSpace::range_of(std::uint64_t address) const {
  const auto found =
      std::ranges::find_if(ranges_, [&](const Range& range) { return address >= range.from && address < range.to; });
  return found == ranges_.end() ? nullptr : &*found;
}

std::optional<AddressSpace::Code> AddressSpace::code_of(std::uint64_t address) const {
  const Range* range = range_of(address);
  if (!range || !range->is_code || !range->path.starts_with('/')) return {};
  const ElfFile& names = file(range->path);
  const auto there = names.address_of(address - range->from + range->offset);
  return there ? std::optional<Code>({&names, *there}) : std::nullopt;
}

CodePlace AddressSpace::code_at(std::uint64_t address, bool interrupted) const {
  CodePlace place;
  if (const Range* range = range_of(address)) place.module = range->path.substr(range->path.rfind('/') + 1);
  if (const auto code = code_of(address)) {
    // A call may be the last instruction of a function, so what it returns to belongs to the next one.
    place.function = code->file->function_at(interrupted ? code->address : code->address - 1);
    if (!interrupted) place.called = code->file->called_before(code->address);
  }
  return place;
}

bool AddressSpace::calls(std::uint64_t return_address, std::uint64_t inner) const {
  const auto caller = code_of(return_address), callee = code_of(inner);
  return caller && callee && caller->file->calls(caller->address, *callee->file, callee->address);
}

bool AddressSpace::calls_caller_of(std::uint64_t return_address, std::uint64_t inner) const {
  const auto caller = code_of(return_address), callee = code_of(inner);
  return caller && callee && caller->file == callee->file &&
         caller->file->calls_caller_of(caller->address, callee->address);
}

/// The library keeps the executable's static data in other files than the executable (src/memory/static_data.hpp), so
/// that its addresses are found by the distance from the code.
std::string AddressSpace::variable_at(std::uint64_t address) const {
  for (const Range& range : ranges_) {
    if (executable_.empty() || range.path != executable_) continue;
    const auto there = file(range.path).address_of(range.offset);
    return there ? file(range.path).variable_at(address - range.from + *there) : "";
  }
  return {};
}

std::size_t read_memory(pid_t pid, std::uint64_t address, void* to, std::size_t bytes) {
  const iovec here{to, bytes}, there{reinterpret_cast<void*>(address), bytes};
  const ssize_t got = process_vm_readv(pid, &here, 1, &there, 1, 0);
  return got < 0 ? 0 : static_cast<std::size_t>(got);
}

std::optional<std::uint64_t> read_word(pid_t pid, std::uint64_t address, std::size_t bytes) {
  std::uint64_t word = 0;
  if (bytes > sizeof word || read_memory(pid, address, &word, bytes) != bytes) return {};
  return word;
}

}  // namespace isthmus::oshrun
