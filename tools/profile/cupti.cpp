#include "cupti.hpp"

#include <dlfcn.h>
#include <glob.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <vector>

namespace isthmus::profile::cupti {
namespace {

constexpr std::uint32_t kFirstVersion = 18;  // CUDA 11.8
// CUDA 12 has 19 and more. From CUDA 13 on, a version is that of CUDA and an update, two digits each.
constexpr std::uint32_t kLastShortVersion = 99, kFirstOf13 = 130000, kLastOf13 = 139999;

constexpr const char* kNames[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so.11.8", "libcupti.so"};

/// The folders of CUDA's runtime and driver, if the process has loaded them.
std::vector<std::string> folders_of_loaded() {
  std::vector<std::string> folders;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        const std::string path = info->dlpi_name ? info->dlpi_name : "";
        const std::size_t slash = path.rfind('/');
        const bool is_runtime = path.find("/libcudart.so") != std::string::npos;
        if (!is_runtime && path.find("/libcuda.so") == std::string::npos) return 0;
        auto& found = *static_cast<std::vector<std::string>*>(into);
        found.insert(is_runtime ? found.begin() : found.end(), path.substr(0, slash));
        return 0;
      },
      &folders);
  return folders;
}

/// Toolkits: those that the environment names, the machine's usual one, and the others, newest first.
std::vector<std::string> toolkits() {
  std::vector<std::string> found;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* const folder = std::getenv(name); folder && *folder) found.emplace_back(folder);
  found.emplace_back("/usr/local/cuda");
  glob_t matches{};
  if (glob("/usr/local/cuda-*", 0, nullptr, &matches) == 0) {
    std::vector<std::string> others(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
    std::sort(others.begin(), others.end(),
              [](const std::string& a, const std::string& b) { return strverscmp(a.c_str(), b.c_str()) > 0; });
    found.insert(found.end(), others.begin(), others.end());
  }
  globfree(&matches);
  return found;
}

/// The folders of LD_LIBRARY_PATH. The loader would look there, too, but for one name after the other, and might find a
/// newer library elsewhere first.
std::vector<std::string> folders_of_user() {
  std::vector<std::string> folders;
  const char* const given = std::getenv("LD_LIBRARY_PATH");
  std::istringstream list(given ? given : "");
  for (std::string folder; std::getline(list, folder, ':');)
    if (!folder.empty()) folders.push_back(folder);
  return folders;
}

/// Files to try, best first. One without a folder is the loader's to find.
std::vector<std::string> candidates() {
  std::vector<std::string> folders = folders_of_user();
  for (std::string& folder : folders_of_loaded()) folders.push_back(std::move(folder));
  folders.emplace_back();
  for (const std::string& toolkit : toolkits())
    for (const char* below : {"/lib64", "/extras/CUPTI/lib64"}) folders.push_back(toolkit + below);
  std::vector<std::string> files;
  for (const std::string& folder : folders)
    for (const char* name : kNames) files.push_back(folder.empty() ? name : folder + "/" + name);
  return files;
}

template <class Function>
bool find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr;
}

bool find_all(void* handle, Library& library) {
  return find(handle, "cuptiGetVersion", library.get_version) &&
         find(handle, "cuptiGetTimestamp", library.get_timestamp) &&
         find(handle, "cuptiActivityRegisterCallbacks", library.register_callbacks) &&
         find(handle, "cuptiActivityEnable", library.enable) && find(handle, "cuptiActivityDisable", library.disable) &&
         find(handle, "cuptiActivityFlushAll", library.flush_all) &&
         find(handle, "cuptiActivityGetNextRecord", library.get_next_record) &&
         find(handle, "cuptiActivityGetNumDroppedRecords", library.get_n_dropped) &&
         find(handle, "cuptiGetResultString", library.get_result_string);
}

}  // namespace

const char* name_of_copy(std::uint8_t copy_kind) {
  constexpr const char* kNamesOfKinds[] = {"unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                           "AtoD",    "DtoA", "DtoD", "HtoH", "PtoP"};
  return kNamesOfKinds[copy_kind < std::size(kNamesOfKinds) ? copy_kind : 0];
}

bool is_known(std::uint32_t version) {
  return (version >= kFirstVersion && version <= kLastShortVersion) || (version >= kFirstOf13 && version <= kLastOf13);
}

bool load(Library& library, std::string& why) {
  for (const std::string& file : candidates()) {
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) continue;
    std::uint32_t version = 0;
    if (find_all(handle, library) && library.get_version(&version) == 0 && is_known(version)) return true;
    why = file + " has the unknown version " + std::to_string(version) + "; known are those of CUDA 11.8 to 13";
    return false;
  }
  why = "libcupti was not found; install CUDA's CUPTI, or put its folder into LD_LIBRARY_PATH";
  return false;
}

}  // namespace isthmus::profile::cupti
