// Every reduction with every operation on every type that has it, in every form. The expected values are computed from
// everybody's data in the order of ranks; the values are such that floating-point results are exact.
#include <complex.h>
#include <limits.h>
#include <stdbool.h>

#include "check.h"

static unsigned call;

enum operation { MAX, MIN, SUM, PROD, LAND, BAND, LOR, BOR, LXOR, BXOR, MINLOC, MAXLOC, OPERATIONS };
static const char* const names[] = {"max", "min", "sum",  "prod", "land",   "band",
                                    "lor", "bor", "lxor", "bxor", "minloc", "maxloc"};

// For each type: how to make an element, and how to combine two. Values are small, so that nothing is rounded.
#define INTEGER(T, tag)                                                         \
  static void make_##tag(void* at, unsigned v) { *(T*)at = (T)(v % 7); }        \
  static void combine_##tag(void* into, const void* other, enum operation op) { \
    T *a = into, b = *(const T*)other;                                          \
    switch (op) {                                                               \
      case MAX:                                                                 \
        *a = *a > b ? *a : b;                                                   \
        break;                                                                  \
      case MIN:                                                                 \
        *a = *a < b ? *a : b;                                                   \
        break;                                                                  \
      case SUM:                                                                 \
        *a = (T)(*a + b);                                                       \
        break;                                                                  \
      case PROD:                                                                \
        *a = (T)(*a * b);                                                       \
        break;                                                                  \
      case LAND:                                                                \
        *a = *a && b;                                                           \
        break;                                                                  \
      case LOR:                                                                 \
        *a = *a || b;                                                           \
        break;                                                                  \
      case LXOR:                                                                \
        *a = !*a != !b;                                                         \
        break;                                                                  \
      case BAND:                                                                \
        *a = (T)(*a & b);                                                       \
        break;                                                                  \
      case BOR:                                                                 \
        *a = (T)(*a | b);                                                       \
        break;                                                                  \
      default:                                                                  \
        *a = (T)(*a ^ b);                                                       \
        break;                                                                  \
    }                                                                           \
  }
#define REAL(T, tag)                                                                                  \
  static void make_##tag(void* at, unsigned v) { *(T*)at = (T)(v % 5) - 1; }                          \
  static void combine_##tag(void* into, const void* other, enum operation op) {                       \
    T *a = into, b = *(const T*)other;                                                                \
    *a = op == MAX ? (*a > b ? *a : b) : op == MIN ? (*a < b ? *a : b) : op == SUM ? *a + b : *a * b; \
  }                                                                                                   \
  static int equal_##tag(const void* a, const void* b) { return *(const T*)a == *(const T*)b; }
#define COMPLEX(T, tag)                                                                 \
  static void make_##tag(void* at, unsigned v) { *(T*)at = (v % 3) + (v / 3 % 2) * I; } \
  static void combine_##tag(void* into, const void* other, enum operation op) {         \
    T *a = into, b = *(const T*)other;                                                  \
    *a = op == SUM ? *a + b : *a * b;                                                   \
  }                                                                                     \
  static int equal_##tag(const void* a, const void* b) { return *(const T*)a == *(const T*)b; }
#define PAIR(V, X, tag)                                                                \
  struct tag {                                                                         \
    V value;                                                                           \
    X index;                                                                           \
  };                                                                                   \
  static void make_##tag(void* at, unsigned v) {                                       \
    memset(at, 0, sizeof(struct tag));                                                 \
    ((struct tag*)at)->value = (V)(v % 3), ((struct tag*)at)->index = (X)(v / 3 % 10); \
  }                                                                                    \
  static void combine_##tag(void* into, const void* other, enum operation op) {        \
    struct tag *a = into, b = *(const struct tag*)other;                               \
    if (a->value == b.value)                                                           \
      a->index = a->index < b.index ? a->index : b.index;                              \
    else if (op == MAXLOC ? b.value > a->value : b.value < a->value)                   \
      a->value = b.value, a->index = b.index;                                          \
  }                                                                                    \
  static int equal_##tag(const void* a, const void* b) {                               \
    const struct tag *x = a, *y = b;                                                   \
    return x->value == y->value && x->index == y->index;                               \
  }
INTEGER(int8_t, i8)
INTEGER(int16_t, i16) INTEGER(int32_t, i32) INTEGER(int64_t, i64) INTEGER(uint8_t, u8) INTEGER(uint16_t, u16)
    INTEGER(uint32_t, u32) INTEGER(uint64_t, u64) static void make_boolean(void* at, unsigned v) {
  *(bool*)at = v % 3 == 1;
}
static void combine_boolean(void* into, const void* other, enum operation op) {
  bool *a = into, b = *(const bool*)other;
  *a = op == LAND ? *a && b : op == LOR ? *a || b : *a != b;
}
REAL(float, f32)
REAL(double, f64) REAL(long double, f128) COMPLEX(float complex, c32) COMPLEX(double complex, c64)
    PAIR(float, int, float_int) PAIR(double, int, double_int) PAIR(long, int, long_int) PAIR(short, int, short_int)
        PAIR(int, int, two_int) PAIR(long double, int, long_double_int)

#define BITS(op) (1u << (op))
            enum {
              ORDER = BITS(MAX) | BITS(MIN),
              SUMS = BITS(SUM) | BITS(PROD),
              LOGIC = BITS(LAND) | BITS(LOR) | BITS(LXOR),
              BIT = BITS(BAND) | BITS(BOR) | BITS(BXOR),
              INTEGERS = ORDER | SUMS | LOGIC | BIT,
              PLACES = BITS(MINLOC) | BITS(MAXLOC)
            };
struct type {
  const char* name;
  MPI_Datatype type;
  size_t bytes;
  unsigned operations;
  void (*make)(void*, unsigned);
  void (*combine)(void*, const void*, enum operation);
  int (*equal)(const void*,
               const void*);  // null: compare the bytes, which may not be done with padding and zeros of either sign
};

static const struct type* type;
static MPI_Op op;
static enum operation operation;
static const char* operation_name;
static int in_place, n;

static size_t total(int r) { return (size_t)n * (size_t)r; }
static char* made(int from, size_t count) {
  char* data = bytes(count * type->bytes);
  for (size_t i = 0; i < count; ++i) type->make(data + i * type->bytes, value(call, from, -1, i));
  return data;
}
// Element i of the data of ranks first .. last - 1, combined.
static void expected(char* at, int last, size_t i) {
  char other[64];
  type->make(at, value(call, 0, -1, i));
  for (int r = 1; r < last; ++r) {
    type->make(other, value(call, r, -1, i));
    type->combine(at, other, operation);
  }
}
static void compare(const char* what, const char* data, size_t first, size_t count, int last) {
  for (size_t i = 0; i < count; ++i) {
    char right[64];
    expected(right, last, first + i);
    const char* const seen = data + i * type->bytes;
    if (type->equal ? !type->equal(right, seen) : memcmp(right, seen, type->bytes) != 0) {
      check(0, "%s %s of %s %s%s, element %zu of %zu", what, operation_name, type->name, form_names[form],
            in_place ? " in place" : "", i, count);
      return;
    }
  }
}

static void reduce(int root) {
  char *from = made(rank, (size_t)n), *to = in_place ? made(rank, (size_t)n) : bytes((size_t)n * type->bytes);
  const int own = in_place && rank == root;
  COLLECTIVE(Reduce, reduce, own ? MPI_IN_PLACE : from, to, n, type->type, op, root, comm);
  if (rank == root) compare("reduce", to, 0, (size_t)n, size);
  free(from), free(to);
}
static void allreduce(void) {
  char *from = made(rank, (size_t)n), *to = in_place ? made(rank, (size_t)n) : bytes((size_t)n * type->bytes);
  COLLECTIVE(Allreduce, allreduce, in_place ? MPI_IN_PLACE : from, to, n, type->type, op, comm);
  compare("allreduce", to, 0, (size_t)n, size);
  free(from), free(to);
}
static void reduce_scatter_block(void) {
  char *from = made(rank, total(size)), *to = in_place ? made(rank, total(size)) : bytes((size_t)n * type->bytes);
  COLLECTIVE(Reduce_scatter_block, reduce_scatter_block, in_place ? MPI_IN_PLACE : from, to, n, type->type, op, comm);
  compare("reduce_scatter_block", to, total(rank), (size_t)n, size);
  free(from), free(to);
}
static void reduce_scatter(void) {
  int counts[64], before = 0, all = 0;
  for (int r = 0; r < size; ++r) {
    counts[r] = (r + (int)call) % 3 * n;
    if (r < rank) before += counts[r];
    all += counts[r];
  }
  char *from = made(rank, (size_t)all),
       *to = in_place ? made(rank, (size_t)all) : bytes((size_t)counts[rank] * type->bytes);
  COLLECTIVE(Reduce_scatter, reduce_scatter, in_place ? MPI_IN_PLACE : from, to, counts, type->type, op, comm);
  compare("reduce_scatter", to, (size_t)before, (size_t)counts[rank], size);
  free(from), free(to);
}
static void scan(int exclusive) {
  char *from = made(rank, (size_t)n), *to = in_place ? made(rank, (size_t)n) : bytes((size_t)n * type->bytes);
  if (exclusive)
    COLLECTIVE(Exscan, exscan, in_place ? MPI_IN_PLACE : from, to, n, type->type, op, comm);
  else
    COLLECTIVE(Scan, scan, in_place ? MPI_IN_PLACE : from, to, n, type->type, op, comm);
  if (!exclusive || rank > 0) compare(exclusive ? "exscan" : "scan", to, 0, (size_t)n, exclusive ? rank : rank + 1);
  free(from), free(to);
}

static void every_call(int roots) {
  for (in_place = 0; in_place < 2; ++in_place) {
    for (int root = 0; root < roots; ++root) ++call, reduce((root + (int)call) % size);
    ++call, allreduce();
    ++call, reduce_scatter_block();
    ++call, reduce_scatter();
    ++call, scan(0);
    ++call, scan(1);
  }
}

// Not commutative, but associative: x -> scale * x + offset, one after the other.
static void compose(void* in, void* in_out, int* count, MPI_Datatype* t) {
  (void)t;
  unsigned* a = in;
  unsigned* b = in_out;
  for (int i = 0; i < *count; ++i) {
    const unsigned short scale_a = (unsigned short)(a[i] >> 16), offset_a = (unsigned short)a[i];
    const unsigned short scale_b = (unsigned short)(b[i] >> 16), offset_b = (unsigned short)b[i];
    b[i] = (unsigned)(unsigned short)(scale_a * scale_b) << 16 | (unsigned short)(offset_a * scale_b + offset_b);
  }
}
static void make_map(void* at, unsigned v) { *(unsigned*)at = (v | 0x10000u) & 0x000fffffu; }
static void combine_map(void* into, const void* other, enum operation unused) {
  (void)unused;
  unsigned b = *(const unsigned*)other;
  int one = 1;
  compose(into, &b, &one, NULL);
  *(unsigned*)into = b;
}

static const struct type types[] = {
    {"INT8_T", MPI_INT8_T, 1, INTEGERS, make_i8, combine_i8, NULL},
    {"SHORT", MPI_SHORT, 2, INTEGERS, make_i16, combine_i16, NULL},
    {"INT", MPI_INT, 4, INTEGERS, make_i32, combine_i32, NULL},
    {"LONG", MPI_LONG, 8, INTEGERS, make_i64, combine_i64, NULL},
    {"LONG_LONG", MPI_LONG_LONG, 8, INTEGERS, make_i64, combine_i64, NULL},
    {"UNSIGNED_CHAR", MPI_UNSIGNED_CHAR, 1, INTEGERS, make_u8, combine_u8, NULL},
    {"UINT16_T", MPI_UINT16_T, 2, INTEGERS, make_u16, combine_u16, NULL},
    {"UNSIGNED", MPI_UNSIGNED, 4, INTEGERS, make_u32, combine_u32, NULL},
    {"UINT64_T", MPI_UINT64_T, 8, INTEGERS, make_u64, combine_u64, NULL},
    {"AINT", MPI_AINT, 8, ORDER | SUMS, make_i64, combine_i64, NULL},
    {"C_BOOL", MPI_C_BOOL, 1, LOGIC, make_boolean, combine_boolean, NULL},
    {"BYTE", MPI_BYTE, 1, BIT, make_u8, combine_u8, NULL},
    {"FLOAT", MPI_FLOAT, 4, ORDER | SUMS, make_f32, combine_f32, equal_f32},
    {"DOUBLE", MPI_DOUBLE, 8, ORDER | SUMS, make_f64, combine_f64, equal_f64},
    {"LONG_DOUBLE", MPI_LONG_DOUBLE, sizeof(long double), ORDER | SUMS, make_f128, combine_f128, equal_f128},
    {"C_FLOAT_COMPLEX", MPI_C_FLOAT_COMPLEX, 8, SUMS, make_c32, combine_c32, equal_c32},
    {"C_DOUBLE_COMPLEX", MPI_C_DOUBLE_COMPLEX, 16, SUMS, make_c64, combine_c64, equal_c64},
    {"FLOAT_INT", MPI_FLOAT_INT, sizeof(struct float_int), PLACES, make_float_int, combine_float_int, equal_float_int},
    {"DOUBLE_INT", MPI_DOUBLE_INT, sizeof(struct double_int), PLACES, make_double_int, combine_double_int,
     equal_double_int},
    {"LONG_INT", MPI_LONG_INT, sizeof(struct long_int), PLACES, make_long_int, combine_long_int, equal_long_int},
    {"SHORT_INT", MPI_SHORT_INT, sizeof(struct short_int), PLACES, make_short_int, combine_short_int, equal_short_int},
    {"2INT", MPI_2INT, 8, PLACES, make_two_int, combine_two_int, equal_two_int},
    {"LONG_DOUBLE_INT", MPI_LONG_DOUBLE_INT, sizeof(struct long_double_int), PLACES, make_long_double_int,
     combine_long_double_int, equal_long_double_int},
};

// Every operation and type with few elements, in the blocking form and one other.
static void all_types(void) {
  static MPI_Op ops[OPERATIONS];
  MPI_Op all[] = {MPI_MAX, MPI_MIN, MPI_SUM,  MPI_PROD, MPI_LAND,   MPI_BAND,
                  MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC};
  memcpy(ops, all, sizeof ops);
  for (size_t t = 0; t < sizeof types / sizeof *types; ++t)
    for (int o = 0; o < OPERATIONS; ++o) {
      if (!(types[t].operations & BITS(o))) continue;
      if (size > 3 && (t + (size_t)o) % 3 != 0) continue;  // the loops are the same for any number of ranks
      type = &types[t], op = ops[o], operation = (enum operation)o, operation_name = names[o];
      form = BLOCKING;
      n = 5, every_call(1);
      n = 200, every_call(1);
      form = (enum form)(1 + (t + (size_t)o) % (FORMS - 1));
      if (!blocking_only) n = 3, every_call(1);
    }
}

// A few operations with counts on both sides of every threshold.
static void all_counts(void) {
  call = 0;  // ranks of other communicators may have made more calls
  static const int counts[] = {1, 2, 6, 7, 60, 500, 1100, 9000, 40000};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c)
    for (int which = 0; which < 3; ++which) {
      n = counts[c];
      type = which == 0 ? &types[2] : which == 1 ? &types[13] : &types[18];
      operation = which == 2 ? MAXLOC : SUM;
      op = which == 2 ? MPI_MAXLOC : MPI_SUM, operation_name = names[operation];
      form = BLOCKING;
      every_call(n > 1000 ? 1 : size);
    }
  static const struct type map = {"a map", MPI_UNSIGNED, 4, 0, make_map, combine_map, NULL};
  type = &map, operation_name = "composition", operation = SUM;
  MPI_Op_create(compose, 0, &op);
  for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
    n = counts[c];
    for (form = BLOCKING; form <= (blocking_only ? BLOCKING : WAITED); ++form) every_call(n > 1000 ? 1 : size);
  }
  MPI_Op_free(&op);
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  all_types();
  on_communicators(all_counts);
  return finish();
}
