#include "memory/executable.hpp"

#include <link.h>

#include <cstddef>
#include <cstring>

namespace isthmus::memory {
namespace {

class Hash {  // FNV-1a
 public:
  void add(const void* bytes, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) value_ = (value_ ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001B3;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325;
};

/// Adds the notes named GNU of type NT_GNU_BUILD_ID.
void add_build_id(Hash& hash, const char* at, const char* end) {
  while (at + sizeof(ElfW(Nhdr)) <= end) {
    ElfW(Nhdr) note;
    std::memcpy(&note, at, sizeof note);
    const auto padded = [](std::size_t bytes) { return (bytes + 3) / 4 * 4; };
    const char* const name = at + sizeof note;
    const char* const content = name + padded(note.n_namesz);
    at = content + padded(note.n_descsz);
    if (at <= end && note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
      hash.add(content, note.n_descsz);
  }
}

}  // namespace

std::uint64_t executable_id() {
  Hash hash;
  const auto look = [](dl_phdr_info* info, std::size_t, void* out) {
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& h = info->dlpi_phdr[i];
      if (h.p_type == PT_LOAD) static_cast<Hash*>(out)->add(&h, sizeof h);
      if (h.p_type != PT_NOTE || h.p_memsz > (1 << 16)) continue;
      const char* const notes = reinterpret_cast<const char*>(info->dlpi_addr + h.p_vaddr);
      add_build_id(*static_cast<Hash*>(out), notes, notes + h.p_memsz);
    }
    return 1;  // ends the iteration: the first entry is the executable
  };
  dl_iterate_phdr(look, &hash);
  return hash.value();
}

}  // namespace isthmus::memory
