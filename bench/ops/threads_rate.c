/* 8-byte messages of one PE, sent by one thread and by two, each on a context of its own (SHMEM_CTX_PRIVATE), with one
 * quiet per window of 64. The target sleeps: the sender's threads are to have two cores. A batch should be long beside
 * the waking of a thread: --batch 20000. */
#include <pthread.h>
#include <semaphore.h>
#include <shmem.h>
#include <stdio.h>

#include "../harness.h"

enum { window = 64, workers = 2, apart = 128 /* bytes, so that the threads share no cache line at the target */ };

/* A context is private to the thread that creates it, so a thread lives as long as the program. */
typedef struct Worker {
  pthread_t thread;
  sem_t go, done;
  long* target;
  long messages; /* to send at the next go; below zero: leave */
} Worker;

static Worker crew[workers];

static void* work(void* argument) {
  Worker* const self = argument;
  shmem_ctx_t context;
  if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &context) != 0) {
    fprintf(stderr, "threads_rate: shmem_ctx_create failed\n");
    shmem_global_exit(2);
  }
  sem_post(&self->done);
  while (true) {
    sem_wait(&self->go);
    if (self->messages < 0) break;
    for (long i = 0; i < self->messages; ++i) {
      shmem_ctx_long_p(context, self->target + i % window, i, 1);
      if (i % window == window - 1) shmem_ctx_quiet(context);
    }
    shmem_ctx_quiet(context);
    sem_post(&self->done);
  }
  shmem_ctx_destroy(context);
  return NULL;
}

static void send_by(int threads, long messages) {
  for (int i = 0; i < threads; ++i) {
    crew[i].messages = messages / threads + (i < messages % threads);
    sem_post(&crew[i].go);
  }
  for (int i = 0; i < threads; ++i) sem_wait(&crew[i].done);
}

static void one_thread(long calls, size_t bytes) {
  (void)bytes;
  send_by(1, calls);
}

static void two_threads(long calls, size_t bytes) {
  (void)bytes;
  send_by(2, calls);
}

static void hire(char* memory) {
  for (int i = 0; i < workers; ++i) {
    crew[i].target = (long*)(memory + i * (window * sizeof(long) + apart));
    sem_init(&crew[i].go, 0, 0);
    sem_init(&crew[i].done, 0, 0);
    if (pthread_create(&crew[i].thread, NULL, work, &crew[i]) != 0) {
      fprintf(stderr, "threads_rate: no thread\n");
      shmem_global_exit(2);
    }
    sem_wait(&crew[i].done);
  }
}

static void dismiss(void) {
  for (int i = 0; i < workers; ++i) {
    crew[i].messages = -1;
    sem_post(&crew[i].go);
    pthread_join(crew[i].thread, NULL);
  }
}

int main(int argc, char** argv) {
  const size_t bytes = sizeof(long);
  harness_begin_threaded(argc, argv, "threads_rate", "8-byte messages of 1 and of 2 threads, PE 0 to a sleeping PE 1",
                         2, SHMEM_THREAD_MULTIPLE);
  char* const memory = harness_allocate(workers * (window * bytes + apart));
  if (harness_me() == 0) hire(memory);
  const Sample one = harness_measure(one_thread, bytes, pe_zero_calls_others_sleep);
  const Sample two = harness_measure(two_threads, bytes, pe_zero_calls_others_sleep);
  harness_report_rate("long_p 1 thread", bytes, one);
  harness_report_rate("long_p 2 threads", bytes, two);
  harness_report_factor("2 threads / 1 thread", bytes, one, two, "higher");
  if (harness_me() == 0) dismiss();
  return harness_end();
}
