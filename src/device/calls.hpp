// Calls from device code (docs/device-calls.md): what the library does for them between shmem_init and shmem_finalize. All
// of it happens only if the program has device code with shmemx_device.h; else these functions return at once.
#pragma once
#include "comm/context.hpp"
#include "comm/team.hpp"
#include "shmemx_device/state.h"

namespace isthmus::device {

/// Device code was loaded, or is about to be unloaded. Before, in and after a job.
void register_image(isthmus_device_image& image);
void unregister_image(isthmus_device_image& image);

/// After initialisation: makes the tables, fills the state in all device code, and starts the proxy thread. It ends with
/// the job. Ends the job if device code was compiled with another version of the header.
void begin();
/// Fills the state again, after symmetric memory has come or gone, or device code was loaded. Returns the number of copies
/// that could not be filled.
int update();
/// Fills a copy at a device address. Returns false if it is not of the size of the state.
bool fill(void* copy, std::size_t bytes);

void team_made(std::uint64_t handle, const comm::Team& team);
/// These complete what device code has asked for, as contexts complete their operations when they end.
void team_ends(std::uint64_t handle);
void context_made(std::uint64_t handle, std::uint64_t team);
void context_ends(std::uint64_t handle);

}  // namespace isthmus::device
