// What the pass has to know of a variable's type and clang does not hand on: a variable with an initial value has LLVM's type of that
// value, which is a struct of the values that were written and of zeros where there are many, or of the members of unions.
#pragma once
#include <clang/AST/ASTContext.h>

namespace isthmus::upc {

/// The attribute that a shared array with an initial value has in LLVM: the size of its elements, then its dimensions, the last one
/// first, with dots in between. It is the one of `#pragma clang section bss`, since clang hands on no attributes of others.
inline constexpr const char* kArrayAttribute = "bss-section";

/// Gives it to the variables of a declaration, before clang makes code of them.
void tell_layouts(clang::ASTContext& context, clang::Decl* declaration);

}  // namespace isthmus::upc
