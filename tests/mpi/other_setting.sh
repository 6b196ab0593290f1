#!/bin/sh
# Runs the program of rank 1 with another setting than the others have.
rank=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:?the launcher does not say which rank this is}}
if [ "$rank" = 1 ]; then export ISTHMUS_MPI_BCAST_ALGORITHM=mpi; fi
exec "$@"
