#include "variables.hpp"

#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "clang/layouts.hpp"
#include "clang/types.hpp"
#include "clang/unit.hpp"

namespace isthmus::upc {
namespace {

bool mentions_shared(const llvm::Constant* value) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) return is_shared(variable->getAddressSpace());
  if (llvm::isa<llvm::GlobalValue>(value)) return false;
  for (const llvm::Value* part : value->operands())
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(part); constant && mentions_shared(constant)) return true;
  return false;
}

llvm::Function* start(RuntimeCalls& runtime, const char* name) {
  auto* type = llvm::FunctionType::get(runtime.nothing, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, runtime.module);
  llvm::BasicBlock::Create(runtime.context, "", function);
  return function;
}

/// Rows of an array, by their number, that have values other than zeros.
using Rows = llvm::SmallVector<std::pair<uint64_t, llvm::Constant*>>;

void collect_rows(const llvm::DataLayout& layout, llvm::Constant* value, uint64_t place, uint64_t row_size, Rows& rows) {
  if (value->isNullValue()) return;
  if (layout.getTypeAllocSize(value->getType()) <= row_size) return rows.push_back({place / row_size, value});
  for (llvm::Value* part : value->operands()) {
    collect_rows(layout, llvm::cast<llvm::Constant>(part), place, row_size, rows);
    place += layout.getTypeAllocSize(part->getType());
  }
}

/// The values of an array up to the last that is not zero: in the dynamic environment too many zeros follow to be stored.
llvm::Constant* written_part(llvm::Constant* values) {
  if (auto* plain = llvm::dyn_cast<llvm::ConstantDataSequential>(values)) {
    const uint64_t size = plain->getElementByteSize(), count = (plain->getRawDataValues().rtrim('\0').size() + size - 1) / size;
    return llvm::ConstantDataArray::getRaw(plain->getRawDataValues().take_front(count * size), count, plain->getElementType());
  }
  auto* aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(values);
  if (!aggregate) return values;
  llvm::SmallVector<llvm::Constant*> parts;
  for (llvm::Value* part : aggregate->operands()) parts.push_back(llvm::cast<llvm::Constant>(part));
  while (!parts.empty() && parts.back()->isNullValue()) parts.pop_back();
  return llvm::ConstantStruct::getAnon(parts, /*Packed=*/true);
}

}  // namespace

llvm::Type* Variables::type_of(const llvm::GlobalVariable* variable) {
  llvm::StringRef text = variable->getAttribute(kArrayAttribute).getValueAsString();
  uint64_t number = 0;
  if (text.consumeInteger(10, number)) return variable->getValueType();
  llvm::Type* type = llvm::StructType::get(llvm::ArrayType::get(llvm::Type::getInt8Ty(runtime_.context), number));
  while (text.consume_front(".") && !text.consumeInteger(10, number)) type = llvm::ArrayType::get(type, number);
  return type;
}

int Variables::threads_dimension(const llvm::Value* variable) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(variable);
  llvm::StringRef section = global ? global->getSection() : "";
  unsigned dimension = 0;
  if (!section.consume_front(kDynamicSection) || section.consumeInteger(10, dimension)) return -1;
  return static_cast<int>(dimension);
}

llvm::Value* Variables::offset(llvm::IRBuilder<>& at, llvm::GlobalVariable* variable) {
  llvm::LoadInst* load = at.CreateLoad(runtime_.word, offsets_.at(variable), variable->getName());
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(runtime_.context, {}));
  return load;
}

void Variables::declare() {
  llvm::Module& module = runtime_.module;
  llvm::SmallVector<llvm::GlobalVariable*> all;
  llvm::SmallVector<llvm::Constant*> shared;
  for (llvm::GlobalVariable& variable : module.globals()) {
    all.push_back(&variable);
    if (!is_shared(variable.getAddressSpace())) continue;
    shared.push_back(&variable);
    const bool declared = variable.isDeclaration();
    auto* offset = new llvm::GlobalVariable(module, runtime_.word, false,
                                            declared ? llvm::GlobalValue::ExternalLinkage : variable.getLinkage(),
                                            declared ? nullptr : runtime_.number(0), variable.getName() + ".upc_offset");
    if (!offset->hasLocalLinkage()) offset->setVisibility(llvm::GlobalValue::HiddenVisibility);
    offsets_[&variable] = offset;
  }
  llvm::Function *layout = start(runtime_, "upcr_unit_layout"), *initialise = start(runtime_, "upcr_unit_initialise");
  llvm::Function* constructor = start(runtime_, "upcr_unit_constructor");
  llvm::IRBuilder<> in_layout(&layout->front()), in_initialise(&initialise->front()), in_constructor(&constructor->front());
  for (llvm::GlobalVariable* variable : all)
    if (variable->hasInitializer()) define(*variable, in_layout, in_initialise);
  in_layout.CreateRetVoid();
  in_initialise.CreateRetVoid();
  runtime_.call(in_constructor, "upcr_register", runtime_.nothing, {layout, initialise, runtime_.number(unit.threads)});
  in_constructor.CreateRetVoid();
  llvm::appendToGlobalCtors(module, constructor, 65535);
  for (llvm::Constant* variable : shared) variable->removeDeadConstantUsers();
  llvm::convertUsersOfConstantsToInstructions(shared);
}

void Variables::define(llvm::GlobalVariable& variable, llvm::IRBuilder<>& layout, llvm::IRBuilder<>& initialise) {
  llvm::Constant* value = variable.getInitializer();
  if (!is_shared(variable.getAddressSpace())) {
    if (!mentions_shared(value)) return;
    variable.setInitializer(without_shared(initialise, value, &variable));
    variable.setConstant(false);
    return;
  }
  llvm::Type* type = type_of(&variable);
  const uint64_t size = runtime_.layout.getTypeAllocSize(leaf(type));
  const bool dynamic = threads_dimension(&variable) >= 0;
  const uint64_t count = (size ? runtime_.layout.getTypeAllocSize(type) / size : 0) / (dynamic ? kUnknownThreads : 1);
  llvm::Value* elements = runtime_.number(count);
  llvm::Value* block = runtime_.number(block_of(variable.getAddressSpace()));
  runtime_.call(layout, "upcr_layout", runtime_.nothing,
                {offsets_.at(&variable), elements, block, runtime_.number(size), runtime_.number(dynamic),
                 runtime_.number(runtime_.layout.getPreferredAlign(&variable).value())});
  if (value->isNullValue()) return;
  give_values(variable, initialise);
  variable.setInitializer(llvm::Constant::getNullValue(value->getType()));
}

// Each row of an array [n][THREADS] begins where the number of threads tells: it has an image of its own. All others are one row.
void Variables::give_values(llvm::GlobalVariable& variable, llvm::IRBuilder<>& initialise) {
  llvm::Type* row = type_of(&variable);
  const int dimension = threads_dimension(&variable);
  for (int outer = 0; outer < dimension; ++outer) row = row->getArrayElementType();
  const uint64_t bytes = runtime_.layout.getTypeAllocSize(row), size = runtime_.layout.getTypeAllocSize(leaf(row));
  llvm::Value* length = runtime_.number(bytes / size / (dimension < 0 ? 1 : kUnknownThreads));
  if (dimension >= 0) length = initialise.CreateMul(length, runtime_.call(initialise, "upcr_nthreads", runtime_.word, {}));
  llvm::Value* offset = initialise.CreateLoad(runtime_.word, offsets_.at(&variable));
  Rows rows;
  collect_rows(runtime_.layout, variable.getInitializer(), 0, bytes, rows);
  for (const auto& [number, values] : rows) {
    llvm::Constant* value = row->isArrayTy() ? written_part(values) : values;
    auto* image = new llvm::GlobalVariable(runtime_.module, value->getType(), false, llvm::GlobalValue::InternalLinkage,
                                           llvm::Constant::getNullValue(value->getType()), variable.getName() + ".upc_image");
    image->setAlignment(variable.getAlign());
    image->setInitializer(without_shared(initialise, value, image));
    runtime_.call(initialise, "upcr_image", runtime_.nothing,
                  {offset, initialise.CreateMul(length, runtime_.number(number)), length,
                   runtime_.number(runtime_.layout.getTypeAllocSize(value->getType()) / size),
                   runtime_.number(block_of(variable.getAddressSpace())), runtime_.number(size), image});
  }
}

// A value without the addresses of shared variables, which are known at start-up and stored then.
llvm::Constant* Variables::without_shared(llvm::IRBuilder<>& at, llvm::Constant* value, llvm::Value* place) {
  if (!mentions_shared(value)) return value;
  auto* aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(value);
  if (!aggregate) {
    at.CreateStore(value, place);
    return llvm::Constant::getNullValue(value->getType());
  }
  llvm::SmallVector<llvm::Constant*> parts;
  for (unsigned i = 0; i < aggregate->getNumOperands(); ++i)
    parts.push_back(without_shared(at, aggregate->getOperand(i), at.CreateConstGEP2_32(aggregate->getType(), place, 0, i)));
  if (auto* record = llvm::dyn_cast<llvm::StructType>(value->getType())) return llvm::ConstantStruct::get(record, parts);
  return llvm::ConstantArray::get(llvm::cast<llvm::ArrayType>(value->getType()), parts);
}

void Variables::replace_addresses(llvm::Function& function) {
  for (auto& [variable, unused] : offsets_)
    for (llvm::Use& use : llvm::make_early_inc_range(variable->uses())) {
      auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (!user || user->getFunction() != &function) continue;
      auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      llvm::IRBuilder<> at(phi ? phi->getIncomingBlock(use)->getTerminator() : user);
      use.set(at.CreateIntToPtr(offset(at, variable), variable->getType()));
    }
}

void Variables::remove() {
  for (auto& [variable, offset] : offsets_) {
    variable->removeDeadConstantUsers();
    if (variable->use_empty()) variable->eraseFromParent();
  }
}

}  // namespace isthmus::upc
