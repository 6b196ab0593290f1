// Every declaration, statement and type of a unit, as C has them.
#pragma once
#include <clang/AST/ASTContext.h>
#include <clang/AST/TypeLoc.h>

#include <set>

namespace isthmus::upc {

/// Calls the functions below, which do nothing unless they are overridden, for each node, its children first. clang's
/// RecursiveASTVisitor does so, too, but takes longer to compile than the rest of this plugin, since it knows C++ and Objective-C.
class Walk {
 public:
  virtual ~Walk() = default;
  void walk(clang::Decl* declaration);

 protected:
  virtual void visit_declaration(clang::Decl*) {}
  virtual void visit_statement(clang::Stmt*) {}
  virtual void visit_type(clang::TypeLoc) {}

 private:
  void walk(clang::Stmt* statement);
  void walk(clang::TypeSourceInfo* type);
  void children(clang::Decl* declaration);
  void children(clang::Stmt* statement);

  std::set<const void*> seen_;  ///< a struct is in its declaration statement and in its function, a parameter in its function's type
};

}  // namespace isthmus::upc
