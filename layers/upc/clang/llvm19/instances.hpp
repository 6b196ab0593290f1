// What clang 19 does in its own way: making instances, and handing diagnostics on. clang/llvm22 has the same for clang 22, and
// CMakeLists.txt chooses.
#pragma once
#include <clang/Frontend/CompilerInstance.h>

namespace isthmus::upc {

/// An instance for an invocation that reads files through the other one's file manager.
inline std::unique_ptr<clang::CompilerInstance> make_instance(std::shared_ptr<clang::CompilerInvocation> invocation,
                                                              clang::CompilerInstance& outer) {
  auto made = std::make_unique<clang::CompilerInstance>();
  made->setInvocation(std::move(invocation));
  made->setFileManager(&outer.getFileManager());
  return made;
}

inline void share_diagnostics(clang::CompilerInstance& made, clang::CompilerInstance& outer) {
  made.setDiagnostics(&outer.getDiagnostics());
}

/// Gives a consumer a diagnostic with another text.
inline void hand_on(clang::DiagnosticConsumer& next, clang::DiagnosticsEngine::Level level, const clang::Diagnostic& found,
                    llvm::StringRef text) {
  next.HandleDiagnostic(level, clang::Diagnostic(found.getDiags(), text));
}

}  // namespace isthmus::upc
