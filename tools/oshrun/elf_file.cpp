#include "elf_file.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/fd.hpp"

namespace isthmus::oshrun {
namespace {

/// The length of those signs of an operator that look like parentheses; `rest` begins behind the word operator.
size_t length_of_sign(std::string_view rest) {
  for (const std::string_view sign : {"<=>", "<<=", ">>=", "->*", "()", "<<", ">>", "<=", ">=", "->", "<", ">"})
    if (rest.starts_with(sign)) return sign.size();
  return 0;
}

/// Where the parameters of a demangled function begin: at the parenthesis that is neither in those of a template or a
/// lambda nor part of an operator's name, and behind which no further scope begins. The length of the name if there is
/// none.
size_t start_of_parameters(std::string_view name) {
  constexpr std::string_view kOperator = "operator";
  size_t start = name.size();
  int depth = 0;
  for (size_t at = 0; at < name.size(); ++at) {
    const std::string_view rest = name.substr(at);
    const bool starts_word = at == 0 || (!std::isalnum(static_cast<unsigned char>(name[at - 1])) && name[at - 1] != '_');
    if (starts_word && rest.starts_with(kOperator)) {
      at += kOperator.size() - 1 + length_of_sign(rest.substr(kOperator.size()));
    } else if (rest.starts_with("->")) {
      ++at;
    } else if (rest.starts_with("::") && depth == 0) {
      start = name.size();
    } else if (std::strchr("<{(", name[at])) {
      if (name[at] == '(' && depth == 0) start = at;
      ++depth;
    } else if (std::strchr(">})", name[at])) {
      --depth;
    }
  }
  return start;
}

std::int64_t sign_extended(std::uint64_t value, int bits) {
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

}  // namespace

std::string readable(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;  // a C function called i is no type
  const std::unique_ptr<char, void (*)(void*)> plain(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr),
                                                     std::free);
  if (!plain) return symbol;
  std::string whole = plain.get();
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  for (size_t at = 0; (at = whole.find(kUnnamed)) != std::string::npos;) whole.erase(at, kUnnamed.size());
  whole.resize(start_of_parameters(whole));
  return whole;
}

ElfFile::ElfFile(const std::string& path) {
  const base::Fd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info {};
  if (!fd || fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0) return;
  size_ = static_cast<std::size_t>(info.st_size);
  file_ = base::Mapping(nullptr, size_, PROT_READ, MAP_PRIVATE, fd.get());
  if (!file_) size_ = 0;

  const auto header = at_offset<Elf64_Ehdr>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64) return;
  is_arm_ = header->e_machine == EM_AARCH64;
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    const auto part = at_offset<Elf64_Phdr>(header->e_phoff + i * sizeof(Elf64_Phdr));
    if (part && part->p_type == PT_LOAD) loads_.push_back({part->p_offset, part->p_filesz, part->p_vaddr});
    if (part && part->p_type == PT_DYNAMIC) dynamic_ = {part->p_offset, part->p_filesz, part->p_vaddr};
  }
  const auto section = [&](std::uint64_t i) {
    return i < header->e_shnum ? at_offset<Elf64_Shdr>(header->e_shoff + i * sizeof(Elf64_Shdr)) : std::nullopt;
  };
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const auto it = section(i);
    if (!it) continue;
    const auto linked = section(it->sh_link);
    if (!linked) continue;
    if (it->sh_type == SHT_SYMTAB || it->sh_type == SHT_DYNSYM)
      read_symbols(it->sh_offset, it->sh_size, linked->sh_offset);
    if (const auto strings = section(linked->sh_link); it->sh_type == SHT_RELA && strings)
      read_relocations(it->sh_offset, it->sh_size, linked->sh_offset, strings->sh_offset);
  }
}

template <class T>
std::optional<T> ElfFile::at_offset(std::uint64_t offset) const {
  T value;
  if (size_ < sizeof value || offset > size_ - sizeof value) return {};
  std::memcpy(&value, static_cast<const char*>(file_.get()) + offset, sizeof value);
  return value;
}

template <class T>
std::optional<T> ElfFile::at_address(std::uint64_t address) const {
  for (const Load& load : loads_)
    if (address >= load.address && address - load.address < load.bytes)
      return at_offset<T>(load.offset + (address - load.address));
  return {};
}

std::string ElfFile::text_at(std::uint64_t offset) const {
  if (offset >= size_) return {};
  const char* text = static_cast<const char*>(file_.get()) + offset;
  return {text, strnlen(text, size_ - offset)};
}

void ElfFile::read_symbols(std::uint64_t offset, std::uint64_t bytes, std::uint64_t strings) {
  for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= bytes; at += sizeof(Elf64_Sym)) {
    const auto symbol = at_offset<Elf64_Sym>(offset + at);
    if (!symbol) return;
    const int type = ELF64_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT)) continue;
    Symbol& known = (type == STT_FUNC ? functions_ : variables_)[symbol->st_value];
    std::string name = text_at(strings + symbol->st_name);
    if (type == STT_FUNC) starts_.try_emplace(name, symbol->st_value);
    // Of several names, shmem_ is the one that programs call: pshmem_ is its twin.
    if (known.name.empty() || name.starts_with("shmem")) known = {symbol->st_size, std::move(name)};
  }
}

void ElfFile::read_relocations(std::uint64_t offset, std::uint64_t bytes, std::uint64_t symbols,
                               std::uint64_t strings) {
  for (std::uint64_t at = 0; at + sizeof(Elf64_Rela) <= bytes; at += sizeof(Elf64_Rela)) {
    const auto entry = at_offset<Elf64_Rela>(offset + at);
    if (!entry) return;
    const std::uint64_t index = ELF64_R_SYM(entry->r_info);
    if (index == 0) continue;
    if (const auto symbol = at_offset<Elf64_Sym>(symbols + index * sizeof(Elf64_Sym)))
      slots_[entry->r_offset] = text_at(strings + symbol->st_name);
  }
}

std::optional<std::uint64_t> ElfFile::address_of(std::uint64_t offset) const {
  for (const Load& load : loads_)
    if (offset >= load.offset && offset - load.offset < load.bytes) return load.address + (offset - load.offset);
  return {};
}

std::vector<std::string> ElfFile::needed() const {
  std::vector<std::uint64_t> names;
  std::uint64_t strings = 0;
  for (std::uint64_t at = 0; at + sizeof(Elf64_Dyn) <= dynamic_.bytes; at += sizeof(Elf64_Dyn)) {
    const auto entry = at_offset<Elf64_Dyn>(dynamic_.offset + at);
    if (!entry || entry->d_tag == DT_NULL) break;
    if (entry->d_tag == DT_NEEDED) names.push_back(entry->d_un.d_val);
    if (entry->d_tag == DT_STRTAB) strings = entry->d_un.d_ptr;
  }
  std::vector<std::string> libraries;
  for (const Load& load : loads_)
    if (strings >= load.address && strings - load.address < load.bytes)
      for (const std::uint64_t name : names)
        libraries.push_back(text_at(load.offset + (strings - load.address) + name));
  return libraries;
}

ElfFile::Symbols::const_iterator ElfFile::find(const Symbols& symbols, std::uint64_t address) {
  auto found = symbols.upper_bound(address);
  if (found == symbols.begin()) return symbols.end();
  --found;
  const bool inside = found->second.size == 0 || address - found->first < found->second.size;
  return inside ? found : symbols.end();
}

std::string ElfFile::function_at(std::uint64_t address) const {
  const auto found = find(functions_, address);
  return found == functions_.end() ? "" : readable(found->second.name);
}

std::string ElfFile::variable_at(std::uint64_t address) const {
  const auto found = find(variables_, address);
  if (found == variables_.end()) return {};
  const std::uint64_t behind = address - found->first;
  return readable(found->second.name) + (behind ? "+" + std::to_string(behind) : "");
}

/// Where the call before `return_address` goes: to a function of this file, or to a stub that jumps through a slot. For
/// a call through a slot (x86-64, -fno-plt) the slot itself.
std::optional<std::uint64_t> ElfFile::called_address(std::uint64_t return_address) const {
  if (is_arm_) {
    const auto call = at_address<std::uint32_t>(return_address - 4);
    if (!call || *call >> 26 != 0x25) return {};  // bl
    return return_address - 4 + static_cast<std::uint64_t>(sign_extended(*call & 0x3ffffff, 26) * 4);
  }
  const auto distance = at_address<std::int32_t>(return_address - 4);
  const auto through_slot = at_address<std::uint16_t>(return_address - 6);
  const auto direct = at_address<std::uint8_t>(return_address - 5);
  const bool is_call = (through_slot && *through_slot == 0x15ff) || (direct && *direct == 0xe8);
  if (!distance || !is_call) return {};
  return return_address + static_cast<std::uint64_t>(static_cast<std::int64_t>(*distance));
}

/// The slot through which the stub at `address` jumps.
std::optional<std::uint64_t> ElfFile::slot_of_stub(std::uint64_t address) const {
  if (is_arm_) {
    // An optional bti c, adrp x16, page; ldr x17, [x16, offset]
    for (std::uint64_t at = address; at <= address + 4; at += 4) {
      const auto page = at_address<std::uint32_t>(at), load = at_address<std::uint32_t>(at + 4);
      if (!page || !load || (*page & 0x9f00001f) != 0x90000010 || (*load & 0xffc003ff) != 0xf9400211) continue;
      const std::uint64_t pages = (*page >> 5 & 0x7ffff) << 2 | (*page >> 29 & 3);
      return (at & ~std::uint64_t{0xfff}) + static_cast<std::uint64_t>(sign_extended(pages, 21) * 4096) +
             (*load >> 10 & 0xfff) * 8;
    }
    return {};
  }
  // An optional endbr64 and bnd, jmp *distance(%rip)
  for (std::uint64_t at = address; at < address + 8; ++at) {
    const auto jump = at_address<std::uint16_t>(at);
    const auto distance = at_address<std::int32_t>(at + 2);
    if (jump && distance && *jump == 0x25ff)
      return at + 6 + static_cast<std::uint64_t>(static_cast<std::int64_t>(*distance));
  }
  return {};
}

std::string ElfFile::called_before(std::uint64_t return_address) const {
  const auto target = called_address(return_address);
  if (!target) return {};
  if (const auto slot = slots_.find(*target); slot != slots_.end()) return slot->second;
  if (const auto slot = slot_of_stub(*target); slot && slots_.contains(*slot)) return slots_.at(*slot);
  const auto function = functions_.find(*target);
  return function == functions_.end() ? "" : function->second.name;
}

bool ElfFile::calls(std::uint64_t return_address, const ElfFile& callee, std::uint64_t inner) const {
  constexpr std::uint64_t kNear = 1024;  // how far from its start `inner` may be in a function without a name
  const auto around = find(callee.functions_, inner);
  const bool has_name = around != callee.functions_.end();
  if (const auto target = called_address(return_address); target && this == &callee && !slots_.contains(*target))
    if (has_name ? *target == around->first : *target <= inner && inner - *target < kNear) return true;
  const auto start = callee.starts_.find(called_before(return_address));
  return start != callee.starts_.end() && has_name && start->second == around->first;
}

bool ElfFile::calls_caller_of(std::uint64_t return_address, std::uint64_t inner) const {
  constexpr std::uint64_t kReach = 256;  // how far from its start the function may make the call
  const auto middle = is_arm_ ? called_address(return_address) : std::nullopt;
  for (std::uint64_t at = 4; middle && at <= kReach; at += 4)
    if (calls(*middle + at, *this, inner)) return true;
  return false;
}

}  // namespace isthmus::oshrun
