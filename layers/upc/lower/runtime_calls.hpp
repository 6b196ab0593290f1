// Calls of the runtime, and the 64 bits of pointers to shared, in LLVM's IR.
#pragma once
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "clang/spaces.hpp"

namespace isthmus::upc {

inline bool is_shared(const llvm::Type* type) {
  return type->isPointerTy() && is_shared(type->getPointerAddressSpace());
}

/// The element type of an array of arrays.
inline llvm::Type* leaf(llvm::Type* type) {
  while (type->isArrayTy()) type = type->getArrayElementType();
  return type;
}

class RuntimeCalls {
 public:
  explicit RuntimeCalls(llvm::Module& module)
      : module(module), layout(module.getDataLayout()), context(module.getContext()), word(llvm::Type::getInt64Ty(context)),
        nothing(llvm::Type::getVoidTy(context)), address(llvm::PointerType::get(context, 0)) {}

  llvm::Value* call(llvm::IRBuilder<>& at, const llvm::Twine& name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::SmallVector<llvm::Type*> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    return at.CreateCall(module.getOrInsertFunction(name.str(), llvm::FunctionType::get(result, types, false)), arguments);
  }
  llvm::ConstantInt* number(uint64_t value) { return llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(word), value); }

  llvm::Module& module;
  const llvm::DataLayout& layout;
  llvm::LLVMContext& context;
  llvm::Type *word, *nothing, *address;
};

}  // namespace isthmus::upc
