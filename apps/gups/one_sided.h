// Updates by get and put: of host memory in any OpenSHMEM library, of device memory in ours.
#pragma once
#include "problem.h"

/// This PE's updates of the symmetric `words`, one after the other (Listing 5 of the paper) or in batches.
void one_sided_run(const Table* table, const Settings* settings, uint64_t* words);
