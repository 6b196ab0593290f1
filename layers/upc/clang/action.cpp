// The plugin that stock clang loads. It takes the place of clang's main action: the unit is parsed until all edits are found
// (repairs.hpp, types.hpp), then once more to be compiled, with the pass (lower/lower.hpp) first in the pipeline.
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Parse/Parser.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>
#include <clang/Sema/Sema.h>

#include "foralls.hpp"
#include "instances.hpp"  // of this clang's version
#include "keywords.hpp"
#include "layouts.hpp"
#include "lower/lower.hpp"
#include "repairs.hpp"
#include "sizes.hpp"
#include "types.hpp"
#include "unit.hpp"
#include "wording.hpp"

namespace isthmus::upc {
namespace {

/// Each parse finds at least one edit more than the one before it; a unit that needs this many is a fault of ours.
constexpr int kMostParses = 100;

/// What is changed in the unit, beside its keywords.
struct Changes {
  Edits edits;
  Strides strides;
  Sizes sizes;
};

/// Called between the last declaration and what clang does with the whole unit.
using Finish = std::function<void(clang::ASTContext&, const Tokens&, const Keywords&)>;

/// Parses the unit with UPC's keywords rewritten and the edits made.
void parse(clang::CompilerInstance& compiler, const Changes& changes, Repairs* repairs, const Finish& finish) {
  if (!compiler.hasSema()) compiler.createSema(clang::TU_Complete, nullptr);
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  clang::Sema& sema = compiler.getSema();
  clang::Parser parser(preprocessor, sema, /*SkipFunctionBodies=*/false);  // from here on pragmas become tokens
  understand_pragmas(preprocessor);
  Tokens tokens(preprocessor);
  const Keywords keywords = rewrite_keywords(tokens, unit.threads, changes.strides, changes.sizes, compiler.getDiagnostics());
  tokens.enter({&keywords.edits, &changes.edits});
  if (repairs) repairs->watch(tokens);

  parser.Initialize();
  clang::ASTConsumer& consumer = sema.getASTConsumer();
  clang::Parser::DeclGroupPtrTy group;
  clang::Sema::ModuleImportState imports = clang::Sema::ModuleImportState::NotACXX20Module;
  const clang::EnterExpressionEvaluationContext evaluated(sema, clang::Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  bool end = parser.ParseFirstTopLevelDecl(group, imports);
  for (; !end; end = parser.ParseTopLevelDecl(group, imports)) {
    if (!group) continue;
    for (clang::Decl* declaration : group.get()) tell_layouts(sema.getASTContext(), declaration);
    if (!consumer.HandleTopLevelDecl(group.get())) return;
  }
  for (clang::Decl* weak : sema.WeakTopLevelDecls()) consumer.HandleTopLevelDecl(clang::DeclGroupRef(weak));
  finish(sema.getASTContext(), tokens, keywords);
  consumer.HandleTranslationUnit(sema.getASTContext());
}

/// An action of clang's that parses UPC.
template <typename Action>
class Upc : public Action {
 public:
  Upc(const Changes& changes, Repairs* repairs, Finish finish) : changes_(changes), repairs_(repairs), finish_(std::move(finish)) {}

 protected:
  void ExecuteAction() override { parse(this->getCompilerInstance(), changes_, repairs_, finish_); }

 private:
  const Changes& changes_;
  Repairs* repairs_;
  Finish finish_;
};

/// What the plugin's own instance was asked to do, for another instance that does it.
std::shared_ptr<clang::CompilerInvocation> invocation_like(clang::CompilerInstance& compiler) {
  auto copy = std::make_shared<clang::CompilerInvocation>(compiler.getInvocation());
  copy->getFrontendOpts().Plugins.clear();
  copy->getDiagnosticOpts().ShowCarets = false;  // which is how clang decides to count errors at the end: once is enough
  // ARM's rules for volatile bit-fields are for devices. They make a step of bytes in an element, which the pass takes for elements.
  copy->getCodeGenOpts().AAPCSBitfieldWidth = false;
  copy->getFrontendOpts().ProgramAction = clang::frontend::ParseSyntaxOnly;
  return copy;
}

/// Parses the unit without a word, and says whether there is something to change that was not found before.
bool find_changes(clang::CompilerInstance& outer, Changes& changes) {
  auto invocation = invocation_like(outer);
  invocation->getDependencyOutputOpts() = clang::DependencyOutputOptions();
  invocation->getDiagnosticOpts().ErrorLimit = 0;
  const auto compiler = make_instance(invocation, outer);
  Repairs repairs(changes.edits);
  compiler->createDiagnostics(&repairs, /*ShouldOwnClient=*/false);
  bool changed = false;
  Upc<clang::SyntaxOnlyAction> action(
      changes, &repairs, [&](clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords) {
        Names names(context, tokens, changes.edits);
        repairs.finish(names);
        // Types with sizes in them are known when these are.
        changed = find_sizes(context, tokens, keywords, unit.threads, changes.sizes);
        if (!changed) {
          changed = edit_types(context, tokens, keywords, unit.threads, names, changes.edits);
          // The run of a block is known when [*] has become a number.
          if (!changed) changed = find_strides(context, tokens, keywords, changes.strides, changes.edits);
        }
        changed |= names.changed();
      });
  compiler->ExecuteAction(action);
  return changed || repairs.changed();
}

template <typename Action>
void compile(clang::CompilerInstance& outer, const Changes& changes) {
  auto invocation = invocation_like(outer);
  invocation->getCodeGenOpts().PassBuilderCallbacks.push_back(add_lowering);
  const auto compiler = make_instance(invocation, outer);
  share_diagnostics(*compiler, outer);
  Upc<Action> action(changes, nullptr, check_types);
  compiler->ExecuteAction(action);
}

class Plugin : public clang::PluginASTAction {
 protected:
  ActionType getActionType() override { return ReplaceAction; }

  bool ParseArgs(const clang::CompilerInstance& compiler, const std::vector<std::string>& arguments) override {
    for (const llvm::StringRef argument : arguments) {
      const auto [name, value] = argument.split('=');
      if (name == "threads" && !value.getAsInteger(10, unit.threads)) continue;
      if (name == "inline") unit.inline_code = value.str();
      else if (name == "emit" && value == "assembly") unit.emit = Unit::Emit::assembly;
      else if (name == "emit" && value == "bitcode") unit.emit = Unit::Emit::bitcode;
      else if (name == "emit" && value == "ir") unit.emit = Unit::Emit::ir;
      else if (name == "emit" && value == "nothing") unit.emit = Unit::Emit::nothing;
      else if (argument != "emit=object") return fail(compiler, argument);
    }
    return true;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<clang::ASTConsumer>();
  }

  // Everything is done before clang would open the file: it then finds nothing left to do. Errors are counted by the
  // consumer of the diagnostics, which decides on clang's exit status.
  bool BeginInvocation(clang::CompilerInstance& compiler) override {
    if (!compiler.hasFileManager()) compiler.createFileManager();
    clang::DiagnosticsEngine& diagnostics = compiler.getDiagnostics();
    diagnostics.setClient(new Wording(diagnostics.takeClient()));
    Changes changes;
    for (int parses = 0; find_changes(compiler, changes); ++parses)
      if (parses == kMostParses) break;
    switch (unit.emit) {
      case Unit::Emit::object: compile<clang::EmitObjAction>(compiler, changes); break;
      case Unit::Emit::assembly: compile<clang::EmitAssemblyAction>(compiler, changes); break;
      case Unit::Emit::bitcode: compile<clang::EmitBCAction>(compiler, changes); break;
      case Unit::Emit::ir: compile<clang::EmitLLVMAction>(compiler, changes); break;
      case Unit::Emit::nothing: compile<clang::SyntaxOnlyAction>(compiler, changes); break;
    }
    return false;
  }

 private:
  static bool fail(const clang::CompilerInstance& compiler, llvm::StringRef argument) {
    clang::DiagnosticsEngine& diagnostics = compiler.getDiagnostics();
    diagnostics.Report(diagnostics.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Error, "plugin upc: unknown argument '%0'"))
        << argument;
    return false;
  }
};

const clang::FrontendPluginRegistry::Add<Plugin> registered("upc", "compiles UPC");

}  // namespace
}  // namespace isthmus::upc
