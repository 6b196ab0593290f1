#include "runs.hpp"

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "expander.hpp"

namespace isthmus::upc {
namespace {

constexpr char kMark[] = "isthmus.upc.run";
constexpr unsigned kMostInstructions = 100;  ///< of a loop that is copied: what a run costs beside its loop is little for longer ones

/// Whether a loop gains by a count that LLVM knows. A loop with calls is not vectorised; that of a upc_forall within another one has
/// some, for elements on other nodes.
bool gains(const llvm::Loop& loop) {
  unsigned instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block) {
      if (llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction)) return false;
      if (++instructions > kMostInstructions) return false;
    }
  return true;
}

/// Makes a loop of that many iterations, which asks nothing else.
void set_count(llvm::Loop& loop, llvm::ConstantInt* iterations) {
  llvm::BasicBlock *latch = loop.getLoopLatch(), *header = loop.getHeader();
  llvm::IRBuilder<> at(&header->front());
  llvm::PHINode* done = at.CreatePHI(iterations->getType(), 2);
  auto* branch = llvm::cast<llvm::BranchInst>(latch->getTerminator());
  at.SetInsertPoint(branch);
  llvm::Value* now = at.CreateAdd(done, llvm::ConstantInt::get(iterations->getType(), 1), "", /*HasNUW=*/true);
  done->addIncoming(llvm::ConstantInt::get(iterations->getType(), 0), loop.getLoopPreheader());
  done->addIncoming(now, latch);
  const bool stays_if_true = branch->getSuccessor(0) == header;
  branch->setCondition(stays_if_true ? at.CreateICmpNE(now, iterations) : at.CreateICmpEQ(now, iterations));
}

/// Puts a copy of a loop before it, and goes to the copy if there is a whole run to do.
void divide(llvm::Loop& loop, unsigned run, llvm::LoopInfo& loops, llvm::DominatorTree& dominators, llvm::ScalarEvolution& evolution) {
  llvm::BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch(), *exit = loop.getUniqueExitBlock();
  if (!loop.isLoopSimplifyForm() || !loop.isLCSSAForm(dominators) || !loop.isSafeToClone() || !gains(loop)) return;
  if (!exit || loop.getExitingBlock() != latch || !llvm::isa<llvm::BranchInst>(latch->getTerminator())) return;
  const llvm::SCEV* repeated = evolution.getBackedgeTakenCount(&loop);
  if (llvm::isa<llvm::SCEVCouldNotCompute>(repeated) || llvm::isa<llvm::SCEVConstant>(repeated)) return;
  llvm::Instruction* end = before->getTerminator();
  llvm::SCEVExpander expander = make_expander(evolution);
  if (!expander.isSafeToExpandAt(repeated, end)) return;
  auto* number = llvm::cast<llvm::IntegerType>(repeated->getType());
  llvm::Value* repeats = expander.expandCodeFor(repeated, number, end);
  llvm::Value* whole = llvm::IRBuilder<>(end).CreateICmpEQ(repeats, llvm::ConstantInt::get(number, run - 1));
  evolution.forgetTopmostLoop(&loop);  // what comes after it has another way to it from now on

  llvm::BasicBlock* part = llvm::SplitBlock(before, end, &dominators, &loops);
  llvm::ValueToValueMapTy copies;
  llvm::SmallVector<llvm::BasicBlock*> blocks;
  llvm::Loop* copy = llvm::cloneLoopWithPreheader(part, before, &loop, copies, ".whole", &loops, &dominators, blocks);
  llvm::remapInstructionsInBlocks(blocks, copies);
  llvm::ReplaceInstWithInst(before->getTerminator(), llvm::BranchInst::Create(copy->getLoopPreheader(), part, whole));
  for (llvm::PHINode& phi : exit->phis()) {
    llvm::Value *value = phi.getIncomingValueForBlock(latch), *copied = copies.lookup(value);
    phi.addIncoming(copied ? copied : value, copy->getLoopLatch());
  }
  dominators.changeImmediateDominator(exit, before);
  set_count(*copy, llvm::ConstantInt::get(number, run));
}

}  // namespace

void mark_run(llvm::Loop& loop, unsigned iterations) { llvm::addStringMetadataToLoop(&loop, kMark, iterations); }

llvm::PreservedAnalyses WholeRuns::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::SmallVector<std::pair<llvm::Loop*, unsigned>> marked;
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    if (const auto run = llvm::getOptionalIntLoopAttribute(loop, kMark); run && loop->isInnermost())
      marked.emplace_back(loop, static_cast<unsigned>(*run));
  if (marked.empty() || function.hasOptSize()) return llvm::PreservedAnalyses::all();
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (const auto& [loop, run] : marked) divide(*loop, run, loops, dominators, evolution);
  return llvm::PreservedAnalyses::none();
}

}  // namespace isthmus::upc
