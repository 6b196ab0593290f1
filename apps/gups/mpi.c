// The table is on a device that only its own rank can reach. A rank that wants a word asks the owner for it by a
// message, and answers the requests of others while it waits.
#include <mpi.h>
#include <string.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "problem.h"

const char exchange_name[] = "mpi";
const int exchange_threads = 0;

typedef struct {
  enum { kAsk, kAnswer, kChange, kDone } kind;
  uint64_t place, value;
} Message;

static uint64_t* here;  // the staging copy of the table, mapped to the device
static Message incoming;
static MPI_Request receive;  // always posted, so that a send to this rank ends
static int done;             // how many ranks have said that they ask no more
static uint64_t answer;
static int answered;

static void post(void) { MPI_Irecv(&incoming, sizeof incoming, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &receive); }

static void send(Message message, int rank) { MPI_Send(&message, sizeof message, MPI_BYTE, rank, 0, MPI_COMM_WORLD); }

/// Handles one message, if there is one.
static void handle(void) {
  int arrived;
  MPI_Status status;
  MPI_Test(&receive, &arrived, &status);
  if (!arrived) return;
  Message message = incoming;
  post();
  uint64_t* const word = here + message.place;
  if (message.kind == kAsk) {
    device_update_from(word, sizeof *word);
    send((Message){kAnswer, message.place, *word}, status.MPI_SOURCE);
  } else if (message.kind == kAnswer) {
    answer = message.value;
    answered = 1;
  } else if (message.kind == kChange) {
    *word = message.value;
    device_update_to(word, sizeof *word);
  } else {
    ++done;
  }
}

void exchange_open(const Table* table, const uint64_t* words) {
  const size_t bytes = table->local * sizeof *here;
  here = job_alloc(bytes);
  memcpy(here, words, bytes);
  device_map(here, bytes);
  device_update_to(here, bytes);
}

void exchange_run(const Table* table, const Settings* settings) {
  uint64_t random = random_at((uint64_t)job_me() * (uint64_t)table->updates);
  done = 0;
  post();
  for (long i = 0; i < table->updates; ++i) {
    random = random_next(random);
    const int owner = table_owner(table, random);
    const uint64_t place = table_place(table, random);
    answered = 0;
    send((Message){kAsk, place, 0}, owner);
    while (!answered) handle();
    send((Message){kChange, place, answer ^ random}, owner);
    progress(settings, "gups", (double)i, (double)table->updates);
  }
  for (int rank = 0; rank < job_pes(); ++rank) send((Message){kDone, 0, 0}, rank);
  while (done < job_pes()) handle();
  MPI_Cancel(&receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
}

void exchange_read(const Table* table, uint64_t* words) {
  device_update_from(here, table->local * sizeof *here);
  memcpy(words, here, table->local * sizeof *here);
}

void exchange_close(const Table* table) {
  device_unmap(here, table->local * sizeof *here);
  job_free(here);
}
