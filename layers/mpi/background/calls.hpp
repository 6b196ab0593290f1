// Begins nonblocking collectives in the background. Each function returns null if the MPI shall do the call, which all
// members decide alike: by what MPI requires to be the same on all of them.
#pragma once
#include <memory>

#include "background/background.hpp"
#include "operations.hpp"

namespace isthmus::mpi {

std::shared_ptr<Job> make_job(const Background& background, const Bcast& call);
std::shared_ptr<Job> make_job(const Background& background, const Gather& call);
std::shared_ptr<Job> make_job(const Background& background, const Gatherv& call);
std::shared_ptr<Job> make_job(const Background& background, const Scatter& call);
std::shared_ptr<Job> make_job(const Background& background, const Scatterv& call);
std::shared_ptr<Job> make_job(const Background& background, const Allgather& call);
std::shared_ptr<Job> make_job(const Background& background, const Allgatherv& call);
std::shared_ptr<Job> make_job(const Background& background, const Alltoall& call);
std::shared_ptr<Job> make_job(const Background& background, const Alltoallv& call);
std::shared_ptr<Job> make_job(const Background& background, const Alltoallw& call);
std::shared_ptr<Job> make_job(const Background& background, const Reduce& call);
std::shared_ptr<Job> make_job(const Background& background, const Allreduce& call);
std::shared_ptr<Job> make_job(const Background& background, const Reduce_scatter& call);
std::shared_ptr<Job> make_job(const Background& background, const Reduce_scatter_block& call);
std::shared_ptr<Job> make_job(const Background& background, const Scan& call);
std::shared_ptr<Job> make_job(const Background& background, const Exscan& call);
inline std::shared_ptr<Job> make_job(const Background&, const Barrier&) { return nullptr; }

}  // namespace isthmus::mpi
