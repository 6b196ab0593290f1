#include "vendor_library.hpp"

#include <glob.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace isthmus::profile {
namespace {

/// The loaded libraries whose file names begin so.
std::vector<std::filesystem::path> find_loaded(const char* beginning) {
  struct Found {
    const std::string beginning;
    std::vector<std::filesystem::path> files;
  } found{beginning, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        auto& all = *static_cast<Found*>(into);
        const std::filesystem::path path = info->dlpi_name ? info->dlpi_name : "";
        if (path.filename().string().starts_with(all.beginning)) all.files.push_back(path);
        return 0;
      },
      &found);
  return found.files;
}

/// What the environment names, the usual ones, and others.
std::vector<std::string> installations(const LibrarySearch& search) {
  std::vector<std::string> found;
  for (const char* name : search.variables)
    if (const char* const folder = std::getenv(name); folder && *folder) found.emplace_back(folder);
  for (const char* pattern : search.installations) {
    glob_t matches{};
    if (glob(pattern, 0, nullptr, &matches) == 0) {
      std::vector<std::string> all(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
      std::sort(all.begin(), all.end(),
                [](const std::string& a, const std::string& b) { return strverscmp(a.c_str(), b.c_str()) > 0; });
      found.insert(found.end(), all.begin(), all.end());
    }
    globfree(&matches);
  }
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
std::vector<std::string> candidates(const LibrarySearch& search) {
  std::vector<std::string> folders = folders_of_user();
  for (const char* library : search.beside)
    for (const std::filesystem::path& file : find_loaded(library)) folders.push_back(file.parent_path().string());
  folders.emplace_back();
  for (const std::string& installation : installations(search))
    for (const char* below : search.folders) folders.push_back(installation + below);
  std::vector<std::string> files;
  for (const std::string& folder : folders)
    for (const char* name : search.names) files.push_back(folder.empty() ? name : folder + "/" + name);
  return files;
}

}  // namespace

VendorLibrary::VendorLibrary(const LibrarySearch& search) : search_(search) {
  for (const std::string& file : candidates(search)) {
    handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle_) continue;
    file_ = file;
    return;
  }
}

std::string VendorLibrary::why_not(const std::string& version) const {
  if (!handle_)
    return std::string(search_.names.back()) + " was not found; " + search_.remedy +
           ", or put its folder into LD_LIBRARY_PATH";
  return file_ + " has the unknown version " + version + "; known are those of " + search_.known_versions;
}

std::string refusal(const char* library, const char* error, int number) {
  return std::string(library) + " refuses, " + (error && *error ? error : "?") + " (" + std::to_string(number) + ")";
}

void* loaded_library(const char* beginning) {
  const std::vector<std::filesystem::path> files = find_loaded(beginning);
  return files.empty() ? nullptr : dlopen(files[0].c_str(), RTLD_LAZY | RTLD_NOLOAD);
}

bool is_loaded(const char* beginning) { return !find_loaded(beginning).empty(); }

}  // namespace isthmus::profile
