#include "sizes.hpp"

#include <clang/AST/Expr.h>

#include "types.hpp"
#include "walk.hpp"

namespace isthmus::upc {
namespace {

class SizeFinder : public Walk {
 public:
  SizeFinder(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords, unsigned threads, Sizes& sizes)
      : context_(context), tokens_(tokens), keywords_(keywords), threads_(threads), sizes_(sizes) {}

  bool changed() const { return changed_; }

  void visit_statement(clang::Stmt* statement) override {
    auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(statement);
    if (!trait || trait->getKind() != clang::UETT_SizeOf) return;
    const unsigned at = tokens_.at(trait->getOperatorLoc()), last = tokens_.at(trait->getEndLoc());
    const auto found = keywords_.sizes.find(at);
    const clang::QualType type = trait->getTypeOfArgument();
    if (found == keywords_.sizes.end() || at > keywords_.open_layout || last == Tokens::kNone || !is_shared(space_of(type)) || type->isIncompleteType()) return;
    if (type->isVariableArrayType() || type->isVoidType()) return;  // refused in checks.cpp
    const unsigned long value = value_of(type, found->second);
    const auto known = sizes_.find(at);
    if (known != sizes_.end() && known->second.value == value) return;
    sizes_[at] = {.last = last, .value = value};
    changed_ = true;
  }

 private:
  // The values are constants in the dynamic environment, too: an array of n * THREADS elements has as many blocks in each thread
  // as one of n elements has in all.
  unsigned long value_of(clang::QualType type, SizeOperator which) const {
    const auto bytes = [&](clang::QualType of) { return static_cast<unsigned long>(context_.getTypeSizeInChars(of).getQuantity()); };
    const unsigned long element = bytes(context_.getBaseElementType(type)), threads = threads_ ? threads_ : 1;
    unsigned long count = element ? bytes(type) / element : 0;
    if (!threads_ && count % kUnknownThreads == 0) count /= kUnknownThreads;
    const bool star = space_of(type) >= kStar;  // in an operand that declares nothing
    const unsigned long block = star ? (count + threads - 1) / threads : block_of(space_of(type));
    if (which == SizeOperator::block) return block;
    if (which == SizeOperator::element) return element;
    return block == 0 ? count * element : ((count + block - 1) / block + threads - 1) / threads * block * element;
  }

  clang::ASTContext& context_;
  const Tokens& tokens_;
  const Keywords& keywords_;
  const unsigned threads_;
  Sizes& sizes_;
  bool changed_ = false;
};

}  // namespace

bool find_sizes(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords, unsigned threads,
                Sizes& sizes) {
  SizeFinder finder(context, tokens, keywords, threads, sizes);
  finder.walk(context.getTranslationUnitDecl());
  return finder.changed();
}

}  // namespace isthmus::upc
