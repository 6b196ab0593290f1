#include "device/calls.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/wait.hpp"
#include "device/images.hpp"
#include "device/proxy.hpp"
#include "device/tables.hpp"
#include "ops/order.hpp"
#include "runtime/contexts.hpp"
#include "runtime/world.hpp"
#include "shmem/constants.h"

namespace isthmus::device {
namespace {

using runtime::world;

/// What a job has for calls from device code.
class Calls {
 public:
  Calls(runtime::Job& job, Language language)
      : job_(job),
        home_(*job.memory, fallback(language)),
        map_(home_, *job.memory, *job.world, job.settings),
        directory_(home_),
        ring_(home_.pinned(RequestRing::kBytes),
              static_cast<isthmus_device_counters*>(home_.on_device(sizeof(isthmus_device_counters)))),
        reports_(static_cast<Reports*>(home_.pinned(sizeof(Reports)))),
        context_(runtime::make_context(job, *job.world, job.wire ? job.wire->own_endpoint() : nullptr)) {
    state_.version = ISTHMUS_DEVICE_VERSION;
    state_.bytes = sizeof state_;
    state_.ring = ring_.shared();
    state_.fault = &reports_->fault;
    state_.stall = &reports_->stall;
    state_.wait_report = static_cast<std::uint64_t>(job.settings.device_wait_report * 1e9);
    state_.directory = directory_.shared();
    add_team(reinterpret_cast<std::uint64_t>(SHMEM_TEAM_WORLD), *job.world);
    add_team(reinterpret_cast<std::uint64_t>(SHMEM_TEAM_SHARED), *job.shared);
    directory_.add_context(reinterpret_cast<std::uint64_t>(SHMEM_CTX_DEFAULT),
                           reinterpret_cast<std::uint64_t>(SHMEM_TEAM_WORLD));
    describe();
    home_.load_kernels();
    warn_of_turns();
    // Host threads that wait for the device sleep because the OpenMP runtime asked for it, not the program. With fewer
    // cores than PEs that is right: another PE may need this core.
    if (language == Language::openmp && job.settings.device_host_spins && base::spin_limit > 0) home_.spin_in_waits();
    proxy_ = std::make_unique<Proxy>(ring_, *reports_, context_);
  }

  ~Calls() {
    proxy_.reset();
    ops::quiet(context_);
    if (context_.endpoint()) job_.wire->give_back(context_.endpoint());
  }

  void describe() {
    if (job_.memory->has_devices()) context_.expect_devices(job_.memory->heap().segment());
    map_.describe(state_);
  }
  void finish() { proxy_->finish(); }
  void add_team(std::uint64_t handle, const comm::Team& team) { directory_.add_team(handle, team, map_.direct(team)); }
  bool needs_ring() const { return !(state_.flags & ISTHMUS_DEVICE_ALL_MAPPED); }
  const isthmus_device_state& state() const { return state_; }
  const Home& home() const { return home_; }
  Directory& directory() { return directory_; }

 private:
  /// Kernels that wait for those of another PE on the same device need to run beside them. One PE of the node says so.
  void warn_of_turns() const {
    const std::size_t pes = job_.node_pes.size(), devices = home_.devices();
    if (pes <= devices || devices == 0 || job_.node_pes.front() != world.my_pe) return;
    if (const char* remedy = home_.in_turns())
      base::say(base::text("%zu PEs share %zu %s, on which their kernels take turns: one that waits for another PE may wait "
                           "for milliseconds; %s",
                           pes, devices, devices == 1 ? "device" : "devices", remedy));
  }
  static const memkind::Kind& fallback(Language language) {
    switch (language) {
      case Language::openmp:
        return memkind::kOmp;
      case Language::cuda:
        return memkind::kCuda;
      case Language::hip:
        return memkind::kHip;
      default:
        return memkind::kHost;
    }
  }

  runtime::Job& job_;
  Home home_;
  Map map_;
  Directory directory_;
  RequestRing ring_;
  Reports* reports_;
  comm::Context context_;
  isthmus_device_state state_{};
  std::unique_ptr<Proxy> proxy_;
};

// Above World's folder, so not in it; guarded by the mutex. The images come before main() and outlive jobs.
std::mutex mutex;
Images images;
Calls* calls = nullptr;  // not destroyed at exit, where peers may be gone

/// What the program has made, by its handle, for device code that comes later: teams, and the teams of contexts.
struct Made {
  std::map<std::uint64_t, const comm::Team*> teams;
  std::map<std::uint64_t, std::uint64_t> contexts;
};
Made made;

void end() {
  const std::lock_guard lock(mutex);
  world.finish_device_requests = nullptr;
  static const isthmus_device_state empty{};
  if (calls) images.write(empty, calls->home().openmp_device());  // a call after the job is reported like one before
  delete std::exchange(calls, nullptr);
}

/// Not under the lock: nobody ends the calls meanwhile, since that comes after a barrier.
void finish() { calls->finish(); }

/// Under the lock.
int write() {
  world.finish_device_requests = calls->needs_ring() ? finish : nullptr;
  return images.write(calls->state(), calls->home().openmp_device());
}

/// Under the lock. Makes `calls` when there is a job and device code, which is of that language.
void begin_locked(Language language) {
  if (calls || !world.job || world.users == 0) return;
  if (const isthmus_device_image* odd = images.odd_one())
    base::fatal("shmem_init", base::text("device code (%s) was compiled with version %u of shmemx_device.h, and this "
                                         "library has version %u; compile the program again",
                                         odd->language, odd->version, ISTHMUS_DEVICE_VERSION));
  if (language == Language::none) return;
  try {
    calls = new Calls(*world.job, language);
    for (const auto& [handle, team] : made.teams) calls->add_team(handle, *team);
    for (const auto& [handle, team] : made.contexts) calls->directory().add_context(handle, team);
  } catch (const base::SetupError& failure) {
    base::fatal("shmem_init", failure.what());
  }
  world.end_device_calls = end;
  if (const int failed = write())
    base::debug(base::text("%d copies of the state in device code are not filled: their code is not loaded", failed));
}

/// The language of a module whose driver allocated this memory.
Language language_of(const void* memory) {
  return memkind::kCuda.device->adopt(memory) ? Language::cuda
         : memkind::kHip.device->adopt(memory) ? Language::hip
                                               : Language::none;
}

}  // namespace

void register_image(isthmus_device_image& image) {
  const std::lock_guard lock(mutex);
  images.add(image);
  begin_locked(images.language());
  if (calls && !images.odd_one()) image.write(&calls->state(), sizeof calls->state(), calls->home().openmp_device());
}

void unregister_image(isthmus_device_image& image) {
  const std::lock_guard lock(mutex);
  images.remove(image);
}

void begin() {
  const std::lock_guard lock(mutex);
  if (!calls) made = {};  // forgets what an earlier job has made
  begin_locked(images.language());
}

int update() {
  const std::lock_guard lock(mutex);
  begin_locked(images.language());
  if (!calls) return 0;
  try {
    calls->describe();
  } catch (const base::SetupError& failure) {
    base::fatal("a call from device code", failure.what());
  }
  return write();
}

bool fill(void* copy, std::size_t bytes) {
  const std::lock_guard lock(mutex);
  if (bytes != sizeof(isthmus_device_state)) return false;
  if (!calls) begin_locked(language_of(copy));  // the program has no other device code
  if (!calls) return false;
  calls->home().write(copy, &calls->state(), bytes);
  return true;
}

void team_made(std::uint64_t handle, const comm::Team& team) {
  const std::lock_guard lock(mutex);
  made.teams[handle] = &team;
  if (!calls) return;
  try {
    calls->add_team(handle, team);
  } catch (const base::SetupError& failure) {
    base::fatal("a call from device code", failure.what());
  }
}

void team_ends(std::uint64_t handle) {
  const std::lock_guard lock(mutex);
  made.teams.erase(handle);
  std::erase_if(made.contexts, [&](const auto& context) { return context.second == handle; });
  if (!calls) return;
  if (calls->needs_ring()) calls->finish();
  calls->directory().remove_team(handle);
}

void context_made(std::uint64_t handle, std::uint64_t team) {
  const std::lock_guard lock(mutex);
  made.contexts[handle] = team;
  if (calls) calls->directory().add_context(handle, team);
}

void context_ends(std::uint64_t handle) {
  const std::lock_guard lock(mutex);
  made.contexts.erase(handle);
  if (!calls) return;
  if (calls->needs_ring()) calls->finish();
  calls->directory().remove_context(handle);
}

}  // namespace isthmus::device
