// The pass: pointers to shared become integers and calls of the runtime, most of which are inlined (runtime/inline.c).
#pragma once

namespace llvm {
class PassBuilder;  // whose header takes long to compile
}

namespace isthmus::upc {

/// Puts the pass first in the pipeline, before anything looks at pointers to shared as if they were addresses.
void add_lowering(llvm::PassBuilder& builder);

}  // namespace isthmus::upc
