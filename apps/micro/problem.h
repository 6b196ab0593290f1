// The paper's micro-benchmarks: how long data takes from a buffer of one PE to that of another, where kernels can use
// it, and from all to all. An exchange (standard.c, extended.c, mpi.c) is how it gets there.
#pragma once
#include <stddef.h>
#include <stdint.h>

extern const char exchange_name[];

/// Collective. Buffers of `bytes`, as addresses of the device.
void exchange_open(size_t bytes, void** send, void** receive);
void exchange_close(size_t bytes);

/// The turn-th message (1, 2, ...) to `pe`; and the turn-th one from `pe` is in `receive`, where kernels can use it.
void exchange_send(size_t bytes, int pe, uint64_t turn);
void exchange_await(size_t bytes, int pe, uint64_t turn);

/// Collective: block p of `bytes` of `send` is block me of PE p's `receive`.
void exchange_all(size_t bytes);
