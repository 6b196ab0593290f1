#include "sequence.hpp"

#include <pshmem.h>

#include <algorithm>
#include <cstdio>

#include "say.hpp"

namespace isthmus::omp {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdu;
}

std::string in_words(int pe, const Step& step) {
  const std::string where = step.where[0] ? std::string(" at ") + step.where : "";
  return text("PE %d %s %llu bytes%s", pe, step.taken ? "mapped" : "unmapped",
              static_cast<unsigned long long>(step.bytes), where.c_str());
}

}  // namespace

std::string place_in_source(const char* described) {
  if (!described || *described != ';') return {};
  std::string parts[4];
  int part = 0;
  for (const char* c = described + 1; *c && part < 4; ++c)
    if (*c == ';')
      ++part;
    else
      parts[part] += *c;
  // A map's name is ";name;file;line;column;;", an ident_t's text is ";file;function;line;column;;".
  const bool name = parts[1].find_first_of("./") != std::string::npos;
  const std::string& file = name ? parts[1] : parts[0];
  return file == "unknown" || parts[2] == "0" ? "" : file.substr(file.rfind('/') + 1) + ":" + parts[2];
}

void Sequence::keep() {
  const auto n = static_cast<std::size_t>(pshmem_n_pes());
  kept_.steps = static_cast<Step*>(pshmem_calloc(kKept, sizeof(Step)));
  kept_.own = static_cast<Kept::Summary*>(pshmem_malloc(sizeof(Kept::Summary)));
  kept_.all = static_cast<Kept::Summary*>(pshmem_malloc(n * sizeof(Kept::Summary)));
  if (!kept_.steps || !kept_.own || !kept_.all) drop();  // the heap is full, so there is no check
}

void Sequence::drop() {
  pshmem_free(kept_.all);
  pshmem_free(kept_.own);
  pshmem_free(kept_.steps);
  kept_ = {};
  count_ = hash_ = 0;
}

void Sequence::note(bool taken, std::size_t offset, std::size_t bytes, const std::string& where) {
  const std::lock_guard lock(mutex_);
  hash_ = mixed(mixed(mixed(hash_, taken), offset), bytes);
  Step& step = kept_.steps[count_++ % kKept];
  step = {taken, offset, bytes, hash_, ""};
  std::snprintf(step.where, sizeof step.where, "%s", where.c_str());
}

void Sequence::compare(int partition) {
  const std::unique_lock lock(mutex_);
  *kept_.own = {count_, hash_};
  pshmem_fcollectmem(SHMEM_TEAM_WORLD, kept_.all, kept_.own, sizeof *kept_.own);
  if (pshmem_my_pe() != 0) return;
  for (int pe = 1; pe < pshmem_n_pes(); ++pe)
    if (kept_.all[pe].steps != count_ || kept_.all[pe].hash != hash_) tell_difference(partition, pe);
}

Step Sequence::step_of(int pe, std::uint64_t number) const {
  Step step;
  pshmem_getmem(&step, &kept_.steps[number % kKept], sizeof step, pe);
  return step;
}

void Sequence::tell_difference(int partition, int pe) {
  const std::uint64_t both = std::min(count_, kept_.all[pe].steps), most = std::max(count_, kept_.all[pe].steps);
  std::uint64_t first = most > kKept ? most - kKept : 0, last = both;
  while (first < last) {
    const std::uint64_t middle = (first + last) / 2;
    if (step_of(0, middle).hash == step_of(pe, middle).hash)
      first = middle + 1;
    else
      last = middle;
  }
  std::string difference;
  if (first < both)
    difference = in_words(0, step_of(0, first)) + ", " + in_words(pe, step_of(pe, first));
  else
    difference = in_words(count_ > both ? 0 : pe, step_of(count_ > both ? 0 : pe, first)) +
                 text(", PE %d did not", count_ > both ? pe : 0);
  fail("shmem_barrier_all",
       text("PEs map different objects into partition %d, so their offsets differ; the first difference, number %llu: "
            "%s. "
            "Map the same in the same order on all PEs, or objects of the symmetric heap%s",
            partition, static_cast<unsigned long long>(first + 1), difference.c_str(),
            step_of(0, std::min(first, count_ ? count_ - 1 : 0)).where[0] ? "" : "; -g shows where in the source"));
}

}  // namespace isthmus::omp
