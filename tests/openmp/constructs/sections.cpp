// Cases of array sections, and of device addresses that the program handles itself.
#include "constructs.hpp"

/// The base is below the mapped part, and a section of length zero names the base.
CASE(part_of_an_array) {
  double *p = numbers(kN), v = 0;
#pragma omp target enter data map(to : p [100:50])
  expect_symmetric(p + 100);
  expect_gone(p);
  expect_counts(p + 100, 1);
  p[120] = -1;                    // a pointer that was not translated would show it, where the device is the host
#pragma omp target map(from : v)  // p[:0], implicitly
  v = p[120];
  std::printf("%g\n", v);
  expect_counts(p + 100, 1);
#pragma omp target map(tofrom : p [110:10])
  for (int i = 110; i < 120; ++i) p[i] = -i;
  std::printf("host %g\n", p[115]);
#pragma omp target exit data map(from : p [112:4])  // a part of it, and the last reference
  expect_gone(p + 100);
  std::printf("%g %g %g %g\n", p[111], p[112], p[115], p[116]);
  drop(p);
}

CASE(use_device) {
  double *a = numbers(kN), local[32] = {1, 2, 3};
  double* const host = a;
  select(local, sizeof local);
#pragma omp target data map(tofrom : a [0:kN]) use_device_ptr(a)
  {
    if (with_library()) CHECK(in_partition(a));
#pragma omp target is_device_ptr(a)
    for (int i = 0; i < kN; ++i) a[i] += 2;
  }
  std::printf("%g\n", sum(a, kN));
#pragma omp target enter data map(to : a [200:100], local)
  if (with_library()) CHECK(shmemx_device_ptr(a + 210) == omp_get_mapped_ptr(host + 210, 0));
#pragma omp target data use_device_ptr(a)
  {
    CHECK(static_cast<void*>(a + 200) == omp_get_mapped_ptr(host + 200, 0));
    if (with_library()) CHECK(in_partition(a + 200));
  }
#pragma omp target data use_device_addr(local)
  if (with_library()) CHECK(in_partition(&local[0]));
#pragma omp target exit data map(delete : a [200:100], local)
  expect_gone(host + 200);
  expect_gone(local);
  unselect(local);
  drop(host);
}

CASE(nothing_and_null) {
  double *a = nullptr, *b = numbers(kN);
  int zero = 0, is_null = -1;
#pragma omp target map(to : a [0:zero]) map(from : is_null)
  is_null = a == nullptr;
#pragma omp target data map(to : b [0:zero])
  std::printf("null %d, present %d\n", is_null, omp_target_is_present(b, 0));
#pragma omp target enter data map(to : b [0:kN])
#pragma omp target data map(to : b [10:zero])  // counts, of an object that is there
  expect_counts(b, 2);
  expect_counts(b, 1);
#pragma omp target exit data map(delete : b [0:kN])
  expect_gone(b);
  drop(b);
}

CASE(own_association) {
  double* a = numbers(kN);
  void* own = omp_target_alloc(kN * sizeof(double), 0);
  int status = omp_target_associate_ptr(a, own, kN * sizeof(double), 0, 0);
#pragma omp target map(always, tofrom : a [0:kN])
  a[0] = 5;
  CHECK(omp_get_mapped_ptr(a, 0) == own);
  std::printf("%d %g\n", status, a[0]);
  status = omp_target_disassociate_ptr(a, 0);
  std::printf("%d\n", status);
  expect_gone(a);
  omp_target_free(own, 0);
#pragma omp target data map(to : a [0:kN])
  {
    expect_symmetric(a);
    std::printf("refused %d\n", omp_target_disassociate_ptr(a, 0) != 0);
    CHECK(omp_target_is_present(a, 0));
  }
  expect_gone(a);
  drop(a);
}

/// An object that was mapped before it was selected keeps the runtime's storage while it is mapped.
CASE(selected_too_late) {
  double* a = numbers(kN);
  if (way == Way::all) {
    std::printf("7\n");  // nothing is too late for all
    drop(a);
    return;
  }
  unselect(a);
#pragma omp target enter data map(to : a [0:kN])
  select(a, kN * sizeof *a);
  a[20] = -1;
  double v;
#pragma omp target map(tofrom : a [10:20]) map(from : v)
  {
    v = a[20];
    a[21] = 7;
  }
  CHECK(v == 20 && a[21] == 21);
#pragma omp target exit data map(from : a [0:kN])
  std::printf("%g\n", a[21]);
  expect_gone(a);
  drop(a);
}

/// Maps more than the pool has, which the test sets to 8 MiB: the runtime's storage is used, and the pool again when
/// there is room.
CASE(pool_exhausted) {
  const int n = 3 << 17;  // 3 MiB
  static double* v[3];
  for (double*& p : v) p = numbers(n);
  for (double* p : v) {
#pragma omp target enter data map(to : p [0:n])
    expect_counts(p, 1);
  }
  expect_symmetric(v[0]);
  expect_symmetric(v[1]);
  if (way == Way::pool || way == Way::all) {
    CHECK(!in_partition(omp_get_mapped_ptr(v[2], 0)));
    CHECK(omp_target_is_present(v[2], 0));
  }
  for (double* p : v) {
#pragma omp target teams distribute parallel for map(tofrom : p [0:n])
    for (int i = 0; i < n; ++i) p[i] += 1;
  }
  double *p = v[0], *q = v[1], *r = v[2];
#pragma omp target exit data map(from : p [0:n])
#pragma omp target enter data map(to : r [0:n])  // stays where it is
  expect_counts(r, 2);
#pragma omp target exit data map(from : r [0:n])
#pragma omp target exit data map(from : r [0:n])
#pragma omp target exit data map(from : q [0:n])
  for (double* one : v) {
    std::printf("%g ", sum(one, n));
    expect_gone(one);
  }
#pragma omp target data map(to : r [0:n])
  expect_symmetric(r);
  std::printf("\n");
  for (double* one : v) drop(one);
}
