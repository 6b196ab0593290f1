/* The copy of the state in a module that the program loads at run time, which is its first device code: shmemx_device_fill
 * writes to device memory what an image is given that is registered later, and refuses a copy of another size. The first
 * argument is the kind. */
#include <shmem.h>
#include <shmemx_device/state.h>
#include <stdio.h>
#include <string.h>

#include "driver.h"

void shmemx_device_register(struct isthmus_device_image *image);
int shmemx_device_fill(void *state, size_t bytes);

static struct isthmus_device_state given, seen;

static int take_state(const void *state, uint64_t bytes, int device) {
  (void)device;
  memcpy(&given, state, bytes < sizeof given ? bytes : sizeof given);
  return 0;
}
static struct isthmus_device_image image = {ISTHMUS_DEVICE_VERSION, sizeof given, "", take_state, NULL};

static int fail(const char *what) {
  fprintf(stderr, "PE %d: %s\n", shmem_my_pe(), what);
  shmem_global_exit(1);
  return 1;
}

int main(int argc, char **argv) {
  image.language = argc > 1 ? argv[1] : "CUDA";
  shmem_init();
  driver_open(image.language);
  void *module = driver_malloc(sizeof given);
  memset(&seen, 0, sizeof seen);
  driver_copy(module, &seen, sizeof seen);
  if (shmemx_device_fill(module, sizeof given - 8) == 0) return fail("a copy of another size was filled");
  driver_copy(&seen, module, sizeof seen);
  if (seen.version != 0) return fail("a copy that was refused has changed");
  if (shmemx_device_fill(module, sizeof given) != 0) return fail("the copy was not filled");
  driver_copy(&seen, module, sizeof seen);
  if (seen.version != ISTHMUS_DEVICE_VERSION || seen.n_pes != shmem_n_pes()) return fail("the copy has no state");
  shmemx_device_register(&image);
  if (memcmp(&seen, &given, sizeof given) != 0) return fail("the copy is not what the image was given");
  driver_free(module);
  shmem_finalize();
  return 0;
}
