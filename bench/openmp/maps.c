/* What a map costs with libisthmus_omp off, not selected and selected, beside the runtime's own functions; and a put
 * into a mapped object beside one into the partition it is in. All in one run, in turns: a round joins the job twice,
 * since SHMEM_OMP_MAP is read when it is joined. PE 0 measures. Needs a partition of KIND=LIBOMP; see docs/openmp.md.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <omp.h>
#include <shmemx_omp.h>
#include <stdlib.h>
#include <string.h>

#include "../figures.h"
#include "../options.h"

enum { sizes = 3, partition = 2, object_bytes = 64 };
static const size_t put_bytes[sizes] = {8, 65536, 1 << 20};

typedef void (*Data)(void*, int64_t, int32_t, void**, void**, int64_t*, int64_t*, void**, void**);
typedef struct Pair {
  Data begin, end;
} Pair;
void __tgt_target_data_begin_mapper(void*, int64_t, int32_t, void**, void**, int64_t*, int64_t*, void**, void**);
void __tgt_target_data_end_mapper(void*, int64_t, int32_t, void**, void**, int64_t*, int64_t*, void**, void**);
static const Pair ours = {__tgt_target_data_begin_mapper, __tgt_target_data_end_mapper};
static Pair stock;

/* One figure with its batches so far. */
typedef struct Series {
  const char* name;
  size_t bytes;
  long calls;
  double ns[options_max_repeat];
} Series;
enum {
  beside_off,
  off,
  beside_selected,
  not_selected,
  selected,
  partition_put,
  mapped_put = partition_put + sizes,
  series_count = mapped_put + sizes
};
static Series series[series_count];

static void fail(const char* what) {
  fprintf(stderr, "maps: %s\n", what);
  shmem_global_exit(2);
}

/* Finds the runtime's own functions, which those of libisthmus_omp intercept. */
static int find_runtime(struct dl_phdr_info* library, size_t size, void* unused) {
  (void)size, (void)unused;
  if (strstr(library->dlpi_name, "libomptarget.so") == NULL) return 0;
  void* handle = dlopen(library->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  stock.begin = (Data)dlsym(handle, "__tgt_target_data_begin_mapper");
  stock.end = (Data)dlsym(handle, "__tgt_target_data_end_mapper");
  return 1;
}

/* A map(tofrom : object) and its end; with `close` it is selected. */
static void map_and_unmap(Pair with, long calls, int close) {
  static char object[object_bytes];
  void* address = object;
  int64_t bytes = object_bytes, type = 3 | (close ? 0x400 : 0);
  for (long i = 0; i < calls; ++i) {
    with.begin(NULL, omp_get_default_device(), 1, &address, &address, &bytes, &type, NULL, NULL);
    with.end(NULL, omp_get_default_device(), 1, &address, &address, &bytes, &type, NULL, NULL);
  }
}

static char *map_target, *partition_target, *source;
static int current_size;

static void put(char* target, long calls) {
  for (long i = 0; i < calls; ++i) {
    shmem_putmem(target, source, put_bytes[current_size], 1);
    shmem_quiet();
  }
}

static void run(int which, long calls) {
  switch (which) {
    case beside_off:
    case beside_selected:
      map_and_unmap(stock, calls, 0);
      break;
    case off:
    case not_selected:
      map_and_unmap(ours, calls, 0);
      break;
    case selected:
      map_and_unmap(ours, calls, 1);
      break;
    default:
      put(which < mapped_put ? partition_target : map_target, calls);
  }
}

static void measure(int which, int round, double batch_ns) {
  Series* s = &series[which];
  if (which >= partition_put) current_size = (which - partition_put) % sizes;
  while (s->calls == 0 || round == 0) {
    const long tried = s->calls ? s->calls : 1;
    double least = 1e30;
    for (int i = 0; i < figures_tries; ++i) {
      const double start = figures_now();
      run(which, tried);
      const double spent = figures_now() - start;
      if (spent < least) least = spent;
    }
    const long calls = figures_calls(tried, least, batch_ns);
    s->calls = calls ? calls : tried * 10;
    if (calls) break;
  }
  const double start = figures_now();
  run(which, s->calls);
  s->ns[round] = (figures_now() - start) / (double)s->calls;
}

static void join(const char* mode) {
  setenv("SHMEM_OMP_MAP", mode, 1);
  shmem_init();
  omp_set_default_device(omp_get_num_devices() > shmem_my_pe() ? shmem_my_pe() : 0);
}

static void measure_maps(int first, int last, int round, double batch_ns) {
  for (int which = first; shmem_my_pe() == 0 && which <= last; ++which) measure(which, round, batch_ns);
  shmem_barrier_all();
}

static void measure_puts(int round, double batch_ns) {
  const size_t largest = put_bytes[sizes - 1];
  char* object = shmem_malloc(largest);
  partition_target = shmem_partition_malloc(largest, partition);
  source = malloc(largest);
  memset(source, 1, largest);
  if (object == NULL || partition_target == NULL) fail("the partition is too small; SIZE=64M will do");
#pragma omp target enter data map(close, alloc : object [0:largest])
  map_target = shmemx_device_ptr(object);
  if (shmemx_partition_of(map_target) != partition) fail("the object is not mapped in partition 2 (KIND=LIBOMP)");
  shmem_barrier_all();
  for (int i = 0; shmem_my_pe() == 0 && i < sizes; ++i) { /* in turns, and the other one first every second round */
    measure((round % 2 ? mapped_put : partition_put) + i, round, batch_ns);
    measure((round % 2 ? partition_put : mapped_put) + i, round, batch_ns);
  }
  shmem_barrier_all();
#pragma omp target exit data map(delete : object [0:largest])
  free(source);
  shmem_free(partition_target);
  shmem_free(object);
}

static void name_series(void) {
  const char* const maps[] = {"map, the runtime's own (while off)", "map, off", "map, the runtime's own",
                              "map, not selected", "map, selected"};
  for (int i = 0; i < partition_put; ++i) series[i].name = maps[i], series[i].bytes = object_bytes;
  for (int i = 0; i < sizes; ++i) {
    series[partition_put + i].name = "put into the partition";
    series[mapped_put + i].name = "put into a mapped object";
    series[partition_put + i].bytes = series[mapped_put + i].bytes = put_bytes[i];
  }
}

int main(int argc, char** argv) {
  const char* about = "map(tofrom) and its end of 64 bytes, and putmem + quiet from PE 0 to PE 1";
  const Options options = options_read(argc, argv);
  if (options.help) return options_print_help("maps", about), 0;
  if (options.problem[0] != '\0') return fprintf(stderr, "maps: %s\n", options.problem), 2;
  dl_iterate_phdr(find_runtime, NULL);
  if (stock.begin == NULL || stock.end == NULL) return fprintf(stderr, "maps: no libomptarget in this process\n"), 2;
  name_series();
  int me = 0, pes = 0;
  for (int round = 0; round < options.repeat; ++round) {
    join("off");
    me = shmem_my_pe(), pes = shmem_n_pes();
    if (pes != 2) fail("run it on 2 PEs");
    measure_maps(beside_off, off, round, options.batch_ns);
    shmem_finalize();
    join("selected");
    static char other[8];
    if (shmemx_omp_map_symmetric(other, sizeof other) != 0) shmem_global_exit(2);
    measure_maps(beside_selected, selected, round, options.batch_ns);
    shmemx_omp_unmap_symmetric(other);
    measure_puts(round, options.batch_ns);
    shmem_finalize();
  }
  if (me != 0) return 0;
  Figures figures = {.bench = "openmp_maps", .about = about, .pes = pes, .repeat = options.repeat};
  if (options.json_path != NULL && (figures.json = fopen(options.json_path, "w")) == NULL)
    return perror(options.json_path), 2;
  for (int i = 0; i < series_count; ++i)
    figures_add_latency(&figures, series[i].name, series[i].bytes,
                        figures_sample(series[i].ns, options.repeat, series[i].calls));
  return figures_end(&figures) ? 0 : 2;
}
