#include "walk.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>  // TypeTraitExpr, which C's __builtin_types_compatible_p is
#include <clang/AST/StmtOpenMP.h>

namespace isthmus::upc {

void Walk::walk(clang::Decl* declaration) {
  if (!declaration || !seen_.insert(declaration).second) return;
  children(declaration);
  visit_declaration(declaration);
}

void Walk::walk(clang::Stmt* statement) {
  if (!statement || !seen_.insert(statement).second) return;
  children(statement);
  visit_statement(statement);
}

void Walk::walk(clang::TypeSourceInfo* type) {
  if (!type) return;
  for (clang::TypeLoc part = type->getTypeLoc(); part; part = part.getNextTypeLoc()) {
    if (const auto array = part.getAs<clang::ArrayTypeLoc>()) walk(array.getSizeExpr());
    if (const auto of = part.getAs<clang::TypeOfExprTypeLoc>()) walk(of.getUnderlyingExpr());
    if (const auto function = part.getAs<clang::FunctionTypeLoc>())
      for (clang::ParmVarDecl* parameter : function.getParams()) walk(parameter);
    visit_type(part);
  }
}

void Walk::children(clang::Decl* declaration) {
  for (const clang::Attr* attribute : declaration->attrs()) {
    if (const auto* annotation = llvm::dyn_cast<clang::AnnotateAttr>(attribute))
      for (clang::Expr* argument : annotation->args()) walk(argument);
    if (const auto* aligned = llvm::dyn_cast<clang::AlignedAttr>(attribute); aligned && aligned->isAlignmentExpr())
      walk(aligned->getAlignmentExpr());
  }
  if (auto* declared = llvm::dyn_cast<clang::DeclaratorDecl>(declaration)) walk(declared->getTypeSourceInfo());
  if (auto* named = llvm::dyn_cast<clang::TypedefNameDecl>(declaration)) walk(named->getTypeSourceInfo());
  if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) walk(variable->getInit());
  if (auto* field = llvm::dyn_cast<clang::FieldDecl>(declaration)) walk(field->getBitWidth());
  if (auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(declaration)) walk(constant->getInitExpr());
  if (auto* check = llvm::dyn_cast<clang::StaticAssertDecl>(declaration)) walk(check->getAssertExpr());
  if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
    if (function->doesThisDeclarationHaveABody()) walk(function->getBody());
  if (auto* context = llvm::dyn_cast<clang::DeclContext>(declaration))
    for (clang::Decl* inner : context->decls()) walk(inner);
}

void Walk::children(clang::Stmt* statement) {
  // What is a child of a statement but neither a statement nor an expression.
  if (auto* declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (clang::Decl* declaration : declarations->decls()) walk(declaration);
  } else if (auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(statement)) {
    walk(cast->getTypeInfoAsWritten());
  } else if (auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(statement)) {
    walk(literal->getTypeSourceInfo());
  } else if (auto* size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(statement)) {
    if (size->isArgumentType()) walk(size->getArgumentTypeInfo());
  } else if (auto* offset = llvm::dyn_cast<clang::OffsetOfExpr>(statement)) {
    walk(offset->getTypeSourceInfo());
  } else if (auto* argument = llvm::dyn_cast<clang::VAArgExpr>(statement)) {
    walk(argument->getWrittenTypeInfo());
  } else if (auto* trait = llvm::dyn_cast<clang::TypeTraitExpr>(statement)) {
    for (clang::TypeSourceInfo* type : trait->getArgs()) walk(type);
  } else if (auto* choice = llvm::dyn_cast<clang::GenericSelectionExpr>(statement)) {
    for (clang::TypeSourceInfo* type : choice->getAssocTypeSourceInfos()) walk(type);
  } else if (auto* list = llvm::dyn_cast<clang::InitListExpr>(statement)) {
    // The conversions are in the one form, and the designators in the other.
    walk(list->isSemanticForm() ? list->getSyntacticForm() : list->getSemanticForm());
  } else if (auto* directive = llvm::dyn_cast<clang::OMPExecutableDirective>(statement)) {
    for (clang::OMPClause* clause : directive->clauses())
      if (clause)
        for (clang::Stmt* inner : clause->children()) walk(inner);
    // Its other children are what clang computed for it.
    if (directive->hasAssociatedStmt()) walk(directive->getAssociatedStmt());
    return;
  } else if (auto* captured = llvm::dyn_cast<clang::CapturedStmt>(statement)) {
    return walk(captured->getCapturedStmt());
  }
  for (clang::Stmt* inner : statement->children()) walk(inner);
}

}  // namespace isthmus::upc
