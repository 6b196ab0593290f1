// upc_foralls that need no test for every iteration: they go from one iteration of this thread to the next by adding THREADS.
#pragma once
#include <clang/AST/ASTContext.h>

#include "keywords.hpp"

namespace isthmus::upc {

/// Finds the loops of the unit that count by one, and whose affinity is that count, or the element or row with that number of an
/// array with blocks; rewrite_keywords writes them. Adds edits to unsigned affinities. Says whether there are new ones.
bool find_strides(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords, Strides& strides, Edits& edits);

}  // namespace isthmus::upc
