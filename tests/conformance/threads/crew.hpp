// Threads of one PE that do the same work at once, each with a number.
#pragma once
#include <thread>
#include <vector>

#include "program.h"

namespace {

constexpr int n_threads = 3;

// Runs work(number) on all of them and waits for the end. The first is the calling thread.
template <class Work>
void together(Work work) {
  std::vector<std::thread> others;
  for (int t = 1; t < n_threads; ++t) others.emplace_back(work, t);
  work(0);
  for (std::thread& other : others) other.join();
}

}  // namespace
