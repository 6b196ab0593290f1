#include "foralls.hpp"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include "types.hpp"
#include "walk.hpp"

namespace isthmus::upc {
namespace {

using VariableSet = std::set<const clang::ValueDecl*>;

const clang::VarDecl* variable_in(const clang::Expr* expression) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

/// Adds the variables that a statement assigns to, whatever else it does.
void collect_assigned(const clang::Stmt* statement, VariableSet& assigned) {
  if (!statement) return;
  if (auto* operation = llvm::dyn_cast<clang::BinaryOperator>(statement); operation && operation->isAssignmentOp())
    if (const clang::VarDecl* variable = variable_in(operation->getLHS())) assigned.insert(variable);
  if (auto* operation = llvm::dyn_cast<clang::UnaryOperator>(statement); operation && operation->isIncrementDecrementOp())
    if (const clang::VarDecl* variable = variable_in(operation->getSubExpr())) assigned.insert(variable);
  if (auto* assembler = llvm::dyn_cast<clang::GCCAsmStmt>(statement))
    for (unsigned i = 0; i < assembler->getNumOutputs(); ++i)
      if (const clang::VarDecl* variable = variable_in(assembler->getOutputExpr(i))) assigned.insert(variable);
  for (const clang::Stmt* inner : statement->children()) collect_assigned(inner, assigned);
}

/// The argument of the test that rewrite_keywords put into a upc_forall, or null.
const clang::Expr* affinity_in(const clang::Stmt* statement) {
  if (!statement) return nullptr;
  if (auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    return callee && callee->getIdentifier() && callee->getName() == "upcr_affinity" && call->getNumArgs() == 2 ? call->getArg(1) : nullptr;
  }
  for (const clang::Stmt* inner : statement->children())
    if (const clang::Expr* found = affinity_in(inner)) return found;
  return nullptr;
}

/// One loop. `taken` are the variables of its function whose address somebody has.
class Loop {
 public:
  Loop(const clang::ForStmt* loop, const clang::ASTContext& context, const VariableSet& taken)
      : loop_(loop), context_(context), taken_(taken) {
    const auto* test = llvm::dyn_cast<clang::IfStmt>(loop->getBody());
    if (!test) return;
    affinity_ = affinity_in(test->getCond());
    if (!loop->getCond() || !loop->getInc()) return;
    collect_assigned(test->getElse(), assigned_);
    collect_assigned(loop->getCond(), assigned_);
    variable_ = counted();
  }

  /// How many iterations one after the other are one thread's, or 0 where the loop is none of those that find_strides is for.
  unsigned long run() const {
    if (!affinity_ || !variable_ || !ends_at_bound()) return 0;
    if (affinity_->getType()->isIntegerType()) return is_turn() ? 1 : 0;
    return run_of_element();
  }
  const clang::Expr* affinity() const { return affinity_; }
  const clang::VarDecl* variable() const { return variable_; }
  const clang::BinaryOperator* condition() const { return llvm::cast<clang::BinaryOperator>(loop_->getCond()); }

 private:
  // The local integer that the loop counts by one and that nothing else in it changes.
  const clang::VarDecl* counted() const {
    const clang::Expr* step = loop_->getInc()->IgnoreParens();
    const clang::VarDecl* found = nullptr;
    if (auto* one = llvm::dyn_cast<clang::UnaryOperator>(step); one && one->isIncrementOp()) found = variable_in(one->getSubExpr());
    if (auto* sum = llvm::dyn_cast<clang::BinaryOperator>(step); sum && sum->getOpcode() == clang::BO_AddAssign) {
      const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(sum->getRHS()->IgnoreParenImpCasts());
      if (number && number->getValue() == 1) found = variable_in(sum->getLHS());
    }
    if (!found || !is_steady(found) || !found->getType()->isIntegerType() || context_.getTypeSize(found->getType()) < 32) return nullptr;
    return found;
  }

  // Between two iterations a local variable keeps its value unless the loop assigns to it or its address is known.
  bool is_steady(const clang::VarDecl* variable) const {
    return variable->hasLocalStorage() && !variable->getType().isVolatileQualified() && !assigned_.count(variable) &&
           !taken_.count(variable);
  }

  // i < bound or i <= bound, where conversions leave the order of i alone.
  bool ends_at_bound() const {
    const auto* compared = llvm::dyn_cast<clang::BinaryOperator>(loop_->getCond());
    if (!compared) return false;
    if (compared->getOpcode() != clang::BO_LT && compared->getOpcode() != clang::BO_LE) return false;
    const bool stays = compared->getLHS()->getType()->isSignedIntegerType() == variable_->getType()->isSignedIntegerType();
    return variable_in(compared->getLHS()) == variable_ && stays && compared->getRHS()->getType()->isIntegerType() &&
           is_constant(compared->getRHS());
  }

  // The same value in each iteration, without effects.
  bool is_constant(const clang::Expr* value) const {
    value = value->IgnoreParenImpCasts();
    if (llvm::isa<clang::IntegerLiteral>(value) || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(value)) return true;
    if (auto* name = llvm::dyn_cast<clang::DeclRefExpr>(value)) {
      if (llvm::isa<clang::EnumConstantDecl>(name->getDecl())) return true;
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      if (!variable || variable == variable_) return false;
      const clang::QualType type = variable->getType();
      return type->isArrayType() || (type.isConstQualified() && !is_shared(space_of(type))) || is_steady(variable);
    }
    auto* operation = llvm::dyn_cast<clang::BinaryOperator>(value);
    return operation && (operation->isMultiplicativeOp() || operation->isAdditiveOp()) && is_constant(operation->getLHS()) &&
           is_constant(operation->getRHS());
  }

  // A count. An unsigned sum may wrap, and the thread of the next iteration is not the next thread then.
  bool is_turn() const {
    return is_count(affinity_) && (!affinity_->getType()->isUnsignedIntegerType() || variable_in(affinity_) == variable_);
  }

  // i, i + constant, constant + i, i - constant
  bool is_count(const clang::Expr* value) const {
    if (!value->getType()->isIntegerType()) return false;
    value = value->IgnoreParenImpCasts();
    if (variable_in(value) == variable_) return true;
    auto* sum = llvm::dyn_cast<clang::BinaryOperator>(value);
    if (!sum || !sum->isAdditiveOp()) return false;
    if (is_count(sum->getLHS()) && is_constant(sum->getRHS())) return true;
    return sum->getOpcode() == clang::BO_Add && is_constant(sum->getLHS()) && is_count(sum->getRHS());
  }

  // &a[count] has the run of a block. &a[count][constant] of an array whose blocks are whole rows has as many iterations as a block
  // has rows: such arrays begin with a block.
  unsigned long run_of_element() const {
    const clang::QualType type = affinity_->getType();
    if (!type->isPointerType() || type->getPointeeType()->isArrayType()) return 0;
    const auto* address = llvm::dyn_cast<clang::UnaryOperator>(affinity_->IgnoreParenImpCasts());
    if (!address || address->getOpcode() != clang::UO_AddrOf) return 0;
    const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens());
    if (!element) return 0;
    const unsigned long block = block_of(space_of(type->getPointeeType()));
    if (is_count(element->getIdx()) && is_constant(element->getBase())) return block;
    const auto* row = llvm::dyn_cast<clang::ArraySubscriptExpr>(element->getBase()->IgnoreParenImpCasts());
    const auto* column = llvm::dyn_cast<clang::IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts());
    if (!row || !column || !is_count(row->getIdx())) return 0;
    const clang::VarDecl* array = variable_in(row->getBase());
    const auto* columns = context_.getAsConstantArrayType(row->getType());
    if (!array || !array->getType()->isArrayType() || !columns || columns->getElementType()->isArrayType()) return 0;
    const unsigned long width = columns->getSize().getZExtValue();
    return width && column->getValue().ult(width) && width < kUnknownThreads && block % width == 0 ? block / width : 0;
  }

  const clang::ForStmt* loop_;
  const clang::ASTContext& context_;
  const VariableSet& taken_;
  VariableSet assigned_;
  const clang::Expr* affinity_ = nullptr;
  const clang::VarDecl* variable_ = nullptr;
};

class Finder : public Walk {
 public:
  Finder(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords, Strides& strides, Edits& edits)
      : context_(context), tokens_(tokens), keywords_(keywords), strides_(strides), edits_(edits) {}

  bool changed() const { return changed_; }

  void visit_statement(clang::Stmt* statement) override {
    if (auto* operation = llvm::dyn_cast<clang::UnaryOperator>(statement); operation && operation->getOpcode() == clang::UO_AddrOf)
      if (const clang::VarDecl* variable = variable_in(operation->getSubExpr())) taken_.insert(variable);
    if (auto* loop = llvm::dyn_cast<clang::ForStmt>(statement))
      if (keywords_.foralls.count(tokens_.at(loop->getForLoc()))) loops_.push_back(loop);
  }

  // A function is visited after what is in it: only now it is known whose address is taken.
  void visit_declaration(clang::Decl* declaration) override {
    if (!llvm::isa<clang::FunctionDecl>(declaration)) return;
    for (const clang::ForStmt* loop : loops_) consider(loop);
    loops_.clear();
    taken_.clear();
  }

 private:
  void consider(const clang::ForStmt* statement) {
    const unsigned at = tokens_.at(statement->getForLoc());
    const Loop loop(statement, context_, taken_);
    const unsigned long run = loop.run();
    if (strides_.count(at)) return;
    if (!run) return never_negative(loop.affinity(), "(long)((", ") % (unsigned long)upcr_threads)");
    const clang::Expr* bound = loop.condition()->getRHS();
    const unsigned first = tokens_.at(bound->getBeginLoc()), last = tokens_.at(bound->getEndLoc());
    const auto* declared = llvm::dyn_cast_or_null<clang::DeclStmt>(statement->getInit());
    if (first == Tokens::kNone || last == Tokens::kNone) return;
    if (declared && (!declared->isSingleDecl() || declared->getSingleDecl() != loop.variable())) return;
    strides_[at] = {.variable = loop.variable()->getName().str(),
                    .bound_first = first,
                    .bound_last = last,
                    .bound_type = bound->getType().getCanonicalType().getUnqualifiedType().getAsString(),
                    .inclusive = loop.condition()->getOpcode() == clang::BO_LE,
                    .declared = declared != nullptr,
                    .run = run};
    never_negative(loop.affinity(), "(long)(", ")");
    changed_ = true;
  }

  // The pass takes integers for signed.
  void never_negative(const clang::Expr* affinity, const char* open, const char* close) {
    if (!affinity || !affinity->getType()->isUnsignedIntegerType()) return;
    affinity = affinity->IgnoreParenImpCasts();
    const unsigned first = tokens_.at(affinity->getBeginLoc()), last = tokens_.at(affinity->getEndLoc());
    if (first != Tokens::kNone && last != Tokens::kNone) changed_ |= edits_.wrap(first, last, open, close);
  }

  clang::ASTContext& context_;
  const Tokens& tokens_;
  const Keywords& keywords_;
  Strides& strides_;
  Edits& edits_;
  VariableSet taken_;
  std::vector<const clang::ForStmt*> loops_;
  bool changed_ = false;
};

}  // namespace

bool find_strides(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords, Strides& strides,
                  Edits& edits) {
  Finder finder(context, tokens, keywords, strides, edits);
  finder.walk(context.getTranslationUnitDecl());
  return finder.changed();
}

}  // namespace isthmus::upc
