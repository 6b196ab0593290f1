// upc_foralls with stride (clang/foralls.hpp): the first iteration of a thread, and references to its own elements.
#include <llvm/IR/MDBuilder.h>

#include "function.hpp"
#include "runs.hpp"

namespace isthmus::upc {
namespace {

/// Whether two values are computed alike: an index is extended, and a constant added, wherever it is used.
bool is_same(const llvm::Value* one, const llvm::Value* other) {
  if (one == other) return true;
  const auto *left = llvm::dyn_cast<llvm::Instruction>(one), *right = llvm::dyn_cast<llvm::Instruction>(other);
  if (!left || !right || left->getOpcode() != right->getOpcode() || left->getType() != right->getType()) return false;
  if (!llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::BinaryOperator>(left)) return false;
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
  const uint64_t block = is_shared(affinity->getType()) ? block_of(affinity->getType()->getPointerAddressSpace()) : 1;
  llvm::Value* mine = call.getArgOperand(0);
  if (name == "upcr_skip" && block == 1) {
    llvm::Value* number = index ? index : runtime_.call(at, "upcr_thread_of", runtime_.word, {bits(at, affinity)});
    return replace(call, runtime_.call(at, "upcr_skip_to_mine", runtime_.word, {mine, number}));
  }
  if (name == "upcr_skip")
    return replace(call, runtime_.call(at, "upcr_skip_to_run", runtime_.word,
                                       {mine, call.getArgOperand(1), bits(at, affinity), runtime_.number(block)}));
  if (name == "upcr_run")
    return replace(call, runtime_.call(at, "upcr_run_length", runtime_.word,
                                       {mine, call.getArgOperand(1), call.getArgOperand(2), bits(at, affinity), runtime_.number(block)}));
  if (name == "upcr_row" && !index) return replace(call, runtime_.number(0));
  if (name == "upcr_row" && block == 1) return replace(call, runtime_.call(at, "upcr_row_of", runtime_.word, {index}));
  if (name == "upcr_row")
    return replace(call, runtime_.call(at, "upcr_row_in_blocks", runtime_.word, {index, runtime_.number(block)}));
  // Where an iteration has a row of elements, the rows of iterations are not those of elements.
  auto* run = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  if (llvm::Loop* loop = loops_.getLoopFor(call.getParent()); loop && run && !run->isOne())
    mark_run(*loop, static_cast<unsigned>(run->getZExtValue()));
  if (index && run && run->equalsInt(block)) owned_.push_back({.since = &call, .index = index, .mine = mine, .row = call.getArgOperand(1), .block = block});
  replace(call, nullptr);
}

std::optional<FunctionLowering::OwnPlace> FunctionLowering::own_place(llvm::IRBuilder<>& at, llvm::Value* pointer) {
  const auto found = places_.find(pointer);
  if (owned_.empty() || found == places_.end()) return std::nullopt;
  const Place& place = found->second;
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(place.root);
  if (!variable) return std::nullopt;
  for (const Owned& own : owned_) {
    if (own.block != block_of(variable->getAddressSpace()) || !is_same(own.index, place.index)) continue;
    if (!dominators_.dominates(own.since, &*at.GetInsertPoint())) continue;
    llvm::Value* begin = at.CreateAdd(variables_.offset(at, variable), place.bytes);
    llvm::Value* offset = at.CreateAdd(begin, at.CreateMul(own.row, runtime_.number(place.size)));
    return OwnPlace{.mine = own.mine, .offset = offset, .variable = variable};
  }
  return std::nullopt;
}

llvm::Value* FunctionLowering::refer(llvm::IRBuilder<>& at, const OwnPlace& own, const llvm::Twine& name, llvm::Type* result,
                                     llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Value* call = runtime_.call(at, name, result, arguments);
  references_[own.variable].push_back(llvm::cast<llvm::Instruction>(call));
  return call;
}

// Two arrays never overlap. LLVM sees that of C's, but not of shared ones, whose addresses are sums: a vectorised loop would compare
// them first, and have another loop beside it for arrays that do.
void FunctionLowering::tell_arrays_apart() {
  if (references_.size() < 2) return;
  llvm::MDBuilder metadata(runtime_.context);
  llvm::MDNode* domain = metadata.createAnonymousAliasScopeDomain();
  llvm::SmallVector<llvm::Metadata*> scopes;
  for (unsigned i = 0; i < references_.size(); ++i) scopes.push_back(metadata.createAnonymousAliasScope(domain));
  unsigned number = 0;
  for (const auto& [variable, references] : references_) {
    llvm::SmallVector<llvm::Metadata*> others(scopes);
    others.erase(others.begin() + number);
    for (llvm::Instruction* reference : references) {
      reference->setMetadata(llvm::LLVMContext::MD_alias_scope, llvm::MDNode::get(runtime_.context, scopes[number]));
      reference->setMetadata(llvm::LLVMContext::MD_noalias, llvm::MDNode::get(runtime_.context, others));
    }
    ++number;
  }
}

}  // namespace isthmus::upc
