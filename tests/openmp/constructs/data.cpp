// Cases of target data, target enter data and target exit data, and of the map types.
#include "constructs.hpp"

CASE(target_data) {
  double *a = numbers(kN), *b = numbers(kN, 5);
#pragma omp target data map(tofrom : a [0:kN]) map(to : b [0:kN])
  {
    expect_symmetric(a);
    expect_symmetric(b);
    expect_counts(a, 1);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < kN; ++i) a[i] += b[i];
    std::printf("not copied back yet: %g\n", a[0]);
    expect_counts(a, 1);
  }
  expect_gone(a);
  expect_gone(b);
  std::printf("sum %g\n", sum(a, kN));
  drop(a);
  drop(b);
}

CASE(implicit_maps) {
  double x[64], s = 0;
  for (int i = 0; i < 64; ++i) x[i] = i;
  select(x, sizeof x);
  select(&s, sizeof s);
#pragma omp target map(tofrom : s)
  for (int i = 0; i < 64; ++i) {
    x[i] *= 2;
    s += x[i];
  }
  std::printf("s %g, last %g\n", s, x[63]);
  expect_gone(x);
  expect_gone(&s);
  unselect(x);
  unselect(&s);
}

CASE(enter_exit) {
  double* a = numbers(kN);
#pragma omp target enter data map(to : a [0:kN])
  expect_symmetric(a);
  expect_counts(a, 1);
  for (int i = 0; i < kN; ++i) a[i] = -1;
#pragma omp target enter data map(to : a [0:kN])  // there already: no copy
  expect_counts(a, 2);
#pragma omp target
  for (int i = 0; i < kN; ++i) a[i] += 1;
#pragma omp target exit data map(from : a [0:kN])  // not the last: no copy
  expect_counts(a, 1);
  std::printf("host still %g\n", a[3]);
#pragma omp target exit data map(from : a [0:kN])
  expect_gone(a);
  std::printf("%g, sum %g\n", a[3], sum(a, kN));
  drop(a);
}

CASE(delete_release) {
  double* a = numbers(kN);
  for (int k = 0; k < 3; ++k) {
#pragma omp target enter data map(to : a [0:kN])
  }
  expect_counts(a, 3);
#pragma omp target exit data map(release : a [0:kN])
  expect_counts(a, 2);
#pragma omp target
  a[0] = 777;
#pragma omp target exit data map(delete : a [0:kN])
  expect_gone(a);
  std::printf("%g\n", a[0]);
#pragma omp target exit data map(delete : a [0:kN])  // not there: nothing happens
#pragma omp target exit data map(from : a [0:kN])
  std::printf("%g\n", a[0]);
  drop(a);
}

CASE(always) {
  double* a = numbers(kN);
#pragma omp target data map(alloc : a [0:kN])
  {
#pragma omp target map(always, to : a [0:kN])
    a[1] += 100;
    std::printf("%g\n", a[1]);
#pragma omp target map(always, from : a [0:kN])
    a[2] += 1000;
    std::printf("%g %g\n", a[1], a[2]);
#pragma omp target map(always, tofrom : a [0:10])
    a[5] += 1;
    std::printf("%g\n", a[5]);
    expect_counts(a, 1);
    expect_symmetric(a);
  }
  expect_gone(a);
  drop(a);
}

CASE(alloc_to_from) {
  double *a = numbers(kN), *b = numbers(kN), *c = numbers(kN);
#pragma omp target map(to : a [0:kN]) map(from : b [0:kN]) map(alloc : c [0:kN])
  for (int i = 0; i < kN; ++i) {
    c[i] = a[i] * 3;
    a[i] = -5;
    b[i] = c[i] + 1;
  }
  std::printf("%g %g %g\n", sum(a, kN), sum(b, kN), sum(c, kN));
  for (double* p : {a, b, c}) {
    expect_gone(p);
    drop(p);
  }
}

CASE(nested) {
  double* a = numbers(kN);
#pragma omp target data map(to : a [0:kN])
  {
    expect_counts(a, 1);
#pragma omp target data map(tofrom : a [0:100])
    {
      expect_counts(a, 2);
#pragma omp target data map(from : a [50:10]) map(to : a [0:10])
      {
        expect_counts(a, 4);
#pragma omp target map(tofrom : a [0:kN])
        for (int i = 0; i < kN; ++i) a[i] = 1;
        expect_counts(a, 4);
      }
      expect_counts(a, 2);
    }
    std::printf("host unchanged: %g\n", sum(a, kN));
    expect_counts(a, 1);
#pragma omp target update from(a [0:5])
  }
  std::printf("%g\n", sum(a, kN));
  expect_gone(a);
  drop(a);
}

CASE(present_and_hold) {
  double* a = numbers(kN);
#pragma omp target data map(ompx_hold, tofrom : a [0:kN])
  {
    expect_counts(a, 0, 1);
    expect_symmetric(a);
#pragma omp target enter data map(to : a [0:kN])
    expect_counts(a, 1, 1);
#pragma omp target exit data map(delete : a [0:kN])  // what is held stays
    expect_counts(a, 0, 1);
    CHECK(omp_target_is_present(a, 0));
#pragma omp target map(present, tofrom : a [0:kN])
    a[0] = 9;
  }
  expect_gone(a);
  std::printf("%g\n", a[0]);
  drop(a);
}

CASE(update) {
  double* a = numbers(kN);
  double m[10][10];
  for (auto& row : m)
    for (double& x : row) x = 1;
  select(m, sizeof m);
#pragma omp target data map(to : a [0:kN], m)
  {
    a[10] = a[11] = 4242;
#pragma omp target update to(a [10:1])
#pragma omp target
    {
      a[10] += 1;
      a[11] += 1;
      for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 10; ++j) m[i][j] = i * 10 + j;
    }
#pragma omp target update from(a [10:2])
#pragma omp target update from(m [0:5:2] [2:3])
    std::printf("%g %g, %g %g %g\n", a[10], a[11], m[2][2], m[1][2], m[8][8]);
  }
  expect_gone(a);
  expect_gone(m);
  unselect(m);
  drop(a);
}

CASE(reduction) {
  double *a = numbers(kN), s = 0;
  int largest = 0;
  select(&s, sizeof s);
  select(&largest, sizeof largest);
#pragma omp target teams distribute parallel for reduction(+ : s) reduction(max : largest) map(to : a[0 : kN]) \
    map(tofrom : s, largest)
  for (int i = 0; i < kN; ++i) {
    s += a[i];
    if (static_cast<int>(a[i]) > largest) largest = static_cast<int>(a[i]);
  }
  std::printf("%g %d\n", s, largest);
  expect_gone(a);
  expect_gone(&s);
  unselect(&s);
  unselect(&largest);
  drop(a);
}

/// Many objects, one after another, at the same host address.
CASE(again_and_again) {
  long right = 0;
  for (int r = 0; r < 200; ++r) {
    const int n = 10 + r * 7 % 300;
    double* a = numbers(n, r);
#pragma omp target enter data map(to : a [0:n])
#pragma omp target
    for (int i = 0; i < n; ++i) a[i] += 1;
    if (r % 3 == 0) {
#pragma omp target exit data map(from : a [0:n])
      right += a[n - 1] == r + n;
    } else {
#pragma omp target exit data map(delete : a [0:n])
      right += a[n - 1] == r + n - 1;
    }
    drop(a);
  }
  std::printf("%ld\n", right);
}
