#include "function.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

namespace isthmus::upc {

void FunctionLowering::run(llvm::Function& function) {
  dominators_.recalculate(function);
  loops_.analyze(dominators_);
  llvm::SmallVector<llvm::Instruction*> work;
  llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  for (llvm::BasicBlock* block : order)
    for (llvm::Instruction& instruction : *block) work.push_back(&instruction);
  for (llvm::Instruction* instruction : work) lower(*instruction);
  tell_arrays_apart();
  for (llvm::Instruction* instruction : llvm::reverse(dead_)) {
    if (!instruction->use_empty()) instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
    instruction->eraseFromParent();
  }
  variables_.replace_addresses(function);
}

void FunctionLowering::lower(llvm::Instruction& instruction) {
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    if (is_shared(gep->getType())) index(*gep);
  } else if (auto* read = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (is_shared(read->getPointerAddressSpace())) load(*read);
  } else if (auto* write = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (is_shared(write->getPointerAddressSpace())) store(*write);
  } else if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&instruction)) {
    convert(*cast);
  } else if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    if (is_shared(comparison->getOperand(0)->getType())) compare(*comparison);
  } else if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(memory);
    if (is_shared(memory->getRawDest()->getType()) || (transfer && is_shared(transfer->getRawSource()->getType()))) copy(*memory);
  } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    question(*call);
  }
}

llvm::Value* FunctionLowering::bits(llvm::IRBuilder<>& at, llvm::Value* pointer) {
  if (llvm::isa<llvm::ConstantPointerNull>(pointer)) return runtime_.number(0);
  if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer)) return variables_.offset(at, variable);
  return at.CreatePtrToInt(pointer, runtime_.word);
}

llvm::Value* FunctionLowering::place_bits(llvm::IRBuilder<>& at, llvm::Value* pointer) {
  llvm::Value* all = bits(at, pointer);
  if (!has_phase(pointer->getType()->getPointerAddressSpace())) return all;
  return runtime_.call(at, "upcr_without_phase", runtime_.word, {all});
}

void FunctionLowering::replace(llvm::Instruction& instruction, llvm::Value* value) {
  if (value && value->getType() != instruction.getType())
    value = llvm::IRBuilder<>(&instruction).CreateIntToPtr(value, instruction.getType());
  if (value) instruction.replaceAllUsesWith(value);
  dead_.push_back(&instruction);
}

// The runtime reads and writes by size; values of other types travel through a temporary.
llvm::IntegerType* FunctionLowering::integer_of_size(llvm::Type* type) {
  if (type->isAggregateType() || type->isVectorTy()) return nullptr;
  const uint64_t size = runtime_.layout.getTypeStoreSize(type);
  return size <= 8 && llvm::isPowerOf2_64(size) ? llvm::Type::getIntNTy(runtime_.context, static_cast<unsigned>(8 * size)) : nullptr;
}

llvm::AllocaInst* FunctionLowering::temporary(llvm::Instruction& user, llvm::Type* type) {
  llvm::BasicBlock& entry = user.getFunction()->getEntryBlock();
  return new llvm::AllocaInst(type, 0, "", entry.begin());
}

void FunctionLowering::load(llvm::LoadInst& load) {
  llvm::IRBuilder<> at(&load);
  llvm::Value* from = place_bits(at, load.getPointerOperand());
  llvm::Type* type = load.getType();
  const llvm::StringRef name = load.isVolatile() ? "upcr_strict_load" : "upcr_load";
  if (llvm::IntegerType* integer = integer_of_size(type)) {
    const std::optional<OwnPlace> own = load.isVolatile() ? std::nullopt : own_place(at, load.getPointerOperand());
    const unsigned size = integer->getBitWidth() / 8;
    llvm::Value* value = own ? refer(at, *own, "upcr_own_load" + llvm::Twine(size), integer, {from, own->mine, own->offset})
                             : runtime_.call(at, name + llvm::Twine(size), integer, {from});
    if (type->isPointerTy()) value = at.CreateIntToPtr(value, type);
    else if (type->isIntegerTy()) value = at.CreateZExtOrTrunc(value, type);
    else value = at.CreateBitCast(value, type);
    return replace(load, value);
  }
  llvm::Value* copy = temporary(load, type);
  if (load.isVolatile()) runtime_.call(at, "upcr_fence", runtime_.nothing, {});
  runtime_.call(at, "upcr_get", runtime_.nothing, {copy, from, runtime_.number(runtime_.layout.getTypeStoreSize(type))});
  if (load.isVolatile()) runtime_.call(at, "upcr_fence", runtime_.nothing, {});
  replace(load, at.CreateLoad(type, copy));
}

void FunctionLowering::store(llvm::StoreInst& store) {
  llvm::IRBuilder<> at(&store);
  llvm::Value *to = place_bits(at, store.getPointerOperand()), *value = store.getValueOperand();
  llvm::Type* type = value->getType();
  const llvm::StringRef name = store.isVolatile() ? "upcr_strict_store" : "upcr_store";
  if (llvm::IntegerType* integer = integer_of_size(type)) {
    if (is_shared(type)) value = bits(at, value);
    else if (type->isPointerTy()) value = at.CreatePtrToInt(value, integer);
    else if (type->isIntegerTy()) value = at.CreateZExtOrTrunc(value, integer);
    else value = at.CreateBitCast(value, integer);
    const unsigned size = integer->getBitWidth() / 8;
    const std::optional<OwnPlace> own = store.isVolatile() ? std::nullopt : own_place(at, store.getPointerOperand());
    if (own) refer(at, *own, "upcr_own_store" + llvm::Twine(size), runtime_.nothing, {to, value, own->mine, own->offset});
    else runtime_.call(at, name + llvm::Twine(size), runtime_.nothing, {to, value});
    return replace(store, nullptr);
  }
  llvm::Value* copy = temporary(store, type);
  at.CreateStore(value, copy);
  if (store.isVolatile()) runtime_.call(at, "upcr_fence", runtime_.nothing, {});
  runtime_.call(at, "upcr_put", runtime_.nothing, {to, copy, runtime_.number(runtime_.layout.getTypeStoreSize(type))});
  if (store.isVolatile()) runtime_.call(at, "upcr_fence", runtime_.nothing, {});
  replace(store, nullptr);
}

// The phase is kept from and to `shared void *`, and is 0 after any other change of the block size.
void FunctionLowering::convert(llvm::AddrSpaceCastInst& cast) {
  const unsigned from = cast.getSrcAddressSpace(), to = cast.getDestAddressSpace();
  if (!is_shared(from)) return;  // refused by the front end, or null
  llvm::IRBuilder<> at(&cast);
  llvm::Value* pointer = bits(at, cast.getPointerOperand());
  if (!is_shared(to)) return replace(cast, runtime_.call(at, "upcr_local", runtime_.address, {pointer}));
  const bool keeps = from == kVoid ? has_phase(to) : to == kVoid || !has_phase(from);
  replace(cast, keeps ? pointer : runtime_.call(at, "upcr_without_phase", runtime_.word, {pointer}));
}

// The front end has turned the order of pointers into a distance: what is left here is equality.
void FunctionLowering::compare(llvm::ICmpInst& compare) {
  llvm::IRBuilder<> at(&compare);
  llvm::Value *left = bits(at, compare.getOperand(0)), *right = bits(at, compare.getOperand(1));
  if (has_phase(compare.getOperand(0)->getType()->getPointerAddressSpace())) {
    left = runtime_.call(at, "upcr_without_phase", runtime_.word, {left});
    right = runtime_.call(at, "upcr_without_phase", runtime_.word, {right});
  }
  replace(compare, at.CreateICmp(compare.getPredicate(), left, right));
}

void FunctionLowering::copy(llvm::MemIntrinsic& copy) {
  llvm::IRBuilder<> at(&copy);
  llvm::Value *to = copy.getRawDest(), *size = at.CreateZExtOrTrunc(copy.getLength(), runtime_.word);
  if (copy.isVolatile()) runtime_.call(at, "upcr_fence", runtime_.nothing, {});
  if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&copy)) {
    llvm::Value* from = transfer->getRawSource();
    const bool to_shared = is_shared(to->getType()), from_shared = is_shared(from->getType());
    llvm::Value* target = to_shared ? place_bits(at, to) : to;
    llvm::Value* source = from_shared ? place_bits(at, from) : from;
    const char* name = to_shared && from_shared ? "upcr_copy" : to_shared ? "upcr_put" : "upcr_get";
    runtime_.call(at, name, runtime_.nothing, {target, source, size});
  } else {
    llvm::Value* value = at.CreateZExt(llvm::cast<llvm::MemSetInst>(copy).getValue(), runtime_.word);
    runtime_.call(at, "upcr_set", runtime_.nothing, {place_bits(at, to), value, size});
  }
  if (copy.isVolatile()) runtime_.call(at, "upcr_fence", runtime_.nothing, {});
  replace(copy, nullptr);
}

namespace {

/// Functions of upc.h that are worth inlining, and what they are in the inlined part of the runtime.
struct Inlined {
  llvm::StringRef name, inlined;
};
constexpr Inlined kInlined[] = {
    {"upc_threadof", "upcr_thread_of"},
    {"upc_phaseof", "upcr_phase_of"},
    {"upc_addrfield", "upcr_offset_of"},
    {"upc_resetphase", "upcr_without_phase"},
};

}  // namespace

// Calls that the front end put in for this pass, which sees the layout of their arguments (isthmus_upc/prelude.h).
void FunctionLowering::question(llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return;
  llvm::IRBuilder<> at(&call);
  for (const Inlined& one : kInlined)
    if (callee->getName() == one.name && call.arg_size() == 1)
      return replace(call, runtime_.call(at, one.inlined, runtime_.word, {bits(at, call.getArgOperand(0))}));
  const llvm::StringRef name = callee->getName();
  if (name == "upcr_skip" || name == "upcr_run" || name == "upcr_row" || name == "upcr_own") return forall(call, name);
  if (name == "upcr_affinity") {
    llvm::Value* where = call.getArgOperand(1);
    const bool pointer = is_shared(where->getType());
    where = pointer ? bits(at, where) : at.CreateSExtOrTrunc(where, runtime_.word);
    replace(call, runtime_.call(at, pointer ? "upcr_is_mine" : "upcr_is_my_turn", call.getType(), {where}));
  } else if (name == "upcr_resized") {
    replace(call, place_bits(at, call.getArgOperand(1)));
  } else if (name == "upcr_difference") {
    llvm::Value *left = call.getArgOperand(1), *right = call.getArgOperand(2);
    const uint64_t block = block_of(left->getType()->getPointerAddressSpace());
    llvm::Value* size = at.CreateSExtOrTrunc(call.getArgOperand(0), runtime_.word);
    replace(call, runtime_.call(at, "upcr_distance", runtime_.word, {bits(at, left), bits(at, right), runtime_.number(block), size}));
  }
}

}  // namespace isthmus::upc
