#include "mappers.hpp"

#include "export.hpp"
#include "vendor.hpp"

namespace isthmus::omp {
namespace {

/// The handle that components() has passed to the mapper that this thread is running, or null.
thread_local std::vector<Component>* own = nullptr;

}  // namespace

std::vector<Component> components(const MapCall& call, int i) {
  std::vector<Component> found;
  std::vector<Component>* outer = own;
  own = &found;
  reinterpret_cast<Mapper>(call.mappers[i])(&found, call.bases[i], call.begins[i], call.sizes[i], call.types[i],
                                            nullptr);
  own = outer;
  return found;
}

}  // namespace isthmus::omp

using namespace isthmus::omp;

ISTHMUS_EXPORT void __tgt_push_mapper_component(void* handle, void* base, void* begin, std::int64_t size,
                                                std::int64_t type, void* name) {
  if (own && handle == own)
    own->push_back({base, begin, size, type});
  else
    vendor().push_mapper_component(handle, base, begin, size, type, name);
}

ISTHMUS_EXPORT std::int64_t __tgt_mapper_num_components(void* handle) {
  return own && handle == own ? static_cast<std::int64_t>(own->size()) : vendor().mapper_num_components(handle);
}
