#include <hwloc.h>

#include <cstdlib>

#include "base/error.hpp"
#include "binding.hpp"
#include "launch_error.hpp"

namespace isthmus::oshrun {

struct CoreBinding::Topology {
  hwloc_topology_t machine = nullptr;
  int cores = 0;
  hwloc_obj_t core_of(int pe) const {
    return hwloc_get_obj_by_type(machine, HWLOC_OBJ_CORE, static_cast<unsigned>(pe % cores));
  }
};

CoreBinding::CoreBinding() : topology_(new Topology) {
  hwloc_topology_init(&topology_->machine);
  // Under taskset or a job scheduler only the CPUs given to oshrun count.
  hwloc_topology_set_flags(topology_->machine,
                           HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM | HWLOC_TOPOLOGY_FLAG_RESTRICT_TO_CPUBINDING);
  const bool loaded = hwloc_topology_load(topology_->machine) == 0;
  topology_->cores = loaded ? hwloc_get_nbobjs_by_type(topology_->machine, HWLOC_OBJ_CORE) : 0;
  if (topology_->cores < 1) {
    throw LaunchError(1, "--bind core: hwloc finds no cores on this machine; use --bind none");
  }
}

CoreBinding::~CoreBinding() {
  hwloc_topology_destroy(topology_->machine);
  delete topology_;
}

bool CoreBinding::bind_self(int pe) const {
  return hwloc_set_cpubind(topology_->machine, topology_->core_of(pe)->cpuset, HWLOC_CPUBIND_PROCESS) == 0;
}

std::string CoreBinding::place_of(int pe) const {
  const hwloc_obj_t core = topology_->core_of(pe);
  char* cpus = nullptr;
  if (hwloc_bitmap_list_asprintf(&cpus, core->cpuset) < 0) return base::text("core %u", core->logical_index);
  const std::string place = base::text("core %u (CPU %s)", core->logical_index, cpus);
  std::free(cpus);
  return place;
}

}  // namespace isthmus::oshrun
