// One wrong call in a job, chosen by name: `cases list` prints all (name, call, cause), `cases NAME` runs one under
// oshrun. PE n - 1 is the culprit; the others make the right call where it is collective, and wait for ever otherwise.
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "check/arguments.hpp"

using namespace check;

namespace {

const char* const not_symmetric = "not (a )?symmetric";
const char* const past_the_end = "past the end";
const char* const out_of_range = "out of range";

/// Points into main's stack frame, which lives as long as the program.
int* stack_memory;

int* odd(void* p) { return reinterpret_cast<int*>(static_cast<char*>(p) + 1); }
int* malloc_memory() { return static_cast<int*>(std::calloc(64, sizeof(int))); }

const Bad bads[] = {
    {"pe_n", check::pe, out_of_range, [](Arguments& a) { a.pe = n; }},
    {"pe_negative", check::pe, out_of_range, [](Arguments& a) { a.pe = -1; }},
    {"pe_huge", check::pe, out_of_range, [](Arguments& a) { a.pe = 2147483647; }},
    {"ctx_invalid", context, "SHMEM_CTX_INVALID", [](Arguments& a) { a.ctx = SHMEM_CTX_INVALID; }},
    {"ctx_destroyed", context, "destroyed", [](Arguments& a) { a.ctx = destroyed_context; }},
    {"stack", there, not_symmetric, [](Arguments& a) { a.there = stack_memory; }},
    {"malloc", there, not_symmetric, [](Arguments& a) { a.there = malloc_memory(); }},
    {"null", there, not_symmetric, [](Arguments& a) { a.there = nullptr; }},
    {"past_heap", extent, past_the_end, [](Arguments& a) { a.there = last_bytes + 2; }},
    {"past_statics", length, past_the_end, [](Arguments& a) { a.there = statics, a.count = size_t{1} << 40; }},
    {"no_buffer", here, "null", [](Arguments& a) { a.here = nullptr; }},
    {"overlap", overlap, "overlap", [](Arguments& a) { a.here = a.there + 2, a.pe = me; }},
    {"overlap_before", overlap, "overlap", [](Arguments& a) { a.there = block + 12, a.here = block + 10, a.pe = me; }},
    {"misaligned", alignment, "align", [](Arguments& a) { a.there = odd(block); }},
    {"comparison", comparison, "comparison operator 77", [](Arguments& a) { a.cmp = 77; }},
    {"signal_operator", signal_operator, "signal operator 55", [](Arguments& a) { a.sig_op = 55; }},
    {"word_on_stack", word, not_symmetric, [](Arguments& a) { a.word = reinterpret_cast<uint64_t*>(stack_memory); }},
    {"word_misaligned", word, "align", [](Arguments& a) { a.word = reinterpret_cast<uint64_t*>(odd(block)); }},
    {"word_null", word, not_symmetric, [](Arguments& a) { a.word = nullptr; }},
    {"dst_0", dest_stride, "stride", [](Arguments& a) { a.dst = 0; }},
    {"sst_negative", source_stride, "stride", [](Arguments& a) { a.sst = -1; }},
    {"lock_on_stack", lock, not_symmetric, [](Arguments& a) { a.lock = reinterpret_cast<long*>(stack_memory); }},
    {"lock_misaligned", lock, "align", [](Arguments& a) { a.lock = reinterpret_cast<long*>(odd(block)); }},
    {"team_invalid", team, "SHMEM_TEAM_INVALID", [](Arguments& a) { a.team = SHMEM_TEAM_INVALID; }},
    {"team_destroyed", team, "destroyed", [](Arguments& a) { a.team = destroyed_team; }},
    {"root_n", root, "root", [](Arguments& a) { a.root = n; }},
    {"root_negative", root, "root", [](Arguments& a) { a.root = -1; }},
    {"source_on_stack", symmetric_here, not_symmetric, [](Arguments& a) { a.here = stack_memory; }},
    {"source_null", symmetric_here, not_symmetric, [](Arguments& a) { a.here = nullptr; }},
    {"source_past_heap", symmetric_here, past_the_end, [](Arguments& a) { a.here = last_bytes + 3; }},
    {"set_start", active_set, "PE_start", [](Arguments& a) { a.start = -1; }},
    {"set_size", active_set, "PE_size", [](Arguments& a) { a.size = n + 1; }},
    {"set_empty", active_set, "PE_size", [](Arguments& a) { a.size = 0; }},
    {"set_stride", active_set, "logPE_stride", [](Arguments& a) { a.log_stride = -1; }},
    {"set_without_me", active_set, "active set", [](Arguments& a) { a.size = n - 1; }},
    {"psync_on_stack", active_set, not_symmetric,
     [](Arguments& a) { a.psync = reinterpret_cast<long*>(stack_memory); }},
    {"psync_null", active_set, not_symmetric, [](Arguments& a) { a.psync = nullptr; }},
};

/// Cases without parameters to vary: the name, the call, the cause, and what the culprit does.
struct Single {
  const char *name, *call, *cause;
  void (*run)();
};
const char* const no_block = "not an allocated block";
const char* const no_team = "destroyed";
const Single singles[] = {
    {"free_stack", "shmem_free", no_block, [] { shmem_free(stack_memory); }},
    {"free_inside", "shmem_free", no_block, [] { shmem_free(block + 1); }},
    {"free_static", "shmem_free", no_block, [] { shmem_free(statics); }},
    {"realloc_wild", "shmem_realloc", no_block, [] { shmem_realloc(malloc_memory(), 10); }},
    {"shfree_stack", "shfree", no_block, [] { shfree(stack_memory); }},
    {"align_3", "shmem_align", "power of two", [] { shmem_align(3, 10); }},
    {"align_0", "shmem_align", "alignment 0", [] { shmem_align(0, 10); }},
    {"align_4", "shmem_align", "alignment 4", [] { shmem_align(4, 10); }},
    {"destroy_default_context", "shmem_ctx_destroy", "SHMEM_CTX_DEFAULT", [] { shmem_ctx_destroy(SHMEM_CTX_DEFAULT); }},
    {"destroy_context_twice", "shmem_ctx_destroy", "destroyed", [] { shmem_ctx_destroy(destroyed_context); }},
    {"fence_destroyed", "shmem_ctx_fence", "destroyed", [] { shmem_ctx_fence(destroyed_context); }},
    {"quiet_destroyed", "shmem_ctx_quiet", "destroyed", [] { shmem_ctx_quiet(destroyed_context); }},
    {"pe_quiet_destroyed", "shmem_ctx_pe_quiet", "destroyed", [] { shmem_ctx_pe_quiet(destroyed_context, &me, 1); }},
    {"pe_quiet_null", "shmem_pe_quiet", "null", [] { shmem_pe_quiet(nullptr, 2); }},
    {"get_team_destroyed", "shmem_ctx_get_team", "destroyed",
     [] {
       shmem_team_t out;
       shmem_ctx_get_team(destroyed_context, &out);
     }},
    {"session_start_destroyed", "shmem_ctx_session_start", "destroyed",
     [] { shmem_ctx_session_start(destroyed_context, 0, nullptr, 0); }},
    {"session_stop_destroyed", "shmem_ctx_session_stop", "destroyed",
     [] { shmem_ctx_session_stop(destroyed_context); }},
    {"session_without_config", "shmem_ctx_session_start", "config",
     [] { shmem_ctx_session_start(SHMEM_CTX_DEFAULT, 0, nullptr, SHMEM_CTX_SESSION_TOTAL_OPS); }},
    {"create_context_of_destroyed", "shmem_team_create_ctx", no_team,
     [] {
       shmem_ctx_t out;
       shmem_team_create_ctx(destroyed_team, 0, &out);
     }},
    {"team_my_pe_destroyed", "shmem_team_my_pe", no_team, [] { shmem_team_my_pe(destroyed_team); }},
    {"team_n_pes_destroyed", "shmem_team_n_pes", no_team, [] { shmem_team_n_pes(destroyed_team); }},
    {"translate_destroyed", "shmem_team_translate_pe", no_team,
     [] { shmem_team_translate_pe(destroyed_team, 0, SHMEM_TEAM_WORLD); }},
    {"translate_to_destroyed", "shmem_team_translate_pe", no_team,
     [] { shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, destroyed_team); }},
    {"get_config_destroyed", "shmem_team_get_config", no_team,
     [] { shmem_team_get_config(destroyed_team, 0, nullptr); }},
    {"get_config_null", "shmem_team_get_config", "null",
     [] { shmem_team_get_config(SHMEM_TEAM_WORLD, SHMEM_TEAM_NUM_CONTEXTS, nullptr); }},
    {"team_ptr_destroyed", "shmem_team_ptr", no_team, [] { shmem_team_ptr(destroyed_team, block, 0); }},
    {"split_destroyed", "shmem_team_split_strided", no_team,
     [] {
       shmem_team_t out;
       shmem_team_split_strided(destroyed_team, 0, 1, 1, nullptr, 0, &out);
     }},
    {"split_2d_destroyed", "shmem_team_split_2d", no_team,
     [] {
       shmem_team_t x, y;
       shmem_team_split_2d(destroyed_team, 1, nullptr, 0, &x, nullptr, 0, &y);
     }},
    {"split_without_config", "shmem_team_split_strided", "config",
     [] {
       shmem_team_t out;
       shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 1, nullptr, SHMEM_TEAM_NUM_CONTEXTS, &out);
     }},
    {"destroy_world", "shmem_team_destroy", "SHMEM_TEAM_WORLD", [] { shmem_team_destroy(SHMEM_TEAM_WORLD); }},
    {"destroy_team_twice", "shmem_team_destroy", no_team, [] { shmem_team_destroy(destroyed_team); }},
    {"set_lock_nested", "shmem_set_lock", "holds the lock",
     [] { shmem_set_lock(&lock_word), shmem_set_lock(&lock_word); }},
    {"clear_lock_free", "shmem_clear_lock", "lock", [] { shmem_clear_lock(&lock_word); }},
    {"block_larger_than_stride", "shmem_int_ibput", "stride", [] { shmem_int_ibput(block, local, 2, 4, 3, 2, 0); }},
    {"put_misaligned", "shmem_long_put", "align",
     [] { shmem_long_put(reinterpret_cast<long*>(odd(block)), reinterpret_cast<long*>(local), 1, 0); }},
    {"p_misaligned", "shmem_long_p", "align", [] { shmem_long_p(reinterpret_cast<long*>(odd(block)), 1, 0); }},
    {"word_in_dest", "shmem_putmem_signal", "overlap",
     [] { shmem_putmem_signal(block, local, 64, reinterpret_cast<uint64_t*>(block + 2), 1, SHMEM_SIGNAL_SET, 0); }},
    {"some_without_indices", "shmem_int_wait_until_some", "null",
     [] { shmem_int_wait_until_some(block, 2, nullptr, nullptr, SHMEM_CMP_EQ, 0); }},
    {"to_all_negative", "shmem_long_max_to_all", "nreduce",
     [] {
       shmem_long_max_to_all(reinterpret_cast<long*>(block), reinterpret_cast<long*>(local), -1, 0, 0, n, nullptr,
                             psync_word);
     }},
};

/// Collectives that do not match: what the others call while the culprit calls something else; the message may name
/// either.
struct Mismatch {
  const char *name, *calls;
  void (*others)(), (*culprit)();
  const char* cause = "same";
};
shmem_team_t split_team;
char* another;  // block of the heap
const Mismatch mismatches[] = {
    {"operation", "shmem_int_sum_reduce|shmem_int_max_reduce",
     [] { shmem_int_sum_reduce(SHMEM_TEAM_WORLD, block, local, 4); },
     [] { shmem_int_max_reduce(SHMEM_TEAM_WORLD, block, local, 4); }},
    {"type", "shmem_int_fcollect|shmem_float_fcollect", [] { shmem_int_fcollect(SHMEM_TEAM_WORLD, block, local, 4); },
     [] {
       shmem_float_fcollect(SHMEM_TEAM_WORLD, reinterpret_cast<float*>(block), reinterpret_cast<float*>(local), 4);
     }},
    {"call", "shmem_int_broadcast|shmem_int_fcollect",
     [] { shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 4, 0); },
     [] { shmem_int_fcollect(SHMEM_TEAM_WORLD, block, local, 4); }},
    {"broadcast_size", "shmem_int_broadcast", [] { shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 4, 0); },
     [] { shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 5, 0); }},
    {"broadcast_nothing", "shmem_int_broadcast", [] { shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 4, 0); },
     [] { shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 0, 0); }},
    {"broadcast_root", "shmem_int_broadcast", [] { shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 4, 0); },
     [] { shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 4, 1); }},
    {"fcollect_size", "shmem_int_fcollect", [] { shmem_int_fcollect(SHMEM_TEAM_WORLD, block, local, 4); },
     [] { shmem_int_fcollect(SHMEM_TEAM_WORLD, block, local, 3); }},
    {"alltoall_size", "shmem_alltoallmem", [] { shmem_alltoallmem(SHMEM_TEAM_WORLD, block, local, 4); },
     [] { shmem_alltoallmem(SHMEM_TEAM_WORLD, block, local, 8); }},
    {"alltoalls_stride", "shmem_int_alltoalls", [] { shmem_int_alltoalls(SHMEM_TEAM_WORLD, block, local, 1, 1, 2); },
     [] { shmem_int_alltoalls(SHMEM_TEAM_WORLD, block, local, 2, 1, 2); }},
    {"reduce_size", "shmem_int_sum_reduce", [] { shmem_int_sum_reduce(SHMEM_TEAM_WORLD, block, local, 4); },
     [] { shmem_int_sum_reduce(SHMEM_TEAM_WORLD, block, local, 6); }},
    {"scan_kind", "shmem_int_sum_inscan|shmem_int_sum_exscan",
     [] { shmem_int_sum_inscan(SHMEM_TEAM_WORLD, block, local, 4); },
     [] { shmem_int_sum_exscan(SHMEM_TEAM_WORLD, block, local, 4); }},
    {"scan_size", "shmem_int_sum_inscan", [] { shmem_int_sum_inscan(SHMEM_TEAM_WORLD, block, local, 4); },
     [] { shmem_int_sum_inscan(SHMEM_TEAM_WORLD, block, local, 1); }},
    {"barrier_or_sync", "shmem_barrier_all|shmem_sync_all", [] { shmem_barrier_all(); }, [] { shmem_sync_all(); }},
    {"barrier_or_broadcast", "shmem_barrier_all|shmem_int_broadcast", [] { shmem_barrier_all(); },
     [] { shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 4, 0); }},
    {"late_after_the_same", "shmem_team_sync|shmem_int_broadcast",
     [] {
       for (int i = 0; i < 4; ++i) shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 4, 0);
       shmem_team_sync(SHMEM_TEAM_WORLD);
     },
     [] {
       for (int i = 0; i < 5; ++i) shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 4, 0);
     }},
    {"malloc_size", "shmem_malloc", [] { shmem_malloc(100); }, [] { shmem_malloc(200); }},
    {"malloc_or_calloc", "shmem_malloc|shmem_calloc", [] { shmem_malloc(100); }, [] { shmem_calloc(100, 1); }},
    {"malloc_or_barrier", "shmem_malloc|shmem_barrier_all", [] { shmem_malloc(100); }, [] { shmem_barrier_all(); }},
    {"calloc_size", "shmem_calloc", [] { shmem_calloc(10, 10); }, [] { shmem_calloc(10, 11); }},
    {"align_alignment", "shmem_align", [] { shmem_align(64, 10); }, [] { shmem_align(128, 10); }},
    {"realloc_size", "shmem_realloc", [] { shmem_realloc(block, 10000); }, [] { shmem_realloc(block, 20000); }},
    {"free_or_barrier", "shmem_free|shmem_barrier_all", [] { shmem_free(block); }, [] { shmem_barrier_all(); }},
    {"free_another", "shmem_free", [] { shmem_free(block); }, [] { shmem_free(another); }},
    {"hints", "shmem_malloc_with_hints", [] { shmem_malloc_with_hints(10, 1); },
     [] { shmem_malloc_with_hints(10, 2); }},
    {"split_triplet", "shmem_team_split_strided",
     [] { shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, nullptr, 0, &split_team); },
     [] { shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n - 1, nullptr, 0, &split_team); }},
    {"split_invalid_here", "shmem_team_split_strided",
     [] { shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, nullptr, 0, &split_team); },
     [] { shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n + 1, nullptr, 0, &split_team); }},
    {"split_2d_xrange", "shmem_team_split_2d",
     [] {
       shmem_team_t y;
       shmem_team_split_2d(SHMEM_TEAM_WORLD, 1, nullptr, 0, &split_team, nullptr, 0, &y);
     },
     [] {
       shmem_team_t y;
       shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, nullptr, 0, &split_team, nullptr, 0, &y);
     }},
    {"split_or_sync", "shmem_team_split_strided|shmem_team_sync",
     [] { shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, nullptr, 0, &split_team); },
     [] { shmem_team_sync(SHMEM_TEAM_WORLD); }},
    {"destroy_or_sync", "shmem_team_destroy|shmem_team_sync",
     [] {
       shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, nullptr, 0, &split_team);
       shmem_team_destroy(split_team);
     },
     [] {
       shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, nullptr, 0, &split_team);
       shmem_team_sync(split_team);
     }},
    {"broadcast_in_place", "shmem_int_broadcast", [] { shmem_int_broadcast(SHMEM_TEAM_WORLD, block, local, 4, 0); },
     [] { shmem_int_broadcast(SHMEM_TEAM_WORLD, block, block, 4, 0); }, "overlap"},
    {"alltoall_in_place", "shmem_int_alltoall", [] { shmem_int_alltoall(SHMEM_TEAM_WORLD, block, local, 4); },
     [] { shmem_int_alltoall(SHMEM_TEAM_WORLD, block, block, 4); }, "overlap"},
    {"another_dest", "shmem_int_sum_reduce", [] { shmem_int_sum_reduce(SHMEM_TEAM_WORLD, block, local, 4); },
     [] { shmem_int_sum_reduce(SHMEM_TEAM_WORLD, block + 8, local, 4); }},
    {"another_source", "shmem_int_fcollect", [] { shmem_int_fcollect(SHMEM_TEAM_WORLD, block, local, 4); },
     [] { shmem_int_fcollect(SHMEM_TEAM_WORLD, block, local + 8, 4); }},
    {"finalize_or_barrier", "shmem_finalize|shmem_barrier_all", [] { shmem_finalize(); }, [] { shmem_barrier_all(); }},
    {"active_size", "shmem_broadcast64", [] { shmem_broadcast64(block, local, 4, 0, 0, 0, n, psync_word); },
     [] { shmem_broadcast64(block, local, 2, 0, 0, 0, n, psync_word); }},
    {"active_root", "shmem_broadcast64", [] { shmem_broadcast64(block, local, 4, 0, 0, 0, n, psync_word); },
     [] { shmem_broadcast64(block, local, 4, 1, 0, 0, n, psync_word); }},
    {"active_call", "shmem_barrier|shmem_sync", [] { shmem_barrier(0, 0, n, psync_word); },
     [] { shmem_sync(0, 0, n, psync_word); }},
    {"active_reduction", "shmem_long_(sum|max)_to_all",
     [] {
       shmem_long_sum_to_all(reinterpret_cast<long*>(block), reinterpret_cast<long*>(local), 1, 0, 0, n,
                             reinterpret_cast<long*>(work), psync_word);
     },
     [] {
       shmem_long_max_to_all(reinterpret_cast<long*>(block), reinterpret_cast<long*>(local), 1, 0, 0, n,
                             reinterpret_cast<long*>(work), psync_word);
     }},
};

/// Of several ways to make the same parameter wrong for the same cause a family has one. They take turns, so that each
/// is met by some families, and every family by one way of each cause.
void list() {
  std::map<std::pair<unsigned, std::string>, std::vector<const Bad*>> causes;
  for (const Bad& bad : bads) causes[{bad.kind, bad.cause}].push_back(&bad);
  std::map<const std::vector<const Bad*>*, size_t> turns;
  for (size_t f = 0; f < n_families; ++f)
    for (const auto& [cause, ways] : causes)
      if (families[f].kinds & cause.first) {
        const Bad& bad = *ways[turns[&ways]++ % ways.size()];
        std::printf("%s/%s\t%s\t%s\n", families[f].call, bad.name, families[f].call, bad.cause);
      }
  for (const Single& s : singles) std::printf("single/%s\t%s\t%s\n", s.name, s.call, s.cause);
  for (const Mismatch& m : mismatches) std::printf("mismatched/%s\t(%s)\t%s\n", m.name, m.calls, m.cause);
}

/// Waits for the end of the job, which another PE's mistake causes.
void stay() {
  static long never;
  if (me != n - 1) shmem_long_wait_until(&never, SHMEM_CMP_EQ, 1);
}

bool run(const std::string& name) {
  const bool culprit = me == n - 1;
  const size_t slash = name.find('/');
  const std::string first = name.substr(0, slash), second = name.substr(slash + 1);
  for (const Single& s : singles)
    if (first == "single" && second == s.name) {
      if (culprit) s.run();
      stay();
      return true;
    }
  for (const Mismatch& m : mismatches)
    if (first == "mismatched" && second == m.name) {
      (culprit ? m.culprit : m.others)();
      stay();
      return true;
    }
  for (size_t f = 0; f < n_families; ++f)
    for (const Bad& bad : bads)
      if (first == families[f].call && second == bad.name && (families[f].kinds & bad.kind)) {
        Arguments arguments;
        if (culprit) bad.spoil(arguments);
        if (culprit || families[f].collective) families[f].run(arguments);
        stay();
        return true;
      }
  return false;
}

/// Calls every family with valid arguments: nothing may be reported.
/// Types of these sizes may be aligned to less, and 0 elements may be anywhere.
void move_sizes_of_any_alignment() {
  static struct {
    int first, pairs[2][2];
    double next, complexes[2][2];
  } mine, theirs;
  shmem_put64(theirs.pairs, mine.pairs, 2, 0);
  shmem_get64_nbi(mine.pairs, theirs.pairs, 2, 0);
  shmem_put128(theirs.complexes, mine.complexes, 2, 0);
  shmem_iput64(theirs.pairs, mine.pairs, 1, 1, 2, 0);
  shmem_ibget64(mine.pairs, theirs.pairs, 1, 1, 1, 2, 0);
  shmem_long_put(reinterpret_cast<long*>(odd(&theirs)), nullptr, 0, 0);
  shmem_quiet();
}

void run_right() {
  move_sizes_of_any_alignment();
  for (size_t f = 0; f < n_families; ++f) {
    if (std::strcmp(families[f].call, "shmem_set_lock") == 0 || std::strcmp(families[f].call, "shmem_test_lock") == 0)
      continue;
    for (int i = 0; i < 64; ++i) block[i] = local[i] = std::strcmp(families[f].call, "shmem_int_wait") == 0 ? 2 : 0;
    signal_word = 0;
    shmem_barrier_all();
    if (std::strcmp(families[f].call, "shmem_clear_lock") == 0) shmem_set_lock(&lock_word);
    Arguments arguments;
    families[f].run(arguments);
    shmem_barrier_all();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "right";
  if (name == "list") {
    list();
    return 0;
  }
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  int on_stack[64] = {};
  stack_memory = on_stack;
  block = static_cast<int*>(shmem_calloc(1024, sizeof(int)));
  another = static_cast<char*>(shmem_malloc(1));
  char* end = another;
  while (shmem_addr_accessible(end, me)) end += 4096 - reinterpret_cast<uintptr_t>(end) % 4096;
  last_bytes = reinterpret_cast<int*>(end - 16);
  shmem_ctx_create(0, &destroyed_context);
  shmem_ctx_destroy(destroyed_context);
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, nullptr, 0, &destroyed_team);
  shmem_team_destroy(destroyed_team);
  shmem_barrier_all();
  if (name == "right") {
    run_right();
  } else if (!run(name)) {
    std::fprintf(stderr, "no case named %s\n", name.c_str());
    shmem_global_exit(99);
  }
  shmem_finalize();
  return 0;
}
