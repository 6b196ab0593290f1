// Cases with several devices, with the host as a device, with declare target variables, and with each way to select.
#include "constructs.hpp"

#pragma omp declare target
double global[16];  // without an initialiser: clang's issue 84942
#pragma omp end declare target
double linked[16] = {4, 5, 6};
#pragma omp declare target link(linked)

CASE(declare_target) {
  select(global, sizeof global);
  select(linked, sizeof linked);
  double r = 0;
#pragma omp target map(tofrom : r) map(tofrom : global)
  {
    global[0] += 10;
    r = global[0];
  }
  std::printf("%g, host %g, present %d\n", r, global[0], omp_target_is_present(global, 0));
#pragma omp target update from(global)
  std::printf("%g\n", global[0]);
  if (with_library()) CHECK(!in_partition(omp_get_mapped_ptr(global, 0)));  // it cannot move
#pragma omp target map(tofrom : global [4:4])
  global[5] = 55;
  std::printf("host %g\n", global[5]);
#pragma omp target update from(global [4:4])
  std::printf("%g\n", global[5]);

#pragma omp target map(tofrom : linked)
  linked[1] += 1;
  std::printf("%g\n", linked[1]);
#pragma omp target enter data map(to : linked)
  expect_symmetric(linked);
#pragma omp target
  linked[2] += 1;
#pragma omp target exit data map(from : linked)
  std::printf("%g\n", linked[2]);
  expect_gone(linked);
  unselect(global);
  unselect(linked);
}

CASE(several_devices) {
  const int last = omp_get_num_devices() - 1;  // beyond the two that have partitions, where there are more
  if (last < 1) {
    std::printf("500500 999000 504500\n");
    return;
  }
  double* a = numbers(kN);
#pragma omp target enter data map(to : a [0:kN]) device(0)
#pragma omp target enter data map(to : a [0:kN]) device(1)
  expect_symmetric(a, 0);
  expect_symmetric(a, 1);
  CHECK(omp_get_mapped_ptr(a, 0) != omp_get_mapped_ptr(a, 1));
#pragma omp target device(1)
  for (int i = 0; i < kN; ++i) a[i] += 5;
#pragma omp target exit data map(release : a [0:kN]) device(0)
  std::printf("%g ", sum(a, kN));
#pragma omp target exit data map(from : a [0:kN]) device(1)
  std::printf("%g ", sum(a, kN));
  expect_gone(a, 0);
  expect_gone(a, 1);
#pragma omp target data map(to : a [0:kN]) device(last)
  CHECK(omp_target_is_present(a, last));
  std::printf("\n");
  drop(a);
}

CASE(on_the_host) {
  double* a = numbers(kN);
  int no = 0;
#pragma omp target data map(tofrom : a [0:kN]) if (no)
  {
#pragma omp target if (no)
    a[0] = 3;
  }
#pragma omp target device(omp_get_initial_device()) map(tofrom : a [0:kN])
  a[1] = 4;
  std::printf("%g %g\n", a[0], a[1]);
  drop(a);
}

/// Selects by the clause, by address and in a scope; all other objects must not be affected.
CASE(selection) {
  double *a = numbers(kN), *b = numbers(kN), *c = numbers(kN), *d = numbers(kN);
  for (double* p : {b, c, d}) unselect(p);
#pragma omp target enter data map(to : a [0:kN], b [0:kN]) map(close, to : c [0:kN])
  if (with_library()) shmemx_omp_scope_begin();
#pragma omp target enter data map(to : d [0:kN])
  if (with_library()) shmemx_omp_scope_end();
  if (selective()) CHECK(!in_partition(omp_get_mapped_ptr(b, 0)));
  for (double* p : {a, c, d}) expect_symmetric(p);
#pragma omp target
  for (int i = 0; i < kN; ++i) {
    a[i] += 1;
    b[i] += 2;
    c[i] += a[i] + b[i];
    d[i] += c[i];
  }
#pragma omp target exit data map(from : a [0:kN], b [0:kN], c [0:kN], d [0:kN])
  std::printf("%g %g %g %g\n", sum(a, kN), sum(b, kN), sum(c, kN), sum(d, kN));
#pragma omp target map(close, tofrom : b [0:kN])
  b[0] += 4;
  std::printf("%g\n", b[0]);
  for (double* p : {a, b, c, d}) expect_gone(p);
  for (double* p : {b, c, d}) select(p, sizeof *p);
  for (double* p : {a, b, c, d}) drop(p);
}
