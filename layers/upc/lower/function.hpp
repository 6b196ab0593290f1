// One function: what its instructions do with pointers to shared becomes calls of the runtime.
#pragma once
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "variables.hpp"

namespace isthmus::upc {

class FunctionLowering {
 public:
  FunctionLowering(RuntimeCalls& runtime, Variables& variables) : runtime_(runtime), variables_(variables) {}
  void run(llvm::Function& function);

 private:
  /// What a GEP computes: `index` elements of `size` bytes from `root`, then `bytes` within the element. A GEP on the result of
  /// another starts from the other's root, so that a[i][j] is one step.
  struct Place {
    llvm::Value* root;
    llvm::Value* index;
    llvm::Value* bytes;
    uint64_t size = 0;
    bool within = false;  ///< it has entered a struct
  };

  /// What a upc_forall with stride tells: from `since` on the element `index` of arrays with that block size is this thread's
  /// element `row`, if `mine` is not 0.
  struct Owned {
    llvm::Instruction* since;
    llvm::Value *index, *mine, *row;
    uint64_t block;
  };
  /// The two more arguments of upcr_own_load and upcr_own_store, and the array that they are for.
  struct OwnPlace {
    llvm::Value *mine, *offset;
    llvm::GlobalVariable* variable;
  };

  void lower(llvm::Instruction& instruction);
  void index(llvm::GetElementPtrInst& gep);
  Place start(llvm::GetElementPtrInst& gep);
  void step(llvm::IRBuilder<>& at, Place& place, llvm::Value* count, llvm::Type* element);
  void constant_bytes(Place& place, llvm::Type* type, int64_t bytes, llvm::IRBuilder<>& at);
  llvm::Value* pointer_to(llvm::IRBuilder<>& at, const Place& place, unsigned space);

  void load(llvm::LoadInst& load);
  void store(llvm::StoreInst& store);
  void convert(llvm::AddrSpaceCastInst& cast);
  void compare(llvm::ICmpInst& compare);
  void copy(llvm::MemIntrinsic& copy);
  void question(llvm::CallInst& call);
  void forall(llvm::CallInst& call, llvm::StringRef name);
  std::optional<OwnPlace> own_place(llvm::IRBuilder<>& at, llvm::Value* pointer);
  llvm::Value* refer(llvm::IRBuilder<>& at, const OwnPlace& own, const llvm::Twine& name, llvm::Type* result,
                     llvm::ArrayRef<llvm::Value*> arguments);
  void tell_arrays_apart();

  llvm::Value* bits(llvm::IRBuilder<>& at, llvm::Value* pointer);
  /// The bits without the phase, which is all that a reference needs.
  llvm::Value* place_bits(llvm::IRBuilder<>& at, llvm::Value* pointer);
  llvm::IntegerType* integer_of_size(llvm::Type* type);
  llvm::AllocaInst* temporary(llvm::Instruction& user, llvm::Type* type);
  void replace(llvm::Instruction& instruction, llvm::Value* value);

  RuntimeCalls& runtime_;
  Variables& variables_;
  std::map<llvm::Value*, Place> places_;
  std::vector<Owned> owned_;
  llvm::MapVector<llvm::GlobalVariable*, std::vector<llvm::Instruction*>> references_;  ///< to own elements, by array
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::SmallVector<llvm::Instruction*> dead_;
};

}  // namespace isthmus::upc
