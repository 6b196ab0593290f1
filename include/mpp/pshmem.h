/* The place of this header before OpenSHMEM 1.1. */
#include "../pshmem.h"
