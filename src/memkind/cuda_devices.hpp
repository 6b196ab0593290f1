// The CUDA driver, loaded once per process, and a count of the users of each device. Each device is used through its
// primary context.
#pragma once
#include <string>

#include "memkind/cuda_driver.hpp"

namespace isthmus::memkind::cuda {

/// The driver's functions, loaded at the first call; throws base::SetupError where there is no driver.
const Driver& driver();

/// The driver's name for an error.
std::string name(Result result);

/// What error messages tell the user to check when devices are missing.
inline constexpr const char* kHowToLook = "nvidia-smi and CUDA_VISIBLE_DEVICES";

// These check the result of a driver call. ask() and setup() throw base::SetupError; ask() is for queries about the
// devices themselves and adds a remedy. must() ends the job.
void ask(const char* call, Result result);
void setup(const char* call, Result result);
void must(const char* call, Result result);

/// Initialises the driver and returns the number of visible devices.
int count_devices();

/// Returns the primary context of a device, which stays retained until leave() was called as often as use(). Throws
/// base::SetupError.
Context* use(int device);
void leave(int device);
/// Like use(), but counts one user at most, however often it is called. It is cheap if the device is held already.
Context* hold(int device);

/// The home device is one of those in use; its streams get all copies, also those between two other devices. Null and 0
/// while no device is in use.
Context* home();
int home_device();

/// Whether kernels on the home device lack peer access to some device in use. No kernel is launched then.
bool out_of_reach();
/// Whether kernels on the home device lack peer access to this device.
bool out_of_reach(int device);

/// What lets kernels of several processes on the home device run at the same time; null if they do.
const char* in_turns();

/// Lets host threads that wait for the home device do as CUDA does by default, if they would sleep: LLVM's OpenMP runtime
/// asks for that.
void spin_in_waits();

/// Makes a context current while the object lives. A thread that had another context current gets it back afterwards. A
/// thread that had none keeps this one, so that a program that never chose a device uses its PE's.
class Current {
 public:
  explicit Current(Context* wanted);
  ~Current();
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  bool pushed_ = false;
};

}  // namespace isthmus::memkind::cuda
