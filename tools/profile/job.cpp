#include "job.hpp"

#define ISTHMUS_NO_GENERICS
#include <shmem.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>

#include "functions.hpp"

namespace isthmus::profile::job {

int my_pe() { return library<int()>(f_shmem_my_pe)(); }
int n_pes() { return library<int()>(f_shmem_n_pes)(); }
void barrier() { library<void()>(f_shmem_barrier_all)(); }
void fence() { library<void()>(f_shmem_fence)(); }
void put(void* dest, const void* source, std::size_t bytes, int pe) {
  library<void(void*, const void*, std::size_t, int)>(f_shmem_putmem)(dest, source, bytes, pe);
}
void get(void* dest, const void* source, std::size_t bytes, int pe) {
  library<void(void*, const void*, std::size_t, int)>(f_shmem_getmem)(dest, source, bytes, pe);
}
void store(long* dest, long value, int pe) { library<void(long*, long, int)>(f_shmem_long_p)(dest, value, pe); }
void wait_until_at_least(long* word, long value) {
  library<void(long*, int, long)>(f_shmem_long_wait_until)(word, SHMEM_CMP_GE, value);
}

std::string library_name() {
  char name[SHMEM_MAX_NAME_LEN * 4] = "";
  library<void(char*)>(f_shmem_info_get_name)(name);
  return name;
}

Symmetric::Symmetric(std::size_t bytes) : memory_(library<void*(std::size_t)>(f_shmem_malloc)(bytes)) {}
Symmetric::~Symmetric() {
  if (memory_) library<void(void*)>(f_shmem_free)(memory_);
}

std::vector<int> nodes() {
  std::vector<int> node(static_cast<std::size_t>(n_pes()), 0);
  const Symmetric memory(sizeof(std::uint64_t));
  if (!memory.get()) return node;
  // The node's name: the lowest PE whose memory this one reaches, or the host's.
  std::uint64_t name = 0;
  if (library_name().starts_with(SHMEM_VENDOR_STRING)) {
    while (static_cast<int>(name) < my_pe() &&
           !library<void*(const void*, int)>(f_shmem_ptr)(memory.get(), static_cast<int>(name)))
      ++name;
  } else {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    name = std::hash<std::string>()(host);
  }
  std::memcpy(memory.get(), &name, sizeof name);
  barrier();
  std::vector<std::uint64_t> met;
  for (int pe = 0; pe < n_pes(); ++pe) {
    get(&name, memory.get(), sizeof name, pe);
    const auto found = std::find(met.begin(), met.end(), name);
    node[static_cast<std::size_t>(pe)] = static_cast<int>(found - met.begin());
    if (found == met.end()) met.push_back(name);
  }
  barrier();
  return node;
}

bool bring_to_first(const std::vector<char>& mine, std::vector<std::vector<char>>& all) {
  constexpr static std::size_t kPiece = 256 * 1024;
  struct Piece {
    std::uint64_t total;  // bytes of this PE
    std::uint64_t most;   // of any PE, which PE 0 tells the others
    char bytes[kPiece];
  };
  const Symmetric memory(sizeof(Piece));
  if (!memory.get()) return false;
  Piece& piece = *static_cast<Piece*>(memory.get());
  piece.total = mine.size();
  barrier();
  if (my_pe() == 0) {
    std::uint64_t most = 0;
    all.resize(static_cast<std::size_t>(n_pes()));
    for (int pe = 0; pe < n_pes(); ++pe) {
      std::uint64_t total = 0;
      get(&total, &piece.total, sizeof total, pe);
      all[static_cast<std::size_t>(pe)].resize(total);
      most = std::max(most, total);
    }
    for (int pe = 0; pe < n_pes(); ++pe) put(&piece.most, &most, sizeof most, pe);
  }
  barrier();
  const auto length = [](std::size_t total, std::size_t from) {
    return std::min(kPiece, total - std::min(total, from));
  };
  for (std::size_t from = 0; from < piece.most; from += kPiece) {
    if (const std::size_t n = length(mine.size(), from)) std::memcpy(piece.bytes, mine.data() + from, n);
    barrier();
    for (std::size_t pe = 0; pe < all.size(); ++pe)
      if (const std::size_t n = length(all[pe].size(), from))
        get(all[pe].data() + from, piece.bytes, n, static_cast<int>(pe));
    barrier();
  }
  return true;
}

}  // namespace isthmus::profile::job
