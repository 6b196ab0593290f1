#include "layouts.hpp"

#include <clang/AST/Attr.h>

#include "types.hpp"
#include "walk.hpp"

namespace isthmus::upc {
namespace {

class Teller : public Walk {
 public:
  explicit Teller(clang::ASTContext& context) : context_(context) {}

  void visit_declaration(clang::Decl* declaration) override {
    auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || !variable->getInit() || !is_shared(space_of(variable->getType()))) return;
    std::string dimensions;
    const clang::ConstantArrayType* array = context_.getAsConstantArrayType(variable->getType());
    if (!array) return;
    for (; array; array = context_.getAsConstantArrayType(array->getElementType()))
      dimensions = "." + std::to_string(array->getSize().getZExtValue()) + dimensions;
    const auto size = context_.getTypeSizeInChars(context_.getBaseElementType(variable->getType())).getQuantity();
    variable->dropAttr<clang::PragmaClangBSSSectionAttr>();
    variable->addAttr(clang::PragmaClangBSSSectionAttr::CreateImplicit(context_, std::to_string(size) + dimensions));
  }

 private:
  clang::ASTContext& context_;
};

}  // namespace

void tell_layouts(clang::ASTContext& context, clang::Decl* declaration) { Teller(context).walk(declaration); }

}  // namespace isthmus::upc
