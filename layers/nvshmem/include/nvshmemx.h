/* NVSHMEM's extensions; nvshmem.h has both. */
#include "nvshmem.h"
