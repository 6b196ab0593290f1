#include "device/strided.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "collectives/device/work.hpp"

namespace isthmus::mpi {
namespace {

namespace words = kernels::strided;
using kernels::Address;

Address address(const void* p) { return reinterpret_cast<Address>(p); }

/// The kernel's type for words of so many bytes.
kernels::Type word_type(std::size_t word) {
  return word == 8   ? kernels::Type::u64
         : word == 4 ? kernels::Type::u32
         : word == 2 ? kernels::Type::u16
                     : kernels::Type::u8;
}

/// A layout's list of runs in device memory. Few layouts keep theirs, since a block takes 2 MiB or more.
struct List {
  static constexpr int kMost = 32;
  static inline std::atomic<int> kept = 0;

  const memkind::Kind& kind;
  int device;
  Scratch::Block block;
  bool stays = false;

  List(const memkind::Kind& of, int on, Scratch::Block taken) : kind(of), device(on), block(std::move(taken)) {}
  ~List() { kept -= stays; }
};

std::shared_ptr<List> find_list(const Layout& layout, Scratch& scratch, const memkind::Kind& kind, int device) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto known = std::static_pointer_cast<List>(layout.attachment);
  if (known && &known->kind == &kind && known->device == device) return known;
  std::vector<words::Run> entries;
  Address packed = 0;
  for (const Run& run : layout.runs()) {
    entries.push_back({packed, static_cast<Address>(run.offset - layout.true_lower())});
    packed += run.bytes;
  }
  const std::size_t bytes = entries.size() * sizeof entries[0];
  const auto made = std::make_shared<List>(kind, device, scratch.take(kind, device, bytes));
  if (!made->block) return nullptr;
  kind.copy(made->block.get(), entries.data(), bytes);
  if (!known && List::kept < List::kMost) {
    made->stays = true;
    ++List::kept;
    layout.attachment = made;
  }
  return made;
}

}  // namespace

bool make_strides(const Layout& layout, std::size_t count, Scratch& scratch, const memkind::Kind& kind, int device,
                  std::shared_ptr<void>& list, Strides& shape) {
  shape = {};
  if (layout.contiguous(count)) return true;
  shape.word = layout.word();
  shape.words[words::element] = layout.size();
  shape.words[words::extent] = static_cast<Address>(layout.extent());
  shape.words[words::loops] = layout.loops().size();
  std::size_t turn = layout.size();
  Address* next = &shape.words[words::first_loop];
  for (const Loop& loop : layout.loops()) {
    *next++ = turn /= loop.count;
    *next++ = static_cast<Address>(loop.stride);
  }
  const std::vector<Run>& runs = layout.runs();
  shape.words[words::runs] = runs.size();
  if (runs.size() == 1) {
    shape.words[words::run_list] = static_cast<Address>(runs[0].offset - layout.true_lower());
    return true;
  }
  const std::shared_ptr<List> kept = find_list(layout, scratch, kind, device);
  if (!kept) return false;
  shape.words[words::run_list] = address(kept->block.get());
  list = kept;
  return true;
}

bool begin_strided(const memkind::Kind& kind, const Strides& to, const Strides& from, std::span<const Section> sections,
                   std::size_t first, std::size_t bytes) {
  std::size_t all = 8 | to.word | from.word | first | bytes;
  for (const Section& section : sections) all |= address(section.to) | address(section.from);
  const std::size_t word = all & -all;  // the lowest bit that is set in any of them
  while (!sections.empty() && bytes > 0) {
    const std::size_t n = std::min<std::size_t>(sections.size(), words::kMostSections);
    kernels::Work work{};
    std::copy(from.words.begin(), from.words.end(), work.from);
    std::copy(to.words.begin(), to.words.end(), work.to);
    for (std::size_t i = 0; i < n; ++i) {
      work.from[words::kFirstSection + i] = address(sections[i].from);
      work.to[words::kFirstSection + i] = address(sections[i].to);
    }
    work.members = n;
    work.head = bytes / word;
    work.packs = first;
    work.tail = n * bytes < UINT32_MAX && first + bytes < UINT32_MAX;
    work.threads = collectives::threads_for(n * work.head);
    if (!memkind::begin_kernel(kind, {kernels::Operation::strided, word_type(word)}, work)) return false;
    sections = sections.subspan(n);
  }
  return true;
}

}  // namespace isthmus::mpi
