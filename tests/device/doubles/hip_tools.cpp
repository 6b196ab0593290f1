// The double of libamdhip64.so.6: what it does for tools, and what the HSA runtime below it does.
#include <dlfcn.h>
#include <link.h>

#include <mutex>
#include <string>
#include <vector>

#include "core/observer.hpp"
#include "hip_state.hpp"

namespace hip {
namespace {

using OnLoad = bool (*)(void* table, std::uint64_t version, std::uint64_t n_failed, const char* const* failed);

std::once_flag once;
std::atomic<bool> is_running = false;

std::vector<std::string> loaded_libraries() {
  std::vector<std::string> files;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        static_cast<std::vector<std::string>*>(into)->emplace_back(info->dlpi_name);
        return 0;
      },
      &files);
  return files;
}

/// As the HSA runtime does: calls every library that is a tool.
void start() {
  is_running = true;
  for (const std::string& file : loaded_libraries()) {
    void* const library = file.empty() ? nullptr : dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr || dlsym(library, "HSA_AMD_TOOL_PRIORITY") == nullptr) continue;
    const auto begin = reinterpret_cast<OnLoad>(dlsym(library, "OnLoad"));
    if (begin != nullptr) begin(nullptr, 0, 0, nullptr);
  }
}

}  // namespace

void start_runtime() { std::call_once(once, start); }

}  // namespace hip

#pragma GCC visibility push(default)
extern "C" {

/// roctracer calls this to be told what the devices do; the double tells it by functions of its own.
void hipRegisterTracerCallback(int (*callback)(int domain, std::uint32_t operation, void* data)) {
  if (callback != nullptr) doubles::find_observer("libroctracer64.so.4");
}

/// Whether the HSA runtime was initialised, so that it has a clock.
int double_hsa_runs() { return hip::is_running ? 1 : 0; }

}  // extern "C"
#pragma GCC visibility pop
