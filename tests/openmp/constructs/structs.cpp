// Cases of members, pointers in structs, classes, and custom mappers.
#include "constructs.hpp"

struct Mixed {
  char pad;
  int a;
  double* p;
  int n;
  double* q;
};

CASE(members) {
  Mixed s{1, 2, numbers(kN), kN, numbers(kN, 7)};
  double *p = s.p, *q = s.q;
  select(&s, sizeof s);
#pragma omp target map(tofrom : s.a, s.p [0:kN])  // a part of the struct, and what it points to
  {
    s.a += 1;
    for (int i = 0; i < kN; ++i) s.p[i] += 1;
  }
  std::printf("%d %g, same pointer %d\n", s.a, sum(s.p, kN), s.p == p);
  expect_gone(&s.a);
  expect_gone(p);
#pragma omp target data map(to : s) map(tofrom : s.p [0:kN]) map(to : s.q [10:20])
  {
    expect_symmetric(&s);
    expect_symmetric(p);
    expect_symmetric(q + 10);
#pragma omp target
    for (int i = 10; i < 30; ++i) s.p[i] += s.q[i] * s.n;
#pragma omp target update from(s.p [0:kN])
    std::printf("%g\n", sum(s.p, kN));
  }
  std::printf("%g, same pointers %d %d\n", sum(s.p, kN), s.p == p, s.q == q);
#pragma omp target enter data map(to : s, s.p [0:kN])
#pragma omp target
  {
    s.a = 99;
    s.p[0] = -1;
  }
#pragma omp target exit data map(from : s, s.p [0:kN])
  std::printf("%d %g, same pointer %d\n", s.a, s.p[0], s.p == p);
  for (const void* one : {static_cast<void*>(&s), static_cast<void*>(p), static_cast<void*>(q + 10)}) expect_gone(one);
  unselect(&s);
  drop(p);
  drop(q);
}

/// The struct and the array that it points to are selected independently.
CASE(one_of_two_selected) {
  for (int which = 0; which < 3; ++which) {
    Mixed s{1, 2, numbers(kN), kN, nullptr};
    double* p = s.p;
    if (which != 0) select(&s, sizeof s);
    if (which == 1) unselect(p);
#pragma omp target data map(tofrom : s) map(tofrom : s.p [0:kN])
    {
      if (selective()) {
        CHECK(in_partition(omp_get_mapped_ptr(&s, 0)) == (which != 0));
        CHECK(in_partition(omp_get_mapped_ptr(p, 0)) == (which != 1));
      }
#pragma omp target
      {
        s.a += which;
        for (int i = 0; i < kN; ++i) s.p[i] += s.a;
      }
    }
    std::printf("%d %g, same pointer %d\n", s.a, sum(s.p, kN), s.p == p);
    expect_gone(p);
    expect_gone(&s);
    if (which != 0) unselect(&s);
    if (which == 1) select(p, sizeof(double));
    drop(p);
  }
}

CASE(array_of_pointers) {
  double *row[4], total = 0;
  for (double*& r : row) r = numbers(16);
  select(row, sizeof row);
#pragma omp target enter data map(to : row)
  for (int i = 0; i < 4; ++i) {
#pragma omp target enter data map(to : row[i] [0:16])
  }
#pragma omp target map(tofrom : total)
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 16; ++j) {
      row[i][j] += i;
      total += row[i][j];
    }
  for (int i = 0; i < 4; ++i) {
#pragma omp target exit data map(from : row[i] [0:16])
  }
#pragma omp target exit data map(release : row)
  std::printf("%g %g\n", total, row[3][15]);
  unselect(row);
  for (double* r : row) {
    expect_gone(r);
    drop(r);
  }
}

CASE(pointer_and_object) {
  static double* p;
  p = numbers(kN);
  double* host = p;
#pragma omp target data map(tofrom : p [0:kN])
  {
#pragma omp target
    p[3] = 33;
  }
  std::printf("%g, same pointer %d\n", p[3], p == host);
  expect_gone(host);
  drop(host);
}

class Vector {
 public:
  explicit Vector(int n) : data(numbers(n)), n_(n) {}
  void enter() {
#pragma omp target enter data map(to : this [0:1], data [0:n_])
  }
  void exit() {
#pragma omp target exit data map(from : data [0:n_]) map(release : this [0:1])
  }
  void scale(double factor) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n_; ++i) data[i] *= factor;
  }
  double* data;

 private:
  int n_;
};

CASE(class_and_lambda) {
  Vector v(kN);
  double* data = v.data;
  select(&v, sizeof v);
  v.enter();
  expect_symmetric(&v);
  expect_symmetric(data);
  v.scale(3);
  v.scale(2);
  v.exit();
  std::printf("%g, same pointer %d\n", sum(v.data, kN), v.data == data);
  expect_gone(data);
  expect_gone(&v);
  unselect(&v);
  drop(data);

  double factor = 2, *a = numbers(kN);
  select(&factor, sizeof factor);
  auto scaled = [&](int i) { a[i] = a[i] * factor; };
#pragma omp target data map(tofrom : a [0:kN]) map(to : factor)
  {
#pragma omp target map(to : scaled)
    for (int i = 0; i < kN; ++i) a[i] += 1;
  }
  (void)scaled;
  std::printf("%g\n", sum(a, kN));
  expect_gone(a);
  unselect(&factor);
  drop(a);
}

struct Deep {
  int n;
  double* data;
};
#pragma omp declare mapper(deep : Deep v) map(v, v.data [0:v.n])

CASE(mapper) {
  static Deep one, three[3];  // static: stock LLVM keeps the first part of a mapper's object mapped
  for (int i = 0; i < 3; ++i) three[i] = {4 + i, numbers(4 + i, i)};
  one = {5, numbers(5)};
  double* data = one.data;
  select(three, sizeof three);
  select(&one, sizeof one);
#pragma omp target map(mapper(deep), tofrom : one)
  for (int i = 0; i < one.n; ++i) one.data[i] *= 2;
  std::printf("%g, same pointer %d\n", sum(one.data, 5), one.data == data);
#pragma omp target enter data map(mapper(deep), to : three [0:3])
  expect_symmetric(&three[0]);
  expect_symmetric(three[1].data);
  expect_symmetric(three[2].data);
#pragma omp target map(present, alloc : three [0:3])
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < three[k].n; ++i) three[k].data[i] += 100;
#pragma omp target update from(mapper(deep) : three [0:3])
  std::printf("%g %g %g\n", sum(three[0].data, 4), sum(three[1].data, 5), sum(three[2].data, 6));
#pragma omp target exit data map(mapper(deep), from : three [0:3])
  std::printf("%g %g %g\n", sum(three[0].data, 4), sum(three[1].data, 5), sum(three[2].data, 6));
  expect_gone(three[1].data);
  unselect(three);
  unselect(&one);
  for (Deep& x : three) drop(x.data);
  drop(data);
}
