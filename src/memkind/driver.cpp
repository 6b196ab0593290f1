#include "memkind/driver.hpp"

#include <dlfcn.h>

namespace isthmus::memkind {

Library::Library(const char* kind, std::initializer_list<const char*> names, const char* remedy) : kind_(kind) {
  open(names, remedy);
}

Library::Library(const char* kind, const char* known, std::initializer_list<const char*> names, const char* remedy)
    : kind_(kind), handle_(RTLD_DEFAULT) {
  if (!dlsym(handle_, known)) open(names, remedy);
}

void Library::open(std::initializer_list<const char*> names, const char* remedy) {
  std::string why;
  for (const char* name : names) {
    handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle_) {
      is_new_ = true;
      return;
    }
    if (why.empty()) why = dlerror();  // the first name is the usual one
  }
  throw base::SetupError(base::text("KIND=%s: %s; %s", kind_, why.c_str(), remedy));
}

Symbol Library::find(const char* function) const {
  void* address = dlsym(handle_, function);
  if (!address)
    throw base::SetupError(
        base::text("KIND=%s: the driver's library has no function %s; install a newer driver", kind_, function));
  return Symbol(address);
}

Symbol Library::find_optional(const char* function) const { return Symbol(dlsym(handle_, function)); }

bool is_loaded(const char* library) {
  void* handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle) dlclose(handle);
  return handle != nullptr;
}

std::string in_words(const config::PartitionSpec& spec) {
  if (spec.id == 0) return base::text("the library's own memory (KIND=%s)", spec.kind.c_str());
  return base::text("partition %d (KIND=%s)", spec.id, spec.kind.c_str());
}

int choose_device(const config::PartitionSpec& spec, int visible, const char* how_to_look) {
  if (spec.page_size != 0 || !spec.policy.empty())
    throw base::SetupError(in_words(spec) + ": PGSIZE and POLICY are for KIND=HOST; leave them out");
  if (visible == 0)
    throw base::SetupError(base::text("%s: no device is visible; check %s", in_words(spec).c_str(), how_to_look));
  if (spec.device == config::kAutoDevice) return spec.node_pe % visible;
  if (spec.device >= visible)
    throw base::SetupError(
        base::text("%s: DEVICE=%d does not exist: this PE sees %d device%s, numbered from 0; "
                   "name one of them, or auto; check %s",
                   in_words(spec).c_str(), spec.device, visible, visible == 1 ? "" : "s", how_to_look));
  return spec.device;
}

base::SetupError unusable(const char* kind, const char* call, const std::string& why, const char* how_to_look) {
  return base::SetupError(
      base::text("KIND=%s: %s failed: %s; check %s, or leave KIND=%s out", kind, call, why.c_str(), how_to_look, kind));
}

base::SetupError does_not_fit(const config::PartitionSpec& spec, int device, const Capacity& capacity) {
  const std::string size = in_words(spec.size - spec.reserved), total = in_words(capacity.total), free = in_words(capacity.free);
  const std::string start = base::text("%s: %s do not fit on device %d (%s)", in_words(spec).c_str(), size.c_str(),
                                       device, capacity.name.c_str());
  const std::string why = spec.size > capacity.total ? base::text("it has %s", total.c_str())
                          : capacity.free > 0        ? base::text("%s of its %s are free", free.c_str(), total.c_str())
                                                     : base::text("its driver found no room in its %s", total.c_str());
  return base::SetupError(base::text("%s: %s; set SIZE lower%s", start.c_str(), why.c_str(),
                                     spec.size > capacity.total ? "" : ", or let fewer PEs share the device"));
}

std::string list_line(int device, const Capacity& capacity) {
  return base::text("%d: %s, %s", device, capacity.name.c_str(), in_words(capacity.total).c_str());
}

}  // namespace isthmus::memkind
