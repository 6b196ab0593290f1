// Gather, scatter and all-to-all with blocks of any length. These are extensions; OpenSHMEM has no such collectives.
#include "collectives/blocks/blocks.hpp"

#include "api/collective_call.hpp"
#include "api/stamp.hpp"

using namespace isthmus;

#define BLOCKS(NAME, PARAMETERS, ...)                                                            \
  EXTENSION(int, NAME, PARAMETERS) {                                                             \
    api::on_team(#NAME, team, [&](const collectives::Call& call) { collectives::__VA_ARGS__; }); \
    return 0;                                                                                    \
  }

BLOCKS(shmemx_gathermem, (shmem_team_t team, void* dest, const void* source, size_t nbytes, int PE_root),
       gather_blocks(call, dest, source, nbytes, PE_root))
BLOCKS(shmemx_scattermem, (shmem_team_t team, void* dest, const void* source, size_t nbytes, int PE_root),
       scatter_blocks(call, dest, source, nbytes, PE_root))
BLOCKS(shmemx_gathervmem,
       (shmem_team_t team, void* dest, const size_t* dest_offsets, const void* source, const size_t* nbytes,
        int PE_root),
       gather_blocks(call, dest, dest_offsets, source, nbytes, PE_root))
BLOCKS(shmemx_scattervmem,
       (shmem_team_t team, void* dest, const void* source, const size_t* source_offsets, const size_t* nbytes,
        int PE_root),
       scatter_blocks(call, dest, source, source_offsets, nbytes, PE_root))
BLOCKS(shmemx_alltoallvmem,
       (shmem_team_t team, void* dest, const size_t* dest_offsets, const void* source, const size_t* source_offsets,
        const size_t* nbytes),
       exchange_blocks(call, dest, dest_offsets, source, source_offsets, nbytes))
