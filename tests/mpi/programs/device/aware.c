// An MPI that says that it takes device buffers. It is asked by the name that it has for the vendor, and it gets host
// buffers for nonblocking and persistent reductions nevertheless, since such MPIs do not take others there. The program
// itself answers in the MPI's place, which in truth takes none. Usage: aware KIND
#include "../check.h"
#include "driver.h"

static const char* kind;
static int asked;  // for the kind under test
static int answer(const char* of) {
  asked += strcmp(kind, of) == 0;
  return 1;
}
int MPIX_Query_cuda_support(void) { return answer("CUDA"); }
int MPIX_Query_hip_support(void) { return answer("HIP"); }
int MPIX_Query_ze_support(void) { return answer("ZE"); }

enum { N = 500 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  kind = argc > 1 ? argv[1] : "CUDA";
  driver_open(kind);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int host[N];
  int *const send = driver_malloc(sizeof host), *const receive = driver_malloc(sizeof host);
  for (int i = 0; i < N; ++i) host[i] = rank + i;
  driver_copy(send, host, sizeof host);
  for (int persistent = 0; persistent < 2; ++persistent) {
    MPI_Request request;
    memset(host, 0, sizeof host);
    driver_copy(receive, host, sizeof host);
    if (persistent) {
      INIT_OF(Allreduce)(send, receive, N, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &request);
      MPI_Start(&request);
    } else {
      MPI_Iallreduce(send, receive, N, MPI_INT, MPI_SUM, comm, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (persistent) MPI_Request_free(&request);
    driver_copy(host, receive, sizeof host);
    for (int i = 0; i < N; ++i)
      check(host[i] == size * (size - 1) / 2 + size * i, "iallreduce: int %d is %d", i, host[i]);
  }
  MPI_Send(send, N, MPI_INT, MPI_PROC_NULL, 0, comm);
  check(asked > 0, "the MPI was not asked whether it takes device buffers");
  driver_free(send), driver_free(receive);
  return finish();
}
