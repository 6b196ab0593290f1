/* Litmus tests of the memory model (docs/device-calls.md) by one thread of each PE's device. `area` is symmetric memory of
 * the device, zero at first, of AREA bytes, for at most LITMUS_ROUNDS rounds. */
enum { DATA = 0, FLAG = 16, ACK = 32, MINE = 48, SUM = 64, BEFORE = 80, FROM = 96, TO = 104, SEEN = 128, LITMUS_ROUNDS = 300 };

/* Message passing: what was put before a fence, a signal or an atomic after a fence is seen by whoever has waited for the
 * latter. Each PE sends to the next one. Returns 0 or the line of the check that failed. */
ON_DEVICE int litmus_message_passing(long *area, int me, int n, long rounds) {
  const int next = (me + 1) % n, before = (me + n - 1) % n;
  for (long r = 1; r <= rounds; ++r) {
    CALL(long_p)(area + DATA, r, next);
    CALL(long_p)(area + DATA + 8, -r, next);
    if (r % 3 == 0) CALL(signal_set)((uint64_t *)area + FLAG, (uint64_t)r, next);
    if (r % 3 == 1) {
      CALL(fence)();
      CALL(long_p)(area + FLAG, r, next);
    }
    if (r % 3 == 2) {
      CALL(fence)();
      CALL(long_atomic_inc)(area + FLAG, next);
    }
    CALL(long_wait_until)(area + FLAG, SHMEM_CMP_GE, r);
    EXPECT(area[DATA] == r && area[DATA + 8] == -r);
    CALL(signal_set)((uint64_t *)area + ACK, (uint64_t)r, before); /* it may send the next one */
    CALL(long_wait_until)(area + ACK, SHMEM_CMP_GE, r);
  }
  return 0;
}

/* The same with a collective of small data: what a member put before a quiet is seen by all after the collective. Words take
 * turns, as the next round's may come while this one's are loaded. */
ON_DEVICE int litmus_collective(long *area, int me, int n, long rounds) {
  for (long r = 1; r <= rounds && n <= SEEN - TO; ++r) {
    const long before = area[BEFORE + r % 2 * 8]; /* a cache may hold it from now on */
    EXPECT(before == r || before == (r > 2 ? r - 2 : 0));
    CALL(long_p)(area + BEFORE + r % 2 * 8, r, (me + 1) % n);
    CALL(quiet)();
    area[FROM] = r;
    CALL(long_fcollect)(SHMEM_TEAM_WORLD, area + TO, area + FROM, 1);
    EXPECT(area[BEFORE + r % 2 * 8] == r && area[TO + (me + 1) % n] == r);
  }
  return 0;
}

/* Store buffering: PEs 0 and 1 store to one another, and load what the other stores after a quiet. The value that a PE saw
 * in round r is left at area[SEEN + r]: not both may be of an earlier round. */
ON_DEVICE void litmus_store_buffering(long *area, int me, int n, long rounds) {
  for (long r = 1; r <= rounds; ++r) {
    if (me < 2 && n > 1) {
      CALL(long_p)(area + MINE, r, 1 - me);
      CALL(quiet)();
      area[SEEN + r] = CALL(long_atomic_fetch)(area + MINE, me);
    }
    CALL(barrier_all)();
  }
}

/* Adds to a word of PE 0, while its host and others' hosts and devices do so, too. */
ON_DEVICE void litmus_adds(long *area, long times) {
  for (long i = 0; i < times; ++i) CALL(long_atomic_add)(area + SUM, 1, 0);
  for (long i = 0; i < times; ++i) CALL(long_atomic_fetch_add)(area + SUM, 2, 0);
  CALL(quiet)();
}

/* The host's part of the last two. Returns 0 or the line of the check that failed. */
static inline void litmus_host_adds(long *area, long times) {
  for (long i = 0; i < times; ++i) {
    shmem_long_atomic_add(area + SUM, 1000, 0);
    shmem_ctx_ulong_atomic_fetch_xor(SHMEM_CTX_DEFAULT, (unsigned long *)area + SUM + 1, 1, 0);
    shmem_signal_add((uint64_t *)area + SUM, 1000, 0);
  }
  shmem_quiet();
}
static inline int litmus_sum(long *area, int n, long device_times, long host_times) {
  shmem_barrier_all();
  EXPECT(shmem_long_g(area + SUM, 0) == n * (3 * device_times + 2000 * host_times));
  EXPECT(shmem_long_g(area + SUM + 1, 0) == (n * host_times) % 2);
  return 0;
}
static inline int litmus_seen(long *area, int n, long rounds) {
  shmem_barrier_all();
  for (long r = 1; r <= rounds && n > 1; ++r)
    EXPECT(shmem_long_g(area + SEEN + r, 0) == r || shmem_long_g(area + SEEN + r, 1) == r);
  return 0;
}
