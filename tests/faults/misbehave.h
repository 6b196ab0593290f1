/* What a PE can do wrong, for the two programs that do it: exchange_pe.cpp (the launcher alone) and shmem_pe.c. */
#ifndef ISTHMUS_TESTS_MISBEHAVE_H
#define ISTHMUS_TESTS_MISBEHAVE_H
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Dies by the signal itself, since a sanitizer's handler would turn it into an exit code. */
static void die_by(int number) {
  signal(number, SIG_DFL);
  raise(number);
}

/* Flushes "acting" before anything happens; the test measures time from that line. */
static void misbehave(const char* how) {
  printf("acting\n");
  fflush(stdout);
  if (!strcmp(how, "exit0")) exit(0);
  if (!strcmp(how, "exit3")) exit(3);
  if (!strcmp(how, "abort")) die_by(SIGABRT);
  if (!strcmp(how, "segv")) die_by(SIGSEGV);
  if (!strcmp(how, "kill")) raise(SIGKILL);
  if (!strcmp(how, "stop")) raise(SIGSTOP);
}

#endif
