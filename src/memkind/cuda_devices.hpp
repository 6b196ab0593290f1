// The CUDA driver as this process uses it, and which devices are in use. Each device is used through its primary
// context.
#pragma once
#include <string>

#include "memkind/cuda_driver.hpp"

namespace isthmus::memkind::cuda {

/// The driver's functions, loaded at the first call; throws base::SetupError where there is no driver.
const Driver& driver();

/// The driver's name of an error.
std::string name(Result result);

/// What a message tells the user to do in order to see the devices.
inline constexpr const char* kHowToLook = "nvidia-smi and CUDA_VISIBLE_DEVICES";

// What becomes of a failed call: ask() and setup() throw base::SetupError, ask() for calls about the devices
// themselves, with a remedy; must() ends the job.
void ask(const char* call, Result result);
void setup(const char* call, Result result);
void must(const char* call, Result result);

/// How many devices are visible. Initialises the driver.
int count_devices();

/// The context of a device, which is in use until as many calls of leave(). Throws base::SetupError.
Context* use(int device);
void leave(int device);

/// The context of one of the devices in use, to which copies between any two devices can be given, and its device. Null
/// and 0 while none is in use.
Context* home();
int home_device();

/// Whether some device in use keeps its memory from kernels that run on home()'s device.
bool out_of_reach();

/// Makes a context current. A thread that had none keeps it, which gives a program that never chose a device the one of
/// its PE; a thread that had another gets that back.
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
