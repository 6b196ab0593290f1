// Where upcc finds its parts, and the clang that fits one of its plugins.
#pragma once
#include <filesystem>
#include <string>

namespace isthmus::upc {

struct Toolchain {
  std::string clang;
  std::filesystem::path plugin, inline_code, include, shmem_include, library;
};

/// The parts of an installed tree, or of a build tree, around upcc itself. wanted names a clang, or is empty. Throws
/// std::runtime_error with a line that names the package to install.
Toolchain find_toolchain(const std::string& wanted);

}  // namespace isthmus::upc
