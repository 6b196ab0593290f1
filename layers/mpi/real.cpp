#include "real.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <string>

#include "abi/abi.hpp"
#include "base/error.hpp"

namespace isthmus::mpi {
namespace {

void* library = nullptr;

/// Keeps the first library that defines PMPI functions and is not this one. RTLD_NEXT would not find one that was
/// loaded with RTLD_LOCAL after this one, as Python does.
int take_if_mpi(dl_phdr_info* object, std::size_t, void* own_file) {
  if (!object->dlpi_name || !*object->dlpi_name || std::strcmp(object->dlpi_name, static_cast<char*>(own_file)) == 0)
    return 0;
  void* const handle = dlopen(object->dlpi_name, RTLD_NOLOAD | RTLD_LAZY);
  if (!handle) return 0;
  // dlsym also looks into the libraries that this one needs, so that the definition may be elsewhere.
  Dl_info where;
  if (void* const address = dlsym(handle, "PMPI_Comm_create_keyval");
      address && dladdr(address, &where) && std::strcmp(where.dli_fname, object->dlpi_name) == 0) {
    library = handle;
    return 1;
  }
  dlclose(handle);
  return 0;
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

void find_functions(Real& table) {
#define COUNT int
#define DISPLACEMENT int
#define UNCOUNTED COLLECTIVE
#define COLLECTIVE(Name, name, parameters, arguments) \
  find("PMPI_" #Name, table.Name);                    \
  find_optional("PMPI_I" #name, table.I##name);       \
  find_init(#Name "_init", table.Name##_init);
#define CALL(Name, parameters, arguments) find("PMPI_" #Name, table.Name);
#define USED(Name, parameters) find("PMPI_" #Name, table.Name);
#define FOUND(Name, parameters) find_optional("PMPI_" #Name, table.Name);
#include "calls.def"
#define COLLECTIVE(Name, name, parameters, arguments)    \
  find_optional("PMPI_" #Name "_c", table.Name##_c);     \
  find_optional("PMPI_I" #name "_c", table.I##name##_c); \
  find_optional("PMPI_" #Name "_init_c", table.Name##_init_c);
#include "calls.def"
#undef COUNT
#undef DISPLACEMENT
  find_optional("opal_progress", table.progress);
}

const Real* load() {
  static Real table;
  Dl_info own{};
  dladdr(reinterpret_cast<void*>(&load), &own);
  dl_iterate_phdr(take_if_mpi, const_cast<char*>(own.dli_fname));
  if (!library)
    base::fatal("isthmus_mpi",
                "no MPI library is loaded in this process; link the program with one, behind libisthmus_mpi");
  find_functions(table);
  Dl_info where{};
  dladdr(reinterpret_cast<void*>(table.Comm_create_keyval), &where);
  table.path = where.dli_fname;
  table.abi = &find_abi(table);
  return &table;
}

}  // namespace

const Real& find_library() {
  static const Real* const loaded = load();
  found_library.store(loaded, std::memory_order_release);
  return *loaded;
}

// An executable may have a copy of the library's variable (a copy relocation), which is the one that all then use; the
// global scope finds it. The library itself is asked where it is not in the global scope.
void* find_variable(const char* name) {
  void* const global = dlsym(RTLD_DEFAULT, name);
  return global ? global : dlsym(library, name);
}

}  // namespace isthmus::mpi
