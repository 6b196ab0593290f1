/* Fences between this thread's loads and stores, as other threads of the node see them. */
#ifndef ISTHMUS_GASNET_TOOLS_MEMORY_BARRIERS_H
#define ISTHMUS_GASNET_TOOLS_MEMORY_BARRIERS_H

#include "gasnet_isthmus/tools/thread_mode.h"

/* The compiler moves no access to memory across this point. */
#define gasnett_compiler_fence() __asm__ __volatile__("" : : : "memory")

/* A write barrier also keeps later loads behind earlier stores, hence it is a full one. */
#define gasnett_local_wmb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define gasnett_local_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define gasnett_local_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)

/* The same, but for nothing where there are no threads. */
#ifdef GASNETT_THREAD_SINGLE
#define gasnett_weak_wmb() ((void)0)
#define gasnett_weak_rmb() ((void)0)
#define gasnett_weak_mb() ((void)0)
#else
#define gasnett_weak_wmb() gasnett_local_wmb()
#define gasnett_weak_rmb() gasnett_local_rmb()
#define gasnett_weak_mb() gasnett_local_mb()
#endif

/* For the body of a loop that waits for another thread. */
#if defined(PLATFORM_ARCH_X86_64) || defined(PLATFORM_ARCH_X86)
#define gasnett_spinloop_hint() __asm__ __volatile__("pause" : : : "memory")
#elif defined(PLATFORM_ARCH_AARCH64)
#define gasnett_spinloop_hint() __asm__ __volatile__("isb" : : : "memory")
#else
#define gasnett_spinloop_hint() gasnett_compiler_fence()
#endif

#endif
