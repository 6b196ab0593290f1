#include "maps.hpp"

#include <algorithm>

#include "job.hpp"
#include "plan.hpp"
#include "selection.hpp"
#include "vendor.hpp"

namespace isthmus::omp {
namespace {

bool marked(const MapCall& call) {
  return std::any_of(call.types, call.types + call.n, [](std::int64_t type) { return type & kClose; });
}

}  // namespace

Device* concerned(const MapCall& call) {
  if (mode.load(std::memory_order_relaxed) == Mode::off || call.n == 0) return nullptr;
  Device* device = serving_device(call.device);
  if (device && (device->has_objects() || device->takes_all() || has_ranges())) return device;
  const bool asked = scopes > 0 || marked(call);
  if (!asked && mode.load(std::memory_order_relaxed) != Mode::all) return nullptr;
  if (!device && asked) tell_why_not(call.device);
  return device;
}

bool begin_maps(const MapCall& call) {
  Device* device = concerned(call);
  if (!device) return false;
  device->load_images();
  one_thread_so_far();
  Plan plan(*device, call);
  if (!plan.begin(false, false)) return false;
  plan.copy_before_begin();
  vendor().begin(plan.changed());
  plan.finish_begin();
  return true;
}

bool end_maps(const MapCall& call) {
  if (mode.load(std::memory_order_relaxed) == Mode::off) return false;
  Device* device = serving_device(call.device);
  if (!device || !device->has_objects()) return false;
  Plan plan(*device, call);
  if (!plan.end(false)) return false;
  plan.copy_before_end();
  vendor().end(plan.changed());
  plan.finish_end();
  return true;
}

}  // namespace isthmus::omp
