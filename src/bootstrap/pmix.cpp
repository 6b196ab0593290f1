// PMIx (mpirun, prterun, srun --mpi=pmix). The library is loaded only when such a launcher started this process, so
// that programs need no PMIx to run. The session is opened once and kept until exit.
#include <dlfcn.h>
#include <pmix.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

#include "base/error.hpp"
#include "base/log.hpp"
#include "bootstrap/store_exchange.hpp"

namespace isthmus::bootstrap {
namespace {

struct Pmix {
  decltype(&PMIx_Init) init;
  decltype(&PMIx_Finalize) finalize;
  decltype(&PMIx_Put) put;
  decltype(&PMIx_Commit) commit;
  decltype(&PMIx_Fence) fence;
  decltype(&PMIx_Get) get;
  decltype(&PMIx_Abort) abort;
  decltype(&PMIx_Error_string) error_string;
  decltype(&PMIx_Register_event_handler) on_event;  // null where the library has none
};

template <typename Function>
void load(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function) throw base::SetupError(base::text("libpmix.so.2 has no %s: install a newer PMIx (4 or later)", name));
}

Pmix load_pmix() {
  // RTLD_GLOBAL, because PMIx's own plug-ins expect its symbols to be global.
  void* library = dlopen("libpmix.so.2", RTLD_NOW | RTLD_GLOBAL);
  if (!library) {
    throw base::SetupError(
        base::text("started by a PMIx launcher, but %s: install libpmix2, or put its folder into "
                   "LD_LIBRARY_PATH",
                   dlerror()));
  }
  Pmix pmix{};
  load(library, "PMIx_Init", pmix.init);
  load(library, "PMIx_Finalize", pmix.finalize);
  load(library, "PMIx_Put", pmix.put);
  load(library, "PMIx_Commit", pmix.commit);
  load(library, "PMIx_Fence", pmix.fence);
  load(library, "PMIx_Get", pmix.get);
  load(library, "PMIx_Abort", pmix.abort);
  load(library, "PMIx_Error_string", pmix.error_string);
  pmix.on_event = reinterpret_cast<decltype(pmix.on_event)>(dlsym(library, "PMIx_Register_event_handler"));
  return pmix;
}

/// Frees what PMIx_Get returned, which belongs to the caller. Of the types that are used here, only a byte object owns
/// further memory.
struct FreeValue {
  void operator()(pmix_value_t* value) const {
    if (value->type == PMIX_BYTE_OBJECT) std::free(value->data.bo.bytes);
    std::free(value);
  }
};
using Value = std::unique_ptr<pmix_value_t, FreeValue>;

/// Runs on a thread of PMIx. Nobody is left who would end the processes of the job.
void end_without_launcher(size_t, pmix_status_t, const pmix_proc_t*, pmix_info_t[], size_t, pmix_info_t*, size_t,
                          pmix_event_notification_cbfunc_fn_t, void*) {
  base::say("the launcher (mpirun, prterun, srun or its daemon on this host) is gone; this PE ends");
  _exit(1);
}

class PmixExchange final : public StoreExchange {
 public:
  PmixExchange() : pmix_(load_pmix()) {
    check("PMIx_Init", pmix_.init(&self_, nullptr, 0));
    set_n_pes(job_size());
    pmix_status_t lost = PMIX_ERR_LOST_CONNECTION;
    if (pmix_.on_event) pmix_.on_event(&lost, 1, nullptr, 0, end_without_launcher, nullptr, nullptr);
  }

  int pe() const override { return static_cast<int>(self_.rank); }
  std::string job() const override { return self_.nspace; }
  const char* launcher() const override { return "pmix"; }

 private:
  void put_and_wait(int round, std::string_view bytes) override {
    pmix_value_t value{};
    value.type = PMIX_BYTE_OBJECT;
    value.data.bo.bytes = const_cast<char*>(bytes.data());  // PMIx_Put copies them
    value.data.bo.size = bytes.size();
    check("PMIx_Put", pmix_.put(PMIX_GLOBAL, round_key(round).c_str(), &value));
    check("PMIx_Commit", pmix_.commit());
    pmix_info_t collect{};
    set_key(collect.key, PMIX_COLLECT_DATA);
    collect.value.type = PMIX_BOOL;
    collect.value.data.flag = true;
    const pmix_proc_t everyone = of_job(PMIX_RANK_WILDCARD);
    check("PMIx_Fence", pmix_.fence(&everyone, 1, &collect, 1));
  }

  std::string get(int pe, int round) override {
    const Value value = fetch(of_job(static_cast<pmix_rank_t>(pe)), round_key(round).c_str(), PMIX_BYTE_OBJECT);
    return {value->data.bo.bytes, value->data.bo.size};
  }

  void abort(int status) override { pmix_.abort(status, "shmem_global_exit", nullptr, 0); }
  void finalize() override { pmix_.finalize(nullptr, 0); }

  static void set_key(pmix_key_t& to, std::string_view key) { key.copy(to, sizeof to - 1); }

  pmix_proc_t of_job(pmix_rank_t rank) const {
    pmix_proc_t process = self_;
    process.rank = rank;
    return process;
  }

  void check(const char* call, pmix_status_t status) const {
    if (status == PMIX_SUCCESS) return;
    throw base::SetupError(base::text("%s failed: %s; is the PMIx launcher (mpirun, prterun, srun) still there?", call,
                                      pmix_.error_string(status)));
  }

  /// Throws base::SetupError also where the value is not of that type, since another member of its union is set then.
  Value fetch(const pmix_proc_t& process, const char* key, pmix_data_type_t type) const {
    pmix_value_t* found = nullptr;
    check(base::text("PMIx_Get of %s", key).c_str(), pmix_.get(&process, key, nullptr, 0, &found));
    Value value(found);
    if (!value || value->type != type)
      throw base::SetupError(
          base::text("PMIx_Get of %s gave a value of type %d instead of %d; is the launcher's PMIx "
                     "of another version than libpmix?",
                     key, value ? value->type : 0, type));
    return value;
  }

  size_t job_size() const { return fetch(of_job(PMIX_RANK_WILDCARD), PMIX_JOB_SIZE, PMIX_UINT32)->data.uint32; }

  const Pmix pmix_;
  pmix_proc_t self_{};
};

}  // namespace

std::unique_ptr<Exchange> open_pmix() {
  if (!std::getenv("PMIX_NAMESPACE")) return nullptr;
  return finalize_at_exit(std::make_unique<PmixExchange>());
}

}  // namespace isthmus::bootstrap
