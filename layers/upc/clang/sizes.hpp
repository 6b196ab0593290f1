// upc_localsizeof, upc_blocksizeof and upc_elemsizeof, whose values only the types of a parsed unit tell.
#pragma once
#include <clang/AST/ASTContext.h>

#include "keywords.hpp"

namespace isthmus::upc {

/// Computes the operators' values from the AST, and says whether one is new or another than before: an operand may depend on the
/// value of an operator before it. rewrite_keywords writes the values. threads is THREADS at compile time, or 0.
bool find_sizes(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords, unsigned threads,
                Sizes& sizes);

}  // namespace isthmus::upc
