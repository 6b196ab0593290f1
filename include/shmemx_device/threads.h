/* The threads that make a call together: one, a warp or a block. In OpenMP a block is all threads of the innermost parallel
 * region, or of a bare kernel. Functions get them as a value, which disappears where they are inlined. */
#ifndef ISTHMUS_DEVICE_THREADS_H
#define ISTHMUS_DEVICE_THREADS_H

#if defined(_OPENMP) && !defined(ISTHMUS_DEVICE_KERNELS) && !(defined(SHMEMX_DEVICE_BARE) && defined(ISTHMUS_DEVICE_GPU))
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_rank_in_block(void) { return (uint64_t)omp_get_thread_num(); }
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_size_of_block(void) { return (uint64_t)omp_get_num_threads(); }
ISTHMUS_DEVICE_INLINE void isthmus_device_meet_in_block(void) {
#pragma omp barrier
}
#elif defined(ISTHMUS_DEVICE_PASS)
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_rank_in_block(void) { return isthmus_device_block_rank(); }
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_size_of_block(void) { return isthmus_device_block_size(); }
ISTHMUS_DEVICE_INLINE void isthmus_device_meet_in_block(void) { isthmus_device_block_sync(); }
#else
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_rank_in_block(void) { return 0; }
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_size_of_block(void) { return 1; }
ISTHMUS_DEVICE_INLINE void isthmus_device_meet_in_block(void) {}
#endif

#ifdef ISTHMUS_DEVICE_PASS
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_rank_in_warp(void) { return isthmus_device_warp_rank(); }
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_size_of_warp(void) { return isthmus_device_warp_size(); }
ISTHMUS_DEVICE_INLINE void isthmus_device_meet_in_warp(void) { isthmus_device_warp_sync(); }
#else
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_rank_in_warp(void) { return 0; }
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_size_of_warp(void) { return 1; }
ISTHMUS_DEVICE_INLINE void isthmus_device_meet_in_warp(void) {}
#endif

enum isthmus_device_group { isthmus_device_one_thread, isthmus_device_a_warp, isthmus_device_a_block };

struct isthmus_device_threads {
  enum isthmus_device_group group;
  uint64_t rank, size; /* of the calling thread, and of the group */
};

ISTHMUS_DEVICE_INLINE struct isthmus_device_threads isthmus_device_in_thread(void) {
  const struct isthmus_device_threads threads = {isthmus_device_one_thread, 0, 1};
  return threads;
}
ISTHMUS_DEVICE_INLINE struct isthmus_device_threads isthmus_device_in_warp(void) {
  const struct isthmus_device_threads threads = {isthmus_device_a_warp, isthmus_device_rank_in_warp(),
                                                 isthmus_device_size_of_warp()};
  return threads;
}
ISTHMUS_DEVICE_INLINE struct isthmus_device_threads isthmus_device_in_block(void) {
  const struct isthmus_device_threads threads = {isthmus_device_a_block, isthmus_device_rank_in_block(),
                                                 isthmus_device_size_of_block()};
  return threads;
}
ISTHMUS_DEVICE_INLINE void isthmus_device_meet(struct isthmus_device_threads threads) {
  if (threads.group == isthmus_device_a_block) isthmus_device_meet_in_block();
  if (threads.group == isthmus_device_a_warp) isthmus_device_meet_in_warp();
}

#endif
