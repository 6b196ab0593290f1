! The collectives from Fortran by mpif.h, whose functions call the MPI's C functions under one name or the other.
program fortran
  implicit none
  include 'mpif.h'
  integer :: error, rank, size, i, round
  integer, allocatable :: blocks(:), seen(:)
  double precision :: mine(100), sums(100)
  integer :: pair(2), least(2)
  logical :: every
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, size, error)
  allocate(blocks(size), seen(size))
  do round = 1, 10
    mine = [(dble(rank * 100 + i + round), i = 1, 100)]
    call MPI_Allreduce(mine, sums, 100, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    do i = 1, 100
      if (sums(i) /= dble(size * (i + round) + 100 * (size * (size - 1) / 2))) call fail('allreduce')
    end do
    call MPI_Allreduce(MPI_IN_PLACE, mine, 100, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    if (any(mine /= sums)) call fail('allreduce in place')
    pair = [mod(rank + round, size), rank]
    call MPI_Allreduce(pair, least, 1, MPI_2INTEGER, MPI_MINLOC, MPI_COMM_WORLD, error)
    if (least(1) /= 0 .or. least(2) /= modulo(-round, size)) call fail('minloc')
    call MPI_Allreduce(rank < size, every, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, error)
    if (.not. every) call fail('land')
    blocks = [(rank * 1000 + i + round, i = 1, size)]
    call MPI_Alltoall(blocks, 1, MPI_INTEGER, seen, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
    do i = 1, size
      if (seen(i) /= (i - 1) * 1000 + rank + 1 + round) call fail('alltoall')
    end do
    if (rank == 0) seen = blocks
    call MPI_Bcast(seen, size, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    if (seen(1) /= 1 + round) call fail('bcast')
    call MPI_Barrier(MPI_COMM_WORLD, error)
  end do
  call MPI_Finalize(error)
contains
  subroutine fail(what)
    character(len=*), intent(in) :: what
    print *, 'FAILED: ', what, ' on rank ', rank
    call MPI_Abort(MPI_COMM_WORLD, 3, error)
  end subroutine
end program
