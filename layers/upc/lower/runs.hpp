// The innermost loop of a upc_forall over blocks goes through one run of iterations: a whole block nearly always, and less at the ends.
#pragma once
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/PassManager.h>

namespace isthmus::upc {

/// Notes in a loop's metadata how many iterations a whole run of it has.
void mark_run(llvm::Loop& loop, unsigned iterations);

/// Makes two loops of each marked one: one for whole runs, which LLVM unrolls and vectorises knowing how many iterations it has, and
/// one for the others. Comes before the vectoriser.
struct WholeRuns : llvm::PassInfoMixin<WholeRuns> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace isthmus::upc
