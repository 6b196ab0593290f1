#include "base/cpu_set.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <limits>

namespace isthmus::base {
namespace {

constexpr int kBits = std::numeric_limits<unsigned long>::digits;
constexpr std::size_t kFirstWords = 1024 / kBits;
constexpr std::size_t kMostWords = (std::size_t{1} << 20) / kBits;  // no kernel knows a million CPUs

std::size_t word_of(int cpu) { return static_cast<std::size_t>(cpu) / kBits; }
unsigned long bit_of(int cpu) { return 1UL << (cpu % kBits); }

}  // namespace

std::optional<CpuSet> CpuSet::allowed(GetAffinity get) {
  for (std::size_t words = kFirstWords; words <= kMostWords; words *= 2) {
    CpuSet set;
    set.words_.resize(words);
    auto* raw = reinterpret_cast<cpu_set_t*>(set.words_.data());
    if (get(0, words * sizeof(unsigned long), raw) == 0) return set;
    if (errno != EINVAL) break;  // EINVAL: the kernel's own set is larger
  }
  return std::nullopt;
}

bool CpuSet::bind() const {
  const auto* raw = reinterpret_cast<const cpu_set_t*>(words_.data());
  return sched_setaffinity(0, words_.size() * sizeof(unsigned long), raw) == 0;
}

void CpuSet::add(int cpu) {
  words_.resize(std::max(words_.size(), word_of(cpu) + 1));
  words_[word_of(cpu)] |= bit_of(cpu);
}

bool CpuSet::has(int cpu) const { return word_of(cpu) < words_.size() && (words_[word_of(cpu)] & bit_of(cpu)) != 0; }

int CpuSet::count() const {
  int sum = 0;
  for (const unsigned long word : words_) sum += std::popcount(word);
  return sum;
}

int CpuSet::end() const {
  for (std::size_t i = words_.size(); i-- > 0;)
    if (words_[i] != 0) return static_cast<int>(i) * kBits + kBits - std::countl_zero(words_[i]);
  return 0;
}

std::string CpuSet::bits() const {
  std::string bits(static_cast<std::size_t>(end()), '0');
  for (std::size_t cpu = 0; cpu < bits.size(); ++cpu)
    if (has(static_cast<int>(cpu))) bits[cpu] = '1';
  return bits;
}

}  // namespace isthmus::base
