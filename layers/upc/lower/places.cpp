#include "clang/unit.hpp"
#include "function.hpp"

namespace isthmus::upc {

FunctionLowering::Place FunctionLowering::start(llvm::GetElementPtrInst& gep) {
  llvm::Value* base = gep.getPointerOperand();
  const auto known = places_.find(base);
  const uint64_t size = runtime_.layout.getTypeAllocSize(leaf(gep.getSourceElementType()));
  // Elements of another size (a cast in between) or a place inside an element make the base a root of its own.
  if (known != places_.end() && !known->second.within && (known->second.size == 0 || known->second.size == size))
    return known->second;
  return {.root = base, .index = runtime_.number(0), .bytes = runtime_.number(0)};
}

void FunctionLowering::step(llvm::IRBuilder<>& at, Place& place, llvm::Value* count, llvm::Type* element) {
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(count); constant && constant->isZero()) return;
  count = at.CreateSExtOrTrunc(count, runtime_.word);
  const uint64_t bytes = runtime_.layout.getTypeAllocSize(element);
  if (place.within) {
    place.bytes = at.CreateAdd(place.bytes, at.CreateMul(count, runtime_.number(bytes)));
    return;
  }
  place.size = runtime_.layout.getTypeAllocSize(leaf(element));
  const uint64_t elements = place.size ? bytes / place.size : 1;
  if (!unit.threads && elements % kUnknownThreads == 0) {  // an array with THREADS in a dimension
    llvm::Value* threads = runtime_.call(at, "upcr_nthreads", runtime_.word, {});
    count = at.CreateMul(at.CreateMul(count, runtime_.number(elements / kUnknownThreads)), threads);
  } else if (elements != 1) {
    count = at.CreateMul(count, runtime_.number(elements));
  }
  auto* zero = llvm::dyn_cast<llvm::ConstantInt>(place.index);
  place.index = zero && zero->isZero() ? count : at.CreateAdd(place.index, count);
}

// clang folds constant subscripts of a variable to bytes: they are taken apart again by its dimensions.
void FunctionLowering::constant_bytes(Place& place, llvm::Type* type, int64_t bytes, llvm::IRBuilder<>& at) {
  place.size = runtime_.layout.getTypeAllocSize(leaf(type));
  while (type->isArrayTy() && bytes) {
    llvm::Type* element = type->getArrayElementType();
    const int64_t size = static_cast<int64_t>(runtime_.layout.getTypeAllocSize(element));
    step(at, place, runtime_.number(static_cast<uint64_t>(bytes / size)), element);
    bytes %= size;
    type = element;
  }
  place.within = bytes != 0;
  place.bytes = runtime_.number(static_cast<uint64_t>(bytes));
}

void FunctionLowering::index(llvm::GetElementPtrInst& gep) {
  llvm::IRBuilder<> at(&gep);
  Place place = start(gep);
  llvm::Type* type = gep.getSourceElementType();
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(gep.getPointerOperand());
  if (variable && type->isIntegerTy(8) && gep.hasAllConstantIndices() && gep.getNumIndices() == 1) {
    constant_bytes(place, variables_.type_of(variable), llvm::cast<llvm::ConstantInt>(*gep.idx_begin())->getSExtValue(), at);
  } else {
    bool first = true;
    for (llvm::Value* count : gep.indices()) {
      if (first) {
        step(at, place, count, type);
      } else if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
        const auto field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(count)->getZExtValue());
        place.within = true;
        place.bytes = at.CreateAdd(place.bytes, runtime_.number(runtime_.layout.getStructLayout(record)->getElementOffset(field)));
        type = record->getElementType(field);
      } else {
        type = type->getArrayElementType();
        step(at, place, count, type);
      }
      first = false;
    }
  }
  llvm::Value* pointer = at.CreateIntToPtr(pointer_to(at, place, gep.getType()->getPointerAddressSpace()), gep.getType());
  places_[pointer] = place;
  gep.replaceAllUsesWith(pointer);
  dead_.push_back(&gep);
}

llvm::Value* FunctionLowering::pointer_to(llvm::IRBuilder<>& at, const Place& place, unsigned space) {
  llvm::Value* root = bits(at, place.root);
  const uint64_t block = block_of(space);
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(place.index);
  if (!constant || !constant->isZero()) {
    if (block == 0) root = at.CreateAdd(root, at.CreateMul(place.index, runtime_.number(place.size)));
    else // a variable begins at thread 0 and phase 0, which makes it a shorter sum
      root = runtime_.call(at, llvm::isa<llvm::GlobalVariable>(place.root) ? "upcr_index" : "upcr_add", runtime_.word,
                           {root, place.index, runtime_.number(block), runtime_.number(place.size)});
  }
  return at.CreateAdd(root, place.bytes);
}

}  // namespace isthmus::upc
