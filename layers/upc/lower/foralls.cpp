// upc_foralls with stride (clang/foralls.hpp): the first iteration of a thread, and references to its own elements.
#include "function.hpp"

namespace isthmus::upc {
namespace {

/// Whether two values are computed alike: an index is extended, and a constant added, wherever it is used.
bool is_same(const llvm::Value* one, const llvm::Value* other) {
  if (one == other) return true;
  const auto *left = llvm::dyn_cast<llvm::Instruction>(one), *right = llvm::dyn_cast<llvm::Instruction>(other);
  if (!left || !right || left->getOpcode() != right->getOpcode() || left->getType() != right->getType()) return false;
  if (!llvm::isa<llvm::SExtInst>(left) && !llvm::isa<llvm::BinaryOperator>(left)) return false;
  for (unsigned i = 0; i < left->getNumOperands(); ++i)
    if (!is_same(left->getOperand(i), right->getOperand(i))) return false;
  return true;
}

}  // namespace

// The last argument is the affinity: a number, or a pointer that a GEP made. The pointer's index counts only if it starts at
// thread 0, as variables do.
void FunctionLowering::forall(llvm::CallInst& call, llvm::StringRef name) {
  llvm::IRBuilder<> at(&call);
  llvm::Value *affinity = call.getArgOperand(call.arg_size() - 1), *index = nullptr;
  if (!is_shared(affinity->getType())) {
    index = at.CreateSExtOrTrunc(affinity, runtime_.word);
  } else if (llvm::isa<llvm::GlobalVariable>(affinity)) {
    index = runtime_.number(0);
  } else if (const auto place = places_.find(affinity); place != places_.end() && llvm::isa<llvm::GlobalVariable>(place->second.root)) {
    index = place->second.index;
  }
  if (name == "upcr_skip") {
    llvm::Value* number = index ? index : runtime_.call(at, "upcr_thread_of", runtime_.word, {bits(at, affinity)});
    return replace(call, runtime_.call(at, "upcr_skip_to_mine", runtime_.word, {call.getArgOperand(0), number}));
  }
  if (name == "upcr_row") return replace(call, index ? runtime_.call(at, "upcr_row_of", runtime_.word, {index}) : runtime_.number(0));
  if (index) owned_.push_back({.since = &call, .index = index, .mine = call.getArgOperand(0), .row = call.getArgOperand(1)});
  replace(call, nullptr);
}

std::optional<FunctionLowering::OwnPlace> FunctionLowering::own_place(llvm::IRBuilder<>& at, llvm::Value* pointer) {
  const auto found = places_.find(pointer);
  if (owned_.empty() || found == places_.end()) return std::nullopt;
  const Place& place = found->second;
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(place.root);
  if (!variable || block_of(variable->getAddressSpace()) != 1) return std::nullopt;
  for (const Owned& own : owned_) {
    if (!is_same(own.index, place.index)) continue;
    if (!dominators_.dominates(own.since, &*at.GetInsertPoint())) continue;
    llvm::Value* begin = at.CreateAdd(variables_.offset(at, variable), place.bytes);
    return OwnPlace{.mine = own.mine, .offset = at.CreateAdd(begin, at.CreateMul(own.row, runtime_.number(place.size)))};
  }
  return std::nullopt;
}

}  // namespace isthmus::upc
