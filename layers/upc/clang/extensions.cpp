// Shared objects where C's library and what compilers add to C work on addresses: builtins, asm, OpenMP, thread-local
// storage.
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/AST/FormatString.h>
#include <clang/AST/StmtOpenMP.h>

#include <algorithm>
#include <set>

#include "types.hpp"
#include "walk.hpp"

namespace isthmus::upc {
namespace {

class Extensions : public Walk {
 public:
  explicit Extensions(clang::ASTContext& context) : context_(context) {}

  void visit_statement(clang::Stmt* statement) override {
    if (auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) this->call(call);
    if (auto* atomic = llvm::dyn_cast<clang::AtomicExpr>(statement)) no_builtin(atomic->getPtr());
    if (auto* atomic = llvm::dyn_cast<clang::OMPAtomicDirective>(statement); atomic && is_object(atomic->getX()))
      refuse(context_, atomic->getX()->getBeginLoc(), "#pragma omp atomic is for private memory: use upc_atomic.h");
    if (auto* directive = llvm::dyn_cast<clang::OMPExecutableDirective>(statement)) clauses(directive);
    if (auto* assembler = llvm::dyn_cast<clang::GCCAsmStmt>(statement)) operands(assembler);
  }
  void visit_declaration(clang::Decl* declaration) override {
    auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || !is_shared(space_of(variable->getType()))) return;
    if (variable->getTLSKind() || variable->hasAttr<clang::OMPThreadPrivateDeclAttr>())
      refuse(context_, variable->getLocation(), "a shared variable cannot be one for each thread");
  }

 private:
  /// Whether an expression is a shared object, and not only its value.
  static bool is_object(const clang::Stmt* statement) {
    const auto* object = llvm::dyn_cast_or_null<clang::Expr>(statement);
    return object && object->isLValue() && is_shared(space_of(whole_of(object)->getType()));
  }

  void no_builtin(const clang::Expr* pointer) {
    if (is_shared(pointee_space(pointer->getType())))
      refuse(context_, pointer->getBeginLoc(), "this builtin is for private memory: use upc_atomic.h");
  }

  /// The arguments of printf's that it does not only print as addresses.
  struct Followed : clang::analyze_format_string::FormatStringHandler {
    std::set<unsigned> arguments;
    bool HandlePrintfSpecifier(const clang::analyze_printf::PrintfSpecifier& one, const char*, unsigned,
                               const clang::TargetInfo&) override {
      if (one.consumesDataArgument() &&
          one.getConversionSpecifier().getKind() != clang::analyze_format_string::ConversionSpecifier::pArg)
        arguments.insert(one.getArgIndex());
      return true;
    }
  };

  // What scanf fills, and printf reads, follows the parameters.
  void formatted(const clang::CallExpr* call, const clang::FormatAttr* format) {
    const auto first = static_cast<unsigned>(format->getFirstArg()), at = static_cast<unsigned>(format->getFormatIdx());
    if (first == 0 || call->getNumArgs() < at) return;  // the arguments are in a va_list
    const bool scans = format->getType()->getName().ends_with("scanf");
    Followed followed;
    const auto* text = llvm::dyn_cast<clang::StringLiteral>(call->getArg(at - 1)->IgnoreParenImpCasts());
    if (text && text->isOrdinary() && format->getType()->getName() == "printf")
      clang::analyze_format_string::ParsePrintfString(followed, text->getString().begin(), text->getString().end(),
                                                      context_.getLangOpts(), context_.getTargetInfo(), false);
    for (unsigned i = first - 1; i < call->getNumArgs(); ++i) {
      const clang::QualType type = call->getArg(i)->IgnoreParenImpCasts()->getType();
      if (!is_shared(type->isArrayType() ? space_of(type) : pointee_space(type))) continue;
      if (scans)
        refuse(context_, call->getArg(i)->getBeginLoc(),
               "this function is for private memory: read into a private variable");
      else if (followed.arguments.contains(i + 1 - first))
        refuse(context_, call->getArg(i)->getBeginLoc(), "a pointer to shared can be printed by its address (p) alone");
    }
  }

  // For a function that clang knows as a builtin, it makes the parameters pointers to shared where the arguments are.
  void call(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee || !callee->getIdentifier() || callee->getBuiltinID() == 0 || call->getNumArgs() == 0) return;
    if (callee->getName().starts_with("__sync_")) return no_builtin(call->getArg(0));
    if (const auto* format = callee->getAttr<clang::FormatAttr>()) formatted(call, format);
    const unsigned n = std::min(call->getNumArgs(), callee->getNumParams());
    for (unsigned i = 0; i < n; ++i) {
      const clang::QualType type = call->getArg(i)->IgnoreParenImpCasts()->getType();
      if (is_shared(type->isArrayType() ? space_of(type) : pointee_space(type)))
        refuse(context_, call->getArg(i)->getBeginLoc(),
               "this function is for private memory: use upc_memget, upc_memput, upc_memcpy, upc_memset or upc_free");
    }
  }

  void operands(const clang::GCCAsmStmt* assembler) {
    for (const clang::Stmt* operand : assembler->children())
      if (is_object(operand))
        refuse(context_, operand->getBeginLoc(),
               "asm is for private memory: it can have the value of a shared object, but not the object");
  }

  // The copies would be private ones, of a type that is shared.
  void clauses(const clang::OMPExecutableDirective* directive) {
    for (const clang::OMPClause* clause : directive->clauses()) {
      using namespace llvm::omp;
      const Clause kind = clause->getClauseKind();
      if (kind != OMPC_private && kind != OMPC_firstprivate && kind != OMPC_lastprivate && kind != OMPC_reduction &&
          kind != OMPC_task_reduction && kind != OMPC_in_reduction && kind != OMPC_linear)
        continue;
      for (const clang::Stmt* variable : clause->children())
        if (is_object(variable)) refuse(context_, variable->getBeginLoc(), "a shared object has no private copies");
    }
  }

  clang::ASTContext& context_;
};

}  // namespace

void check_extensions(clang::ASTContext& context) { Extensions(context).walk(context.getTranslationUnitDecl()); }

}  // namespace isthmus::upc
