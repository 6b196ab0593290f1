// What the double of libcuda keeps for the process and for each thread, and the frame of every entry point.
#pragma once
#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/context.hpp"
#include "core/failures.hpp"
#include "core/kernels.hpp"
#include "core/memory.hpp"
#include "core/settings.hpp"
#include "cuda.hpp"

namespace cuda {

struct PrimaryContext {
  int device = 0;
  int holders = 0;
  unsigned flags = 0;
  std::shared_ptr<doubles::Context> work{};  ///< null while nobody holds it
  std::set<int> peers{};                     ///< devices whose memory it was allowed to reach
};

struct LoadedModule {
  doubles::Module content;
  std::set<std::string> loaded{};  ///< functions whose code is on the device
};

struct Function {
  LoadedModule* module;
  std::string name;
  const DoubleKernel* kernel;  ///< null if DOUBLE_KERNELS has none; then it cannot be launched
};

struct Process {
  std::mutex mutex;
  std::atomic<int> initialised_in{0};  ///< the process that called cuInit: a fork's child did not
  std::array<PrimaryContext, 64> contexts;
  std::set<LoadedModule*> modules;
  std::set<Function*> functions;
};
Process& process();

/// The calling thread's contexts, the current one last.
std::vector<PrimaryContext*>& stack();
extern const doubles::ErrorName kErrorNames[];

/// As the driver does: loads the tool that CUDA_INJECTION64_PATH names, and has it begin.
void load_tool();

enum class Needs { nothing, initialisation, context };

/// Whether a call of this name may not be made by this thread while a stream is captured; then the capture is over.
bool ends_capture(const char* name);

/// Returns 0 if a call of this name may go on, otherwise its error.
Error admitted(const char* name, Needs needs, Error usual_failure);

inline Error error_of(doubles::Verdict verdict) { return verdict == doubles::Verdict::good ? success : invalid_value; }
inline void* pointer_to(Address address) { return reinterpret_cast<void*>(address); }
inline Address address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
inline bool is_device(int device) { return device >= 0 && device < doubles::settings().devices; }

/// Wraps every entry point: checks whether it may be called now and whether DOUBLE_FAIL makes it fail.
template <class Body>
Error call(const char* name, Needs needs, Error usual_failure, Body body) {
  const Error refused = admitted(name, needs, usual_failure);
  return refused != success ? refused : body();
}

inline doubles::Context& current() { return *stack().back()->work; }
/// Null if the handle is not a stream of an existing context.
doubles::ContextStream* find_stream(StreamHandle handle, doubles::Context*& owner);
/// Gives work to a stream, and waits for its end if `when` asks for that.
Error submit(StreamHandle handle, doubles::Operation operation, doubles::Return when);
bool is_place(Address address, doubles::Place place);

}  // namespace cuda
