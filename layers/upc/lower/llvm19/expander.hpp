// How clang 19 makes code of what it knows of a loop. The other folder has the same for the other version, and CMakeLists.txt chooses.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace isthmus::upc {

inline llvm::SCEVExpander make_expander(llvm::ScalarEvolution& evolution) {
  return llvm::SCEVExpander(evolution, evolution.getDataLayout(), "run");
}

}  // namespace isthmus::upc
