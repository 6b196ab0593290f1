#include "lower.hpp"

#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SimpleLoopUnswitch.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "clang/unit.hpp"
#include "function.hpp"
#include "runs.hpp"

namespace isthmus::upc {
namespace {

/// Links what is called of the inlined part of the runtime, and makes it part of this unit.
void add_inline_code(llvm::Module& module) {
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> code = llvm::parseIRFile(unit.inline_code, problem, module.getContext());
  if (!code) llvm::report_fatal_error(llvm::Twine("upcc: cannot read ") + unit.inline_code + ": " + problem.getMessage(), false);
  std::vector<std::string> names;
  for (const llvm::Function& function : *code)
    if (!function.isDeclaration()) names.push_back(function.getName().str());
  code->setTargetTriple(module.getTargetTriple());
  llvm::Linker::linkModules(module, std::move(code), llvm::Linker::LinkOnlyNeeded);
  for (const std::string& name : names) {
    llvm::Function* function = module.getFunction(name);
    if (!function || function->isDeclaration()) continue;
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  }
  llvm::GlobalVariable* threads = module.getNamedGlobal("upcr_threads");
  if (!threads || !unit.threads) return;
  threads->setInitializer(llvm::ConstantInt::get(threads->getValueType(), unit.threads));
  threads->setLinkage(llvm::GlobalValue::InternalLinkage);
  threads->setConstant(true);
}

struct Lowering : llvm::PassInfoMixin<Lowering> {
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    RuntimeCalls runtime(module);
    Variables variables(runtime);
    if (llvm::Function* main = module.getFunction("main")) main->setName("upc_main_of_the_program");
    variables.declare();
    llvm::SmallVector<llvm::Function*> functions;
    for (llvm::Function& function : module)
      if (!function.isDeclaration()) functions.push_back(&function);
    for (llvm::Function* function : functions) FunctionLowering(runtime, variables).run(*function);
    variables.remove();
    add_inline_code(module);
    return llvm::PreservedAnalyses::none();
  }
};

}  // namespace

void add_lowering(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
    // Variables in registers show equal indices, by which own elements are known. No other pass may come first: they take casts
    // between address spaces for transitive, which those between layouts are not.
    if (level != llvm::OptimizationLevel::O0) passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
    passes.addPass(Lowering());
  });
  // A upc_forall becomes a loop over this thread's elements and one over all, so that the former can be vectorised.
  builder.registerVectorizerStartEPCallback([](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::SimpleLoopUnswitchPass(/*NonTrivial=*/true), /*UseMemorySSA=*/true));
    passes.addPass(llvm::DCEPass());  // the divisions of the other loop would count as costs of this one
    passes.addPass(WholeRuns());
  });
}

}  // namespace isthmus::upc
