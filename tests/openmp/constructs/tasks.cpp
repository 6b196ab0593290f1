// Cases of nowait, and of several threads that map at once.
#include <atomic>
#include <thread>

#include "constructs.hpp"

CASE(nowait) {
  double *a = numbers(kN), *b = numbers(kN);
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp target enter data map(to : a [0:kN]) nowait depend(out : a[0])
#pragma omp target nowait depend(inout : a[0])
    for (int i = 0; i < kN; ++i) a[i] += 1;
#pragma omp target nowait map(tofrom : b [0:kN]) depend(inout : b[0])
    for (int i = 0; i < kN; ++i) b[i] += 3;
#pragma omp target update from(a [0:kN]) nowait depend(inout : a[0])
#pragma omp target exit data map(from : a [0:kN]) nowait depend(inout : a[0])
#pragma omp taskwait
  }
  std::printf("%g %g\n", sum(a, kN), sum(b, kN));
  expect_gone(a);
  expect_gone(b);
  drop(a);
  drop(b);
}

/// All threads map `shared`: some find it mapped, some map it, and some remove the last reference.
static void share(int thread, int times, double* shared, std::atomic<long>* wrong) {
  for (int r = 0; r < times; ++r) {
    double *mine = numbers(64, thread), first = 0, second = 0;
#pragma omp target data map(to : shared [0:kN]) map(tofrom : mine [0:64])
    {
#pragma omp target map(tofrom : first)
      {
        for (int i = 0; i < kN; ++i) first += shared[i];
        for (int i = 0; i < 64; ++i) mine[i] += 1;
      }
    }
    if (first != kN * 3.0 + kN * (kN - 1) / 2.0 || mine[63] != 63 + thread + 1) ++*wrong;
#pragma omp target map(to : shared [0:kN]) map(from : second)
    {
      second = 0;
      for (int i = 0; i < kN; ++i) second += shared[i];
    }
    if (second != first) ++*wrong;
    drop(mine);
  }
}

CASE(threads) {
  double* shared = numbers(kN, 3);
  std::atomic<long> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) threads.emplace_back(share, t, 150, shared, &wrong);
  for (std::thread& one : threads) one.join();
#pragma omp parallel num_threads(4)
  share(omp_get_thread_num(), 50, shared, &wrong);
  std::printf("wrong %ld\n", wrong.load());
  expect_gone(shared);
  drop(shared);
}

/// Two threads map at once: one copies 2 MiB, and the other must wait for that copy.
static void meet(int thread, int times, int n, double* big, std::atomic<int>* gate, std::atomic<long>* wrong) {
  const auto arrive = [&](int goal) {
    ++*gate;
    while (gate->load() < goal) std::this_thread::yield();
  };
  for (int r = 0; r < times; ++r) {
    arrive(4 * r + 2);
    double v = -1;
    if (thread) {
#pragma omp target map(to : big [0:n]) map(from : v)
      v = big[n - 1];
    } else {
#pragma omp target data map(to : big [0:n])
      {
#pragma omp target map(from : v)
        v = big[n - 1];
      }
    }
    if (v != r + 1) ++*wrong;
    arrive(4 * r + 4);
    for (int i = 0; thread && i < n; ++i) big[i] = r + 2;
  }
}

CASE(first_copy) {
  const int n = 1 << 18;
  double* big = numbers(n);
  for (int i = 0; i < n; ++i) big[i] = 1;
  std::atomic<int> gate = 0;
  std::atomic<long> wrong = 0;
  std::thread a(meet, 0, 20, n, big, &gate, &wrong), b(meet, 1, 20, n, big, &gate, &wrong);
  a.join();
  b.join();
  std::printf("wrong %ld\n", wrong.load());
  expect_gone(big);
  drop(big);
}
