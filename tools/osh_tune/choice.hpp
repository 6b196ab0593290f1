// How a limit between two methods is found: both are timed at several sizes, in alternating rounds.
#pragma once
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "memkind/kind.hpp"

namespace isthmus::tune {

using memkind::Limits;

constexpr std::size_t kKi = 1024, kMi = kKi * kKi;
constexpr int kRounds = 7;

/// A setting that chooses between two methods by a limit: the first method is used for sizes up to it.
struct Choice {
  const char *setting, *small_way, *large_way;
  std::size_t least, most;  ///< the range of sizes to measure, in bytes
  bool kernels;             ///< whether one of the methods runs kernels on the device
  void (*set)(Limits& limits, std::size_t limit);
  void (*run)(char* dest, char* source, std::size_t bytes);
  /// Computes the setting's value from the limit; null if the value is the limit itself.
  std::size_t (*value)(std::size_t limit) = nullptr;
  bool by_kind = true;  ///< whether each kind of memory has a value of its own
};

template <std::size_t Limits::*which>
void set(Limits& limits, std::size_t limit) {
  limits.*which = limit;
}
inline void set_slice(Limits& limits, std::size_t limit) { limits.slice = std::max<std::size_t>(limit, 1); }
inline std::size_t value_of_slice(std::size_t limit) { return std::max<std::size_t>(limit, 512); }
/// For settings that name the first size of the second method.
inline std::size_t after(std::size_t limit) { return limit == SIZE_MAX ? limit : limit + 1; }

/// A kind of memory and the buffers of that kind to measure with.
struct Subject {
  const memkind::Kind& kind;
  char *dest, *source;
  std::size_t room;  ///< the largest block per process that fits into the buffers

  Limits& limits() const { return *kind.device->limits; }
};

/// What the processes of the job do together.
struct Together {
  void (*barrier)();
  double (*slowest)(double mine);  ///< the largest value of all processes
};

/// The time of one call in microseconds, on the slowest process.
inline double measure(const Together& all, const Choice& choice, const Subject& subject, std::size_t bytes) {
  const int calls = bytes <= 64 * kKi ? 20 : 4;
  choice.run(subject.dest, subject.source, bytes);
  all.barrier();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) choice.run(subject.dest, subject.source, bytes);
  return all.slowest(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() /
                     calls);
}

/// Median times of the two methods, {small_way, large_way}, measured in alternating rounds.
inline std::array<double, 2> compare(const Together& all, const Choice& choice, const Subject& subject,
                                     std::size_t bytes) {
  std::array<std::vector<double>, 2> times;
  for (int round = 0; round < kRounds; ++round)
    for (const bool large : {false, true}) {
      choice.set(subject.limits(), large ? 0 : SIZE_MAX);
      times[large].push_back(measure(all, choice, subject, bytes));
    }
  for (auto& some : times) std::nth_element(some.begin(), some.begin() + kRounds / 2, some.end());
  return {times[0][kRounds / 2], times[1][kRounds / 2]};
}

/// Finds the limit for which the logarithms of the speedups of all sizes up to it have the largest sum, so that a
/// single outlier does not decide; 0 if the first method never wins. All processes find the same, because they have the
/// same times. Returns the setting's value; none if the first method still wins at the largest size that the buffers
/// hold, and larger ones should be measured, too.
inline std::optional<std::size_t> find_limit(const Together& all, const Choice& choice, const Subject& subject,
                                             std::string& notes) {
  std::size_t limit = 0, last = 0;
  double gain = 0, best = 0;
  for (std::size_t bytes = choice.least; bytes <= std::min(choice.most, subject.room); bytes *= 4) {
    const auto [small, large] = compare(all, choice, subject, bytes);
    std::array<char, 200> line;
    std::snprintf(line.data(), line.size(), "# %s: %s, %zu bytes: %.1f us %s, %.1f us %s\n", choice.setting,
                  subject.kind.name, bytes, small, choice.small_way, large, choice.large_way);
    notes += line.data();
    gain += std::log(large / small);
    if (gain > best) best = gain, limit = bytes;
    last = bytes;
  }
  choice.set(subject.limits(), limit);
  if (limit == last && last * 4 <= choice.most) {
    notes += std::string("# ") + choice.setting + ": " + subject.kind.name +
             ": as it is, since larger blocks do not fit; use a larger partition\n";
    return std::nullopt;
  }
  return choice.value ? choice.value(limit) : limit;
}

/// What was measured: the times as comments, and for each choice its value, by kind ("CUDA=4096,...").
struct Found {
  std::string notes;
  std::vector<std::string> values;
};

/// Measures all choices with these buffers.
template <std::size_t count>
void measure_kind(const Together& all, const std::array<Choice, count>& choices, const Subject& subject, Found& found) {
  found.values.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::string& value = found.values[i];
    if ((choices[i].kernels && !subject.kind.device->launch) || (!choices[i].by_kind && !value.empty())) continue;
    const std::optional<std::size_t> limit = find_limit(all, choices[i], subject, found.notes);
    if (!limit) continue;
    if (choices[i].by_kind) value += std::string(value.empty() ? "" : ",") + subject.kind.name + "=";
    value += std::to_string(*limit);
  }
}

/// The lines of the file.
template <std::size_t count>
std::string lines_of(const std::array<Choice, count>& choices, const Found& found) {
  std::string lines = found.notes;
  for (std::size_t i = 0; i < count; ++i)
    if (!found.values[i].empty()) lines += std::string(choices[i].setting) + "=" + found.values[i] + "\n";
  return lines;
}

/// Returns false if the file cannot be written; errno says why.
inline bool write_file(const std::string& path, const std::string& text) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (!file) return false;
  const bool written = std::fputs(text.c_str(), file) >= 0;
  return std::fclose(file) == 0 && written;
}

}  // namespace isthmus::tune
