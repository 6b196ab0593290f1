// gasnett_run_diagnostics: a short test of the library inside a client's job.
#include <gasnet_tools.h>
#include <gasnetex.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "engine.hpp"
#include "fatal.hpp"

using namespace isthmus::gasnet;

namespace {

struct Run {
  int iterations, threads;
  gex_TM_t team;
  gex_Rank_t peer;
  std::uint64_t *mine, *theirs;  ///< a page of this rank's segment, and of the peer's
  std::uint64_t seed;
  int errors = 0;
};

gex_AM_Entry_t handlers[2];
std::atomic<std::uint64_t> answers, sum;

void error(Run& run, const char* what, std::uint64_t seen, std::uint64_t expected) {
  ++run.errors;
  std::fprintf(stderr, "rank %u: gasnett_run_diagnostics: %s is %llu, expected %llu\n", job.rank, what,
               static_cast<unsigned long long>(seen), static_cast<unsigned long long>(expected));
}

void ping(gex_Token_t token, void* payload, std::size_t bytes, gex_AM_Arg_t number) {
  gex_AM_ReplyMedium1(token, handlers[1].gex_index, payload, bytes, GEX_EVENT_NOW, 0, number);
}
void pong(gex_Token_t, void* payload, std::size_t, gex_AM_Arg_t number) {
  std::uint64_t word;
  std::memcpy(&word, payload, sizeof word);
  sum.fetch_add(word * static_cast<std::uint64_t>(number), std::memory_order_relaxed);
  answers.fetch_add(1, std::memory_order_release);
}

/// A: each message comes back with what was sent.
void test_messages(Run& run) {
  answers = sum = 0;
  std::uint64_t expected = 0;
  for (int i = 1; i <= run.iterations; ++i) {
    const std::uint64_t word = run.seed * static_cast<std::uint64_t>(i);
    expected += word * static_cast<std::uint64_t>(i);
    gex_AM_RequestMedium1(run.team, run.peer, handlers[0].gex_index, &word, sizeof word, GEX_EVENT_NOW, 0, i);
  }
  const auto all = static_cast<std::uint64_t>(run.iterations);
  wait_until([all] { return answers.load(std::memory_order_acquire) == all; });
  if (sum != expected) error(run, "the sum of all answers", sum, expected);
}

/// B: a get sees what was put, in every kind of call.
void test_puts_and_gets(Run& run) {
  for (int i = 0; i < run.iterations; ++i) {
    const std::uint64_t put = run.seed + static_cast<std::uint64_t>(i);
    std::uint64_t* const place = run.theirs + i % 8;
    if (i % 3 == 0) {
      gex_RMA_PutBlocking(run.team, run.peer, place, &put, sizeof put, 0);
    } else if (i % 3 == 1) {
      gex_Event_Wait(gex_RMA_PutNB(run.team, run.peer, place, &put, sizeof put, GEX_EVENT_DEFER, 0));
    } else {
      gex_RMA_PutNBI(run.team, run.peer, place, &put, sizeof put, GEX_EVENT_DEFER, 0);
      gex_NBI_Wait(GEX_EC_ALL, 0);
    }
    const std::uint64_t got = gex_RMA_GetBlockingVal(run.team, run.peer, place, sizeof put, 0);
    if (got != put) error(run, "a word that was put", got, put);
  }
}

/// C: nobody leaves a barrier before all have entered it.
void test_barriers(Run& run) {
  run.mine[8] = 0;
  gex_Coll_BarrierBlocking(run.team, 0);
  for (int i = 1; i <= run.iterations; ++i) {
    const auto round = static_cast<std::uint64_t>(i);
    gex_RMA_PutBlockingVal(run.team, run.peer, run.theirs + 8, round, sizeof round, 0);
    gex_Coll_BarrierBlocking(run.team, 0);
    std::uint64_t* const word = run.mine + 8;
    const std::uint64_t seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    if (seen != round) error(run, "the peer's round", seen, round);
    gex_Coll_BarrierBlocking(run.team, 0);
  }
}

/// D: a lock lets one thread in at a time.
void test_locks(Run& run) {
  gex_HSL_t lock = GEX_HSL_INITIALIZER;
  std::uint64_t guarded = 0;
  const int threads = job.mode == Mode::par ? run.threads : 1;
  const auto work = [&] {
    for (int i = 0; i < run.iterations; ++i) {
      gex_HSL_Lock(&lock);
      ++guarded;
      gex_HSL_Unlock(&lock);
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  const auto expected = static_cast<std::uint64_t>(threads) * static_cast<std::uint64_t>(run.iterations);
  if (guarded != expected) error(run, "a sum under a lock", guarded, expected);
}

struct Section {
  char letter;
  const char* name;
  void (*test)(Run& run);
};
constexpr Section kSections[] = {
    {.letter = 'A', .name = "messages", .test = test_messages},
    {.letter = 'B', .name = "puts and gets", .test = test_puts_and_gets},
    {.letter = 'C', .name = "barriers", .test = test_barriers},
    {.letter = 'D', .name = "locks", .test = test_locks},
};

}  // namespace

extern "C" {

void gasnett_diagnostic_gethandlers(gex_AM_Entry_t** htable_p, int* htable_cnt_p) {
  handlers[0] = {0, reinterpret_cast<gex_AM_Fn_t>(ping), GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 1, nullptr, "ping"};
  handlers[1] = {0, reinterpret_cast<gex_AM_Fn_t>(pong), GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, 1, nullptr, "pong"};
  *htable_p = handlers;
  *htable_cnt_p = 2;
}

int gasnett_run_diagnostics(int iters, int threadcnt, const char* sections, gex_TM_t team, void* myseg, gex_Rank_t peer,
                            void* peerseg, unsigned int seed) {
  if (handlers[0].gex_index == 0)
    fatal("gasnett_run_diagnostics",
          "its handlers are not registered; register those of gasnett_diagnostic_gethandlers");
  Run run{.iterations = iters,
          .threads = threadcnt,
          .team = team,
          .peer = peer,
          .mine = static_cast<std::uint64_t*>(myseg),
          .theirs = static_cast<std::uint64_t*>(peerseg),
          .seed = seed};
  for (const Section& section : kSections) {
    gex_Coll_BarrierBlocking(team, 0);
    if (sections && *sections && !std::strchr(sections, section.letter)) continue;
    if (job.rank == 0) std::fprintf(stderr, "diagnostics %c: %s\n", section.letter, section.name);
    section.test(run);
  }
  gex_Coll_BarrierBlocking(team, 0);
  return run.errors;
}
}
