! The same by the module mpi_f08, with a section of an array and a nonblocking call.
program fortran_f08
  use mpi_f08
  implicit none
  integer :: rank, size, i, round
  integer, allocatable :: all(:)
  real :: field(10, 20), highest(10)
  type(MPI_Request) :: request
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  allocate(all(size))
  do round = 1, 10
    field = real(rank + round)
    call MPI_Allreduce(field(:, 3), highest, 10, MPI_REAL, MPI_MAX, MPI_COMM_WORLD)
    if (any(highest /= real(size - 1 + round))) call fail('allreduce')
    call MPI_Allgather(rank * round, 1, MPI_INTEGER, all, 1, MPI_INTEGER, MPI_COMM_WORLD)
    if (any(all /= [((i - 1) * round, i = 1, size)])) call fail('allgather')
    all = 0
    all(rank + 1) = rank + round
    call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INTEGER, MPI_COMM_WORLD)
    if (any(all /= [(i - 1 + round, i = 1, size)])) call fail('allgather in place')
    call MPI_Ibcast(all, size, MPI_INTEGER, 0, MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call MPI_Barrier(MPI_COMM_WORLD)
  end do
  call MPI_Finalize()
contains
  subroutine fail(what)
    character(len=*), intent(in) :: what
    print *, 'FAILED: ', what, ' on rank ', rank
    call MPI_Abort(MPI_COMM_WORLD, 3)
  end subroutine
end program
