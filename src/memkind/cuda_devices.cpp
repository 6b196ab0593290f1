#include "memkind/cuda_devices.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/threads.hpp"

namespace isthmus::memkind::cuda {
namespace {

/// A device that regions or queues use.
struct Used {
  Ordinal ordinal = 0;
  Context* context = nullptr;
  int users = 0;
  bool refused = false;  ///< kernels on the home device cannot access its memory
};
std::mutex devices_mutex;
std::map<int, Used> devices;
Context* home_context = nullptr;
int home_number = 0;
constexpr int kMostDevices = 64;
std::array<std::atomic<Context*>, kMostDevices> held;  ///< the contexts of devices for which hold() was called
std::atomic<bool> peer_access_refused = false;         ///< of some device in use

/// Set once a thread without a context was left with one of ours. The program may have created streams in it, so no
/// context is released from then on.
std::atomic<bool> lent = false;

/// Enables peer access from the home device, on which kernels run, to another one. Copies do not need peer access.
void let_reach(Used& other) {
  const Current current(home_context);
  const Result result = driver().enable_peer(other.context, 0);
  other.refused = result != 0 && result != kPeerAccessAlready;
  if (other.refused) peer_access_refused = true;
}

}  // namespace

const Driver& driver() {
  static const Driver loaded;
  return loaded;
}

std::string name(Result result) {
  const char* text = nullptr;
  return driver().error_name(result, &text) == 0 && text ? text : base::text("CUDA error %d", result);
}

void ask(const char* call, Result result) {
  if (result != 0) throw unusable("CUDA", call, name(result), kHowToLook);
}

void setup(const char* call, Result result) {
  if (result != 0) throw base::SetupError(base::text("%s failed: %s", call, name(result).c_str()));
}

void must(const char* call, Result result) {
  if (result != 0) [[unlikely]]
    base::fatal(call, base::text("the CUDA driver failed: %s", name(result).c_str()));
}

int count_devices() {
  const Result result = driver().init(0);
  if (result == kNoDevice) return 0;
  ask("cuInit", result);
  int count = 0;
  ask("cuDeviceGetCount", driver().device_count(&count));
  return count;
}

Context* home() { return home_context; }
int home_device() { return home_number; }
bool out_of_reach() { return peer_access_refused; }

bool out_of_reach(int device) {
  const std::lock_guard lock(devices_mutex);
  const auto found = devices.find(device);
  return found != devices.end() && found->second.refused;
}

Context* use(int device) {
  const std::lock_guard lock(devices_mutex);
  const auto found = devices.find(device);
  Used used = found == devices.end() ? Used{} : found->second;
  if (!used.context) {
    setup("cuDeviceGet", driver().device_get(&used.ordinal, device));
    setup("cuDevicePrimaryCtxRetain", driver().retain_primary(&used.context, used.ordinal));
  }
  ++used.users;
  if (!home_context) {
    home_context = used.context;
    home_number = device;
  }
  if (used.users == 1 && used.context != home_context) let_reach(used);
  devices[device] = used;
  return used.context;
}

Context* hold(int device) {
  if (device < 0 || device >= kMostDevices)
    throw base::SetupError(base::text("the CUDA driver has a device with the number %d", device));
  auto& context = held[static_cast<std::size_t>(device)];
  if (Context* const known = context.load(std::memory_order_acquire)) return known;
  Context* const used = use(device);
  Context* none = nullptr;
  if (!context.compare_exchange_strong(none, used)) leave(device);  // another thread was faster
  return used;
}

void leave(int device) {
  const std::lock_guard lock(devices_mutex);
  Used& used = devices[device];
  if (--used.users > 0 || lent) return;
  driver().release_primary(used.ordinal);
  devices.erase(device);
  if (device != home_number) return;
  home_context = devices.empty() ? nullptr : devices.begin()->second.context;
  home_number = devices.empty() ? 0 : devices.begin()->first;
}

Current::Current(Context* wanted) {
  Context* now = nullptr;
  // Errors are ignored here: the driver call that follows fails as well and reports it.
  if (driver().get_current(&now) != 0 || now == wanted) return;
  if (now) {
    pushed_ = driver().push_current(wanted) == 0;
  } else if (driver().set_current(wanted) == 0) {
    lent = true;
    // The calls of the library's threads do not end captures of the program's streams: they concern no stream of its.
    if (int mode = kCaptureRelaxed; base::is_own_thread() && driver().exchange_capture_mode)
      driver().exchange_capture_mode(&mode);
  }
}

Current::~Current() {
  Context* ours;
  if (pushed_) driver().pop_current(&ours);
}

// Older drivers cannot be asked whether MPS serves this process; then the pipe of its daemon tells.
const char* in_turns() {
  constexpr const char* kRemedy = "start NVIDIA's MPS (nvidia-cuda-mps-control -d)";
  Ordinal ordinal = 0;
  int served = 0;
  if (driver().device_attribute && driver().device_get(&ordinal, home_device()) == 0 &&
      driver().device_attribute(&served, kMpsEnabled, ordinal) == 0)
    return served ? nullptr : kRemedy;
  const char* pipes = std::getenv("CUDA_MPS_PIPE_DIRECTORY");
  return access((std::string(pipes ? pipes : "/tmp/nvidia-mps") + "/control").c_str(), F_OK) == 0 ? nullptr : kRemedy;
}

void spin_in_waits() {
  if (!driver().primary_state || !driver().set_primary_flags) return;  // an older driver
  Ordinal ordinal = 0;
  unsigned flags = 0;
  int active = 0;
  if (driver().device_get(&ordinal, home_device()) == 0 && driver().primary_state(ordinal, &flags, &active) == 0 &&
      (flags & kSchedMask) == kSchedBlockingSync && driver().set_primary_flags(ordinal, flags & ~kSchedMask) != 0)
    base::debug("the CUDA driver does not let host threads spin while they wait for the device");
}

}  // namespace isthmus::memkind::cuda
