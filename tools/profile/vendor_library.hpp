// Finding the vendors' libraries for tracing, which need not be where the loader looks.
#pragma once
#include <dlfcn.h>

#include <cstddef>
#include <string>
#include <vector>

namespace isthmus::profile {

/// Where a library may be, best first: in LD_LIBRARY_PATH; beside a library that the process has loaded; where the
/// loader looks; in an installation of the vendor's.
struct LibrarySearch {
  std::vector<const char*> names;          ///< of the file, newest version first
  std::vector<const char*> beside;         ///< how the names of libraries begin, such as "libcudart.so"
  std::vector<const char*> variables;      ///< that name an installation
  std::vector<const char*> installations;  ///< patterns; those that one pattern matches are tried from the newest on
  std::vector<const char*> folders;        ///< of libraries, in an installation
  const char* remedy;                      ///< where there is none
  const char* known_versions;
};

/// Looks up a function of a library. False if it has none of that name.
template <class Function>
bool find_function(void* library, const char* name, Function& function) {
  function = library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
  return function != nullptr;
}

/// The first library that was found. It is never closed, because the vendor's code may run at exit.
class VendorLibrary {
 public:
  explicit VendorLibrary(const LibrarySearch& search);
  explicit operator bool() const { return handle_ != nullptr; }

  template <class Function>
  bool find(const char* name, Function& function) const {
    return find_function(handle_, name, function);
  }

  /// Why it cannot be used: there is none, or one of that version, which is not known.
  std::string why_not(const std::string& version) const;

 private:
  const LibrarySearch& search_;
  std::string file_;
  void* handle_ = nullptr;
};

/// What a library says of a call that failed.
std::string refusal(const char* library, const char* error, int number);

/// A library that the process has loaded, whose file name begins so, or null.
void* loaded_library(const char* beginning);
/// Whether there is one.
bool is_loaded(const char* beginning);

}  // namespace isthmus::profile
