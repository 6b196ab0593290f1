// libfabric, loaded when a job first needs it: programs on one node neither need it nor pay for it.
#pragma once
#include <rdma/fabric.h>
#include <rdma/fi_atomic.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>

#include <memory>
#include <string>

#include "base/error.hpp"

namespace isthmus::ofi {

struct Library {
  decltype(&fi_getinfo) getinfo;
  decltype(&fi_freeinfo) freeinfo;
  decltype(&fi_dupinfo) dupinfo;
  decltype(&fi_fabric) fabric;
  decltype(&fi_strerror) strerror;
  decltype(&fi_open) open;
  decltype(&fi_version) version;
};

/// Throws base::SetupError when there is none.
const Library& library();

/// What libfabric says of an error, or base::reason() where that names a remedy.
inline std::string reason(int error) {
  return base::is_no_descriptor(error) ? base::reason(error) : library().strerror(error);
}
/// Throws base::SetupError, naming the call and the reason, when `result` is an error.
void check(const char* call, long result);

struct Close {
  template <class Fid>
  void operator()(Fid* object) const {
    fi_close(&object->fid);
  }
};
template <class Fid>
using Handle = std::unique_ptr<Fid, Close>;

struct FreeInfo {
  void operator()(fi_info* info) const { library().freeinfo(info); }
};
using Info = std::unique_ptr<fi_info, FreeInfo>;

}  // namespace isthmus::ofi
