// PMIx (mpirun, prterun, srun --mpi=pmix). The library is loaded only when such a launcher started this process, so
// that programs need no PMIx to run.
//
// The session is opened once and kept until exit. Each round puts one value, everything this PE published in it, under
// a key with the round's number: PMIx has no way to replace a value others have fetched.
#include <dlfcn.h>
#include <pmix.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "bootstrap/exchange.hpp"
#include "bootstrap/values.hpp"

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

class PmixExchange final : public Exchange {
 public:
  PmixExchange() : pmix_(load_pmix()) {
    check("PMIx_Init", pmix_.init(&self_, nullptr, 0));
    values_.resize(job_size());
    fetched_.resize(values_.size(), 0);
  }

  int pe() const override { return static_cast<int>(self_.rank); }
  int n_pes() const override { return static_cast<int>(values_.size()); }
  std::string job() const override { return self_.nspace; }
  const char* launcher() const override { return "pmix"; }

  void publish(std::string_view key, std::string_view value) override {
    pending_.insert_or_assign(std::string(key), value);
  }

  void fence() override {
    if (forked()) throw base::SetupError("a fork child of a PE is not part of the job and cannot wait for the others");
    std::string packed = pack(pending_);
    pending_.clear();
    pmix_value_t value{};
    value.type = PMIX_BYTE_OBJECT;
    value.data.bo.bytes = packed.data();
    value.data.bo.size = packed.size();
    check("PMIx_Put", pmix_.put(PMIX_GLOBAL, round_key(round_).c_str(), &value));
    check("PMIx_Commit", pmix_.commit());
    pmix_info_t collect{};
    set_key(collect.key, PMIX_COLLECT_DATA);
    collect.value.type = PMIX_BOOL;
    collect.value.data.flag = true;
    const pmix_proc_t everyone = of_job(PMIX_RANK_WILDCARD);
    const pmix_status_t status = pmix_.fence(&everyone, 1, &collect, 1);
    if (status != PMIX_SUCCESS) {
      // A PE has died, and the launcher is about to end the others. Its report should name the PE that died, so this
      // one waits before it reports an error of its own.
      std::this_thread::sleep_for(std::chrono::seconds(2));
      check("PMIx_Fence", status);
    }
    ++round_;
  }

  std::string lookup(int pe, std::string_view key) override {
    if (pe < 0 || pe >= n_pes()) throw base::SetupError(base::text("there is no PE %d in this job of %d", pe, n_pes()));
    const auto index = static_cast<size_t>(pe);
    for (; fetched_[index] < round_; ++fetched_[index]) {
      const std::string name = round_key(fetched_[index]);
      const Value value = get(of_job(static_cast<pmix_rank_t>(pe)), name.c_str(), PMIX_BYTE_OBJECT);
      unpack_into(values_[index], {value->data.bo.bytes, value->data.bo.size});
    }
    return find_value(values_[index], pe, key);
  }

  void enter() override { entered_ = true; }
  void leave() override {
    entered_ = false;
    if (exiting_) at_exit();
  }

  [[noreturn]] void end_job(int status) override {
    // A launcher that hangs must not keep this PE from exiting.
    std::thread([status] {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      _exit(status);
    }).detach();
    if (!forked()) pmix_.abort(status, "shmem_global_exit", nullptr, 0);
    _exit(status);
  }

  /// Finalizes PMIx, unless this PE exits between enter() and leave(): the launcher ends the other PEs when one exits
  /// without PMIx_Finalize.
  void at_exit() {
    exiting_ = true;
    if (forked() || entered_ || finalized_) return;
    finalized_ = true;
    pmix_.finalize(nullptr, 0);
  }

 private:
  bool forked() const { return getpid() != opened_by_; }

  static std::string round_key(int round) { return base::text("isthmus.%d", round); }

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
  Value get(const pmix_proc_t& process, const char* key, pmix_data_type_t type) const {
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

  size_t job_size() const { return get(of_job(PMIX_RANK_WILDCARD), PMIX_JOB_SIZE, PMIX_UINT32)->data.uint32; }

  const Pmix pmix_;
  const pid_t opened_by_ = getpid();
  pmix_proc_t self_{};
  int round_ = 0;
  bool entered_ = false, exiting_ = false, finalized_ = false;
  Values pending_;
  std::vector<Values> values_;
  std::vector<int> fetched_;  // rounds already in values_, by PE
};

PmixExchange* opened = nullptr;

}  // namespace

std::unique_ptr<Exchange> open_pmix() {
  if (!std::getenv("PMIX_NAMESPACE")) return nullptr;
  auto exchange = std::make_unique<PmixExchange>();
  opened = exchange.get();
  std::atexit([] { opened->at_exit(); });
  return exchange;
}

}  // namespace isthmus::bootstrap
