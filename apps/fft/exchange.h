// How blocks get from each PE to each other: standard.c, extended.c, mpi.c.
#pragma once
#include <stddef.h>

/// Collective. Two buffers of `bytes` for each PE, as addresses of the device.
void exchange_open(size_t bytes, void** send, void** receive);
/// Block p of `send` goes to PE p, which finds it in `receive` as block me. Blocks of `bytes` / PEs.
void exchange_run(size_t bytes);
void exchange_close(size_t bytes);
