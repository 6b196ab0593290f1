// Shared variables: each becomes a word with its offset in every thread's segment, which the runtime sets at start-up.
#pragma once
#include <map>

#include "runtime_calls.hpp"

namespace isthmus::upc {

class Variables {
 public:
  explicit Variables(RuntimeCalls& runtime) : runtime_(runtime) {}

  /// Makes the words, and a constructor that registers the unit's layout and initial values with the runtime.
  void declare();
  /// The bits of a pointer to the variable's first element, which is of thread 0 and phase 0.
  llvm::Value* offset(llvm::IRBuilder<>& at, llvm::GlobalVariable* variable);
  /// Replaces what uses of variables are left in a function: their plain addresses.
  void replace_addresses(llvm::Function& function);
  /// Removes the variables, of which nothing is used any more.
  void remove();
  /// The variable's type, or one of the same dimensions and elements of the same size.
  llvm::Type* type_of(const llvm::GlobalVariable* variable);
  /// The dimension of an array that is a multiple of a THREADS not known to clang, or -1.
  static int threads_dimension(const llvm::Value* variable);

 private:
  void define(llvm::GlobalVariable& variable, llvm::IRBuilder<>& layout, llvm::IRBuilder<>& initialise);
  void give_values(llvm::GlobalVariable& variable, llvm::IRBuilder<>& initialise);
  llvm::Constant* without_shared(llvm::IRBuilder<>& at, llvm::Constant* value, llvm::Value* place);

  RuntimeCalls& runtime_;
  std::map<llvm::GlobalVariable*, llvm::GlobalVariable*> offsets_;
};

}  // namespace isthmus::upc
