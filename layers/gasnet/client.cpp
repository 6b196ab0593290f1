// Starting a client, and what it can ask of the job.
#include <gasnetex.h>

#include <cstdlib>
#include <cstring>

#include "client.hpp"
#include "engine.hpp"
#include "fatal.hpp"
#include "job.hpp"
#include "tools/job.hpp"

namespace isthmus::gasnet {

int start_client(Mode mode, const ClientArguments& arguments) {
  constexpr const char* call = "gex_Client_Init";
  if (job.size > 0) {
    say(call, "there is a client already; a process can have one");
    return GASNET_ERR_RESOURCE;
  }
  const char* const name = arguments.name;
  if (!name || !*name) {
    say(call, "the client has no name; pass one");
    return GASNET_ERR_BAD_ARG;
  }
  if (const int failed = join(mode, arguments.checks)) return failed;
  tools::set_job_rank(static_cast<int>(job.rank));
  the_client = {.name = strdup(name), .flags = arguments.flags, .cdata = nullptr};
  return GASNET_OK;
}

}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

extern "C" {

gex_TM_t isthmus_gasnet_checked(const char* call, gex_TM_t tm, gex_Rank_t rank) {
  if (job.size == 0) fatal(call, "GASNet has not been initialised; call gex_Client_Init first");
  if (!tm) fatal(call, "the team is GEX_TM_INVALID; pass one of gex_Client_Init or gex_TM_Split");
  must_be_in_range(call, tm, rank);
  return tm;
}

// ---- The job ----

gex_Rank_t gex_System_QueryJobRank() { return job.rank; }
gex_Rank_t gex_System_QueryJobSize() { return job.size; }
int gex_System_GetVerboseErrors() { return job.verbose_errors; }
void gex_System_SetVerboseErrors(int enable) { job.verbose_errors = enable != 0; }
uint64_t gex_System_QueryMaxThreads() { return job.mode == Mode::seq ? 1 : uint64_t{1} << 20; }
int gex_System_QueryHiddenAMConcurrencyLevel() { return 0; }

int gex_System_QueryProgressThreads(gex_Client_t, unsigned int* count_p, const gex_ProgressThreadInfo_t** info_p,
                                    gex_Flags_t flags) {
  constexpr const char* call = "gex_System_QueryProgressThreads";
  if (!(the_client.flags & GEX_FLAG_DEFER_THREADS)) {
    say(call, "the client was not started with GEX_FLAG_DEFER_THREADS");
    return GASNET_ERR_RESOURCE;
  }
  if (!count_p || !info_p || flags) {
    say(call, "a pointer is NULL, or flags are not 0");
    return GASNET_ERR_BAD_ARG;
  }
  *count_p = 0;
  *info_p = nullptr;
  return GASNET_OK;
}

void gex_System_QueryNbrhdInfo(gex_RankInfo_t** info_p, gex_Rank_t* count_p, gex_Rank_t* index_p) {
  if (info_p) *info_p = job.neighbourhood_info.data();
  if (count_p) *count_p = static_cast<gex_Rank_t>(job.neighbourhood.size());
  if (index_p) *index_p = position_in(job.neighbourhood, job.rank);
}

void gex_System_QueryHostInfo(gex_RankInfo_t** info_p, gex_Rank_t* count_p, gex_Rank_t* index_p) {
  if (info_p) *info_p = job.host_info.data();
  if (count_p) *count_p = static_cast<gex_Rank_t>(job.host.size());
  if (index_p) *index_p = position_in(job.host, job.rank);
}

void gex_System_QueryMyPosition(gex_Rank_t* neighbourhoods_p, gex_Rank_t* neighbourhood_p, gex_Rank_t* hosts_p,
                                gex_Rank_t* host_p) {
  if (neighbourhoods_p) *neighbourhoods_p = job.neighbourhoods;
  if (neighbourhood_p) *neighbourhood_p = job.peers[job.rank].neighbourhood;
  if (hosts_p) *hosts_p = job.hosts;
  if (host_p) *host_p = job.peers[job.rank].host;
}

// ---- The client ----

gex_Flags_t gex_Client_QueryFlags(gex_Client_t client) { return client->flags; }
const char* gex_Client_QueryName(gex_Client_t client) { return client->name; }
void gex_Client_SetCData(gex_Client_t client, const void* value) { client->cdata = value; }
void* gex_Client_QueryCData(gex_Client_t client) { return const_cast<void*>(client->cdata); }

// ---- Results, environment, waiting ----

char* gasnet_getenv(const char* name) { return std::getenv(name); }

const char* gasnet_ErrorName(int error) {
  switch (error) {
    case GASNET_OK: return "GASNET_OK";
    case GASNET_ERR_NOT_INIT: return "GASNET_ERR_NOT_INIT";
    case GASNET_ERR_RESOURCE: return "GASNET_ERR_RESOURCE";
    case GASNET_ERR_BAD_ARG: return "GASNET_ERR_BAD_ARG";
    case GASNET_ERR_NOT_READY: return "GASNET_ERR_NOT_READY";
    case GASNET_ERR_BARRIER_MISMATCH: return "GASNET_ERR_BARRIER_MISMATCH";
    default: return "*unknown*";
  }
}

const char* gasnet_ErrorDesc(int error) {
  switch (error) {
    case GASNET_OK: return "no error";
    case GASNET_ERR_NOT_INIT: return "GASNet was used before it was initialised";
    case GASNET_ERR_RESOURCE: return "a resource is not there, or used up";
    case GASNET_ERR_BAD_ARG: return "an argument has no allowed value";
    case GASNET_ERR_NOT_READY: return "the operation is not complete";
    case GASNET_ERR_BARRIER_MISMATCH: return "names of a barrier do not match";
    default: return "no description";
  }
}

int gasnet_set_waitmode(int mode) {
  if (mode != GASNET_WAIT_SPIN && mode != GASNET_WAIT_BLOCK && mode != GASNET_WAIT_SPINBLOCK) return GASNET_ERR_BAD_ARG;
  if (mode == GASNET_WAIT_BLOCK) {
    job.spins = 0;
    if (job.size > 0) yield_in_polling_loops();  // else the start of the engine does
  }
  return GASNET_OK;
}
}
