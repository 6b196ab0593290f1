// What UPC says about types and clang does not know: members of shared objects, distances and order of pointers to shared, sizes,
// blocks of [*], strict references. Found in the AST and answered by edits, after which the unit is parsed again.
#pragma once
#include <clang/AST/ASTContext.h>

#include "keywords.hpp"
#include "names.hpp"
#include "spaces.hpp"

namespace isthmus::upc {

/// Section of a shared array one dimension of which is a multiple of THREADS: this, the dimension, a dot, the name.
inline constexpr const char* kDynamicSection = "upc.threads.";

/// The address space of a type, of its elements if it is an array; 0 where it has none.
unsigned space_of(clang::QualType type);
/// The block size of an array with the layout [*]: as even a share for each thread as whole elements allow. `threads` is 0 where
/// their number is not known.
unsigned long even_share(clang::ASTContext& context, clang::QualType array, unsigned threads);
/// The address space of what a type points to; 0 where it is no pointer.
unsigned pointee_space(clang::QualType type);
/// The object of a reference: of __real__ and __imag__ that of which they are parts.
const clang::Expr* whole_of(const clang::Expr* object);
/// Whether a reference to a shared object is in a strict part of the source and not a strict one (yet).
bool lacks_strict(const clang::Expr* object, const Tokens& tokens, const Keywords& keywords);
/// Whether a variable's size is a multiple of a THREADS that is not known yet.
bool is_dynamic(const clang::VarDecl* variable);

/// What a variable gets for it. It follows the variable's dimensions, or its name where a typedef has them.
std::string dynamic_attribute(unsigned dimension, llvm::StringRef name);

/// Whether a cast between pointers is one to elements of another size, or of one that is not known.
bool changes_size(clang::ASTContext& context, const clang::CastExpr* cast);
/// Whether a cast between layouts takes another one back: LLVM would make no cast of the two. shared void keeps the phase anyway.
bool goes_back(const clang::CastExpr* cast);

/// Adds edits for the whole unit, and says whether there were new ones. threads is THREADS at compile time, or 0.
bool edit_types(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords, unsigned threads,
                Names& names, Edits& edits);

/// Reports an error of the user's.
void refuse(clang::ASTContext& context, clang::SourceLocation place, llvm::StringRef text);
/// Reports uses of shared objects by what compilers add to C, and by C's own functions.
void check_extensions(clang::ASTContext& context);
/// Reports what UPC forbids and C does not.
void check_types(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords);

}  // namespace isthmus::upc
