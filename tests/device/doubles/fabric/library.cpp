// The double of libfabric: the calls from fi_getinfo to an open domain, and memory registration.
#include <dlfcn.h>

#include <cstring>
#include <mutex>
#include <vector>

#include "core/failures.hpp"
#include "core/settings.hpp"
#include "fabric/state.hpp"

namespace doubles {
namespace {

template <class Function>
Function* real(const char* name) {
  static void* library = dlopen(REAL_LIBFABRIC, RTLD_NOW | RTLD_LOCAL);
  void* found = library ? dlsym(library, name) : nullptr;
  if (!found) give_up(std::string("the double of libfabric finds no ") + name + " in " + REAL_LIBFABRIC);
  return reinterpret_cast<Function*>(found);
}

fi_info* duplicate(const fi_info* info) { return real<decltype(fi_dupinfo)>("fi_dupinfo")(info); }

/// A copy of the info without FI_HMEM, for the real libfabric. The caller frees it.
fi_info* without_hmem(const fi_info* info) {
  fi_info* plain = duplicate(info);
  plain->caps &= ~FI_HMEM;
  plain->domain_attr->mr_mode = 0;
  return plain;
}

std::mutex mutex;
std::vector<Registered*> registrations;

fi_ops_fabric real_fabric, our_fabric;
fi_ops_domain real_domain, our_domain;
fi_ops_mr real_mr, our_mr;
fi_ops real_region, our_region;

std::uint64_t key_for(const void* base, std::uint64_t wanted) {
  return manner() == Manner::virtual_addresses ? reinterpret_cast<std::uint64_t>(base) : wanted;
}

/// A registration that belongs to an endpoint is bound to it, and then enabled.
void bind_to_endpoint(fid_mr* mr) {
  if (manner() != Manner::endpoint) return;
  replace(mr->fid.ops, real_region, our_region);
  our_region.bind = [](fid*, fid* endpoint, std::uint64_t) { return endpoint->fclass == FI_CLASS_EP ? 0 : -FI_EINVAL; };
  our_region.control = [](fid*, int command, void*) { return command == FI_ENABLE ? 0 : -FI_ENOSYS; };
}

int reg(fid* domain, const void* base, std::size_t bytes, std::uint64_t access, std::uint64_t offset, std::uint64_t key,
        std::uint64_t flags, fid_mr** mr, void* context) {
  int iface = 0, device = 0;
  if (alias_of(base, bytes, iface, device)) give_up("device memory was registered as if it were host memory");
  const int result = real_mr.reg(domain, base, bytes, access, offset, key_for(base, key), flags, mr, context);
  if (result == 0) bind_to_endpoint(*mr);
  return result;
}

int regattr(fid* domain, const fi_mr_attr* attr, std::uint64_t flags, fid_mr** mr) {
  static constexpr ErrorName kNames[] = {{FI_EOPNOTSUPP, "FI_EOPNOTSUPP"}, {FI_ENOMEM, "FI_ENOMEM"}, {0, nullptr}};
  if (const int error = injected("fi_mr_regattr", FI_EOPNOTSUPP, kNames)) return -error;
  const iovec& place = *attr->mr_iov;
  int iface = 0, device = 0;
  char* alias = alias_of(place.iov_base, place.iov_len, iface, device);
  if (!alias || attr->iov_count != 1 || attr->iface != static_cast<fi_hmem_iface>(iface))
    give_up("fi_mr_regattr: that is no memory of that kind");
  // One Level Zero driver, number 0; libfabric does not number AMD's devices.
  if (attr->device.reserved != (iface == FI_HMEM_ROCR ? 0 : static_cast<std::uint64_t>(device)))
    give_up("fi_mr_regattr: the memory is on another device");
  constexpr std::uint64_t kAll = FI_REMOTE_READ | FI_REMOTE_WRITE | FI_READ | FI_WRITE;
  if ((attr->access & kAll) != kAll) give_up("fi_mr_regattr: not for all kinds of access");
  const int result = real_mr.reg(domain, alias, place.iov_len, attr->access, 0,
                                 key_for(place.iov_base, attr->requested_key), flags, mr, attr->context);
  if (result != 0) return result;
  bind_to_endpoint(*mr);
  auto* made = new Registered{static_cast<char*>(place.iov_base), alias, place.iov_len, (*mr)->key};
  (*mr)->mem_desc = made;
  const std::lock_guard lock(mutex);
  registrations.push_back(made);
  return 0;
}

int open_endpoint(fid_domain* domain, fi_info* info, fid_ep** endpoint, void* context) {
  fi_info* plain = without_hmem(info);
  const int result = real_domain.endpoint(domain, plain, endpoint, context);
  real<decltype(fi_freeinfo)>("fi_freeinfo")(plain);
  // net opens endpoints of its own for each connection.
  if (result == 0 && info->ep_attr->type == FI_EP_RDM) intercept(*endpoint);
  return result;
}

int open_counter(fid_domain* domain, fi_cntr_attr* attr, fid_cntr** counter, void* context) {
  const int result = real_domain.cntr_open(domain, attr, counter, context);
  if (result == 0) intercept(*counter);
  return result;
}

int open_domain(fid_fabric* fabric, fi_info* info, fid_domain** domain, void* context) {
  if (!(info->caps & FI_HMEM)) return real_fabric.domain(fabric, info, domain, context);
  fi_info* plain = without_hmem(info);
  const int result = real_fabric.domain(fabric, plain, domain, context);
  real<decltype(fi_freeinfo)>("fi_freeinfo")(plain);
  if (result != 0) return result;
  replace((*domain)->ops, real_domain, our_domain);
  our_domain.endpoint = open_endpoint;
  our_domain.cntr_open = open_counter;
  replace((*domain)->mr, real_mr, our_mr);
  our_mr.reg = reg;
  our_mr.regattr = regattr;
  return 0;
}

}  // namespace

Manner manner() {
  static const Manner wanted = [] {
    const char* value = getenv("DOUBLE_FABRIC");
    const std::string name = value ? value : "";
    if (name == "virtual") return Manner::virtual_addresses;
    if (name == "endpoint") return Manner::endpoint;
    if (!name.empty()) give_up("DOUBLE_FABRIC=" + name + " is no manner");
    return Manner::offsets;
  }();
  return wanted;
}

char* alias_of(const void* address, std::size_t bytes, int& iface, int& device) {
  struct Vendor {
    const char* library;
    int iface;
  };
  for (const Vendor& vendor : {Vendor{"libcuda.so.1", FI_HMEM_CUDA}, Vendor{"libamdhip64.so.6", FI_HMEM_ROCR},
                               Vendor{"libze_loader.so.1", FI_HMEM_ZE}}) {
    void* driver = dlopen(vendor.library, RTLD_NOW | RTLD_NOLOAD);
    if (!driver) continue;
    void* find = dlsym(driver, "double_alias");
    dlclose(driver);  // it is open elsewhere
    if (!find) give_up(std::string(vendor.library) + " is no double");
    iface = vendor.iface;
    if (void* found = reinterpret_cast<void* (*)(const void*, std::size_t, int*)>(find)(address, bytes, &device))
      return static_cast<char*>(found);
  }
  return nullptr;
}

const Registered& registered(const void* descriptor) {
  const std::lock_guard lock(mutex);
  for (const Registered* one : registrations)
    if (one == descriptor) return *one;
  give_up("a descriptor that is none was passed to libfabric");
}

bool is_device(std::uint64_t key) {
  const std::lock_guard lock(mutex);
  for (const Registered* one : registrations)
    if (one->key == key) return true;
  return false;
}

}  // namespace doubles

using namespace doubles;  // NOLINT: the functions below are libfabric's

extern "C" {

int fi_getinfo(std::uint32_t version, const char* node, const char* service, std::uint64_t flags, const fi_info* hints,
               fi_info** info) {
  const auto ask = real<decltype(fi_getinfo)>("fi_getinfo");
  if (!hints || !(hints->caps & FI_HMEM)) return ask(version, node, service, flags, hints, info);
  constexpr int kMode[] = {FI_MR_HMEM, FI_MR_HMEM | FI_MR_VIRT_ADDR | FI_MR_PROV_KEY | FI_MR_ALLOCATED, FI_MR_ENDPOINT};
  if ((hints->domain_attr->mr_mode | kMode[static_cast<int>(manner())]) != hints->domain_attr->mr_mode)
    return -FI_ENODATA;
  fi_info* plain = without_hmem(hints);
  const int result = ask(version, node, service, flags, plain, info);
  fi_freeinfo(plain);
  for (fi_info* one = result == 0 ? *info : nullptr; one; one = one->next) {
    one->caps |= FI_HMEM;
    one->domain_attr->mr_mode = kMode[static_cast<int>(manner())];
  }
  return result;
}

void fi_freeinfo(fi_info* info) { real<decltype(fi_freeinfo)>("fi_freeinfo")(info); }

fi_info* fi_dupinfo(const fi_info* info) { return duplicate(info); }

int fi_fabric(fi_fabric_attr* attr, fid_fabric** fabric, void* context) {
  const int result = real<decltype(fi_fabric)>("fi_fabric")(attr, fabric, context);
  if (result != 0) return result;
  replace((*fabric)->ops, real_fabric, our_fabric);
  our_fabric.domain = open_domain;
  return 0;
}

std::uint32_t fi_version() { return real<decltype(fi_version)>("fi_version")(); }

const char* fi_strerror(int error) { return real<decltype(fi_strerror)>("fi_strerror")(error); }

int fi_open(std::uint32_t version, const char* name, void* attr, std::size_t bytes, std::uint64_t flags, fid** object,
            void* context) {
  return real<decltype(fi_open)>("fi_open")(version, name, attr, bytes, flags, object, context);
}
}
