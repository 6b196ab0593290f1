#include "real.hpp"

#include <dlfcn.h>
#include <link.h>

#include <mutex>
#include <string>
#include <vector>

#include "abi/abi.hpp"
#include "base/error.hpp"

namespace isthmus::mpi {
namespace {

void* library = nullptr;

/// The files of all objects that the process has loaded. They are listed first and opened later, because the dynamic
/// linker holds a lock while it lists them.
std::vector<std::string> loaded_files() {
  std::vector<std::string> files;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* into) {
        if (object->dlpi_name && *object->dlpi_name)
          static_cast<std::vector<std::string>*>(into)->push_back(object->dlpi_name);
        return 0;
      },
      &files);
  return files;
}

/// The first library that defines PMPI functions and is not this one; null if there is none. RTLD_NEXT would not find
/// one that was loaded with RTLD_LOCAL after this one, as Python does.
void* find_mpi(const char* own_file) {
  for (const std::string& file : loaded_files()) {
    void* const handle = file == own_file ? nullptr : dlopen(file.c_str(), RTLD_NOLOAD | RTLD_LAZY);
    if (!handle) continue;
    // dlsym also looks into the libraries that this one needs, so that the definition may be elsewhere.
    Dl_info where;
    if (void* const address = dlsym(handle, "PMPI_Comm_create_keyval");
        address && dladdr(address, &where) && file == where.dli_fname)
      return handle;
    dlclose(handle);
  }
  return nullptr;
}

template <class Function>
void find_optional(const std::string& name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name.c_str()));
}

template <class Function>
void find(const std::string& name, Function*& function) {
  find_optional(name, function);
  if (!function) base::fatal("isthmus_mpi", "the MPI library has no " + name + "; run without libisthmus_mpi");
}

/// Open MPI 4.1 has persistent collectives under names of its own.
template <class Function>
void find_init(const std::string& name, Function*& function) {
  find_optional("PMPI_" + name, function);
  if (!function) find_optional("PMPIX_" + name, function);
}

void look_up_functions(Real& table) {
#define COUNT int
#define DISPLACEMENT int
#define UNCOUNTED COLLECTIVE
#define NEIGHBOUR COLLECTIVE
#define COLLECTIVE(Name, name, parameters, arguments) \
  find("PMPI_" #Name, table.Name);                    \
  find_optional("PMPI_I" #name, table.I##name);       \
  find_init(#Name "_init", table.Name##_init);
#define MESSAGE(Name, how, comm, parameters, arguments) find_optional("PMPI_" #Name, table.Name);
#define OPTIONAL(Name, comm, parameters, arguments) find_optional("PMPI_" #Name, table.Name);
#define EARLY(Name, parameters, arguments) find_optional("PMPI_" #Name, table.Name);
#define CALL(Name, parameters, arguments) find("PMPI_" #Name, table.Name);
#define USED(Name, parameters) find("PMPI_" #Name, table.Name);
#define FOUND(Name, parameters) find_optional("PMPI_" #Name, table.Name);
#include "calls.def"
#define NEIGHBOUR COLLECTIVE
#define COLLECTIVE(Name, name, parameters, arguments)    \
  find_optional("PMPI_" #Name "_c", table.Name##_c);     \
  find_optional("PMPI_I" #name "_c", table.I##name##_c); \
  find_optional("PMPI_" #Name "_init_c", table.Name##_init_c);
#define MESSAGE(Name, how, comm, parameters, arguments) find_optional("PMPI_" #Name "_c", table.Name##_c);
#include "calls.def"
#undef COUNT
#undef DISPLACEMENT
  find_optional("opal_progress", table.progress);
}

Real* load() {
  static Real table;
  Dl_info own{};
  dladdr(reinterpret_cast<void*>(&load), &own);
  library = find_mpi(own.dli_fname);
  if (!library)
    base::fatal("isthmus_mpi",
                "no MPI library is loaded in this process; link the program with one, behind libisthmus_mpi");
  look_up_functions(table);
  Dl_info where{};
  dladdr(reinterpret_cast<void*>(table.Comm_create_keyval), &where);
  table.path = where.dli_fname;
  return &table;
}

Real& functions() {
  static Real& loaded = *load();
  return loaded;
}

}  // namespace

const Real& find_functions() {
  const Real* const known = found_library.load(std::memory_order_acquire);
  return known ? *known : functions();
}

const Real& find_library() {
  static std::once_flag once;
  std::call_once(once, [] {
    functions().abi = &find_abi(functions());
    found_library.store(&functions(), std::memory_order_release);
    meet_world();
  });
  return functions();
}

void meet_world() {
  static std::mutex mutex;
  static bool met = false;
  const std::lock_guard lock(mutex);
  int rank = 0, initialized = 0;
  if (met || real().Initialized(&initialized) != kSuccess || !initialized) return;
  if (real().Comm_rank(abi().comm_world, &rank) != kSuccess) return;
  met = true;
  base::set_identity(rank);
  base::set_job_end([](int status) { real().Abort(abi().comm_world, status); });
}

// An executable may have a copy of the library's variable (a copy relocation), which is the one that all then use; the
// global scope finds it. The library itself is asked where it is not in the global scope.
void* find_variable(const char* name) {
  void* const global = dlsym(RTLD_DEFAULT, name);
  return global ? global : dlsym(library, name);
}

}  // namespace isthmus::mpi
