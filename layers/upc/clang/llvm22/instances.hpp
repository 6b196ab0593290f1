// What clang 22 does in its own way: making instances, and handing diagnostics on. clang/llvm19 has the same for clang 19, and
// CMakeLists.txt chooses.
#pragma once
#include <clang/Frontend/CompilerInstance.h>

namespace isthmus::upc {

/// An instance for an invocation that reads files through the other one's file manager.
inline std::unique_ptr<clang::CompilerInstance> make_instance(std::shared_ptr<clang::CompilerInvocation> invocation,
                                                              clang::CompilerInstance& outer) {
  auto made = std::make_unique<clang::CompilerInstance>(std::move(invocation));
  made->setVirtualFileSystem(outer.getVirtualFileSystemPtr());
  made->setFileManager(outer.getFileManagerPtr());
  return made;
}

inline void share_diagnostics(clang::CompilerInstance& made, clang::CompilerInstance& outer) {
  made.setDiagnostics(outer.getDiagnosticsPtr());
}

/// Gives a consumer a diagnostic with another text.
inline void hand_on(clang::DiagnosticConsumer& next, clang::DiagnosticsEngine::Level level, const clang::Diagnostic& found,
                    llvm::StringRef text) {
  clang::DiagnosticStorage kept;
  kept.DiagRanges.append(found.getRanges().begin(), found.getRanges().end());
  kept.FixItHints.append(found.getFixItHints().begin(), found.getFixItHints().end());
  next.HandleDiagnostic(level, clang::Diagnostic(found.getDiags(), found.getLocation(), found.getID(), kept, text));
}

}  // namespace isthmus::upc
