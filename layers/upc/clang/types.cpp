#include "types.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>

#include <algorithm>

#include "walk.hpp"

namespace isthmus::upc {

unsigned space_of(clang::QualType type) {
  while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) {
    if (clang::isTargetAddressSpace(type.getAddressSpace())) break;
    type = array->getElementType();
  }
  const clang::LangAS space = type.getAddressSpace();
  return clang::isTargetAddressSpace(space) ? clang::toTargetAddressSpace(space) : 0;
}

unsigned long even_share(clang::ASTContext& context, clang::QualType array, unsigned threads) {
  const clang::QualType element = context.getBaseElementType(array);
  const auto size = [&](clang::QualType type) { return static_cast<unsigned long>(context.getTypeSizeInChars(type).getQuantity()); };
  const unsigned long count = size(array) / std::max(size(element), 1ul), shares = threads ? threads : kUnknownThreads;
  return (count + shares - 1) / shares;
}

unsigned pointee_space(clang::QualType type) {
  return type.isNull() || !type->isPointerType() ? 0 : space_of(type->getPointeeType());
}

const clang::Expr* whole_of(const clang::Expr* object) {
  object = object->IgnoreParens();
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(object); element && element->getBase()->getType()->isVectorType())
    return whole_of(element->getBase());
  if (const auto* elements = llvm::dyn_cast<clang::ExtVectorElementExpr>(object); elements && !elements->isArrow())
    return whole_of(elements->getBase());
  const auto* part = llvm::dyn_cast<clang::UnaryOperator>(object);
  return part && (part->getOpcode() == clang::UO_Real || part->getOpcode() == clang::UO_Imag)
             ? whole_of(part->getSubExpr())
             : object;
}

bool lacks_strict(const clang::Expr* object, const Tokens& tokens, const Keywords& keywords) {
  object = whole_of(object);
  const clang::QualType type = object->getType();
  const unsigned at = tokens.at(object->getBeginLoc());
  return is_shared(space_of(type)) && !type.isVolatileQualified() && !type->isArrayType() && at != Tokens::kNone && keywords.strict[at];
}

bool is_dynamic(const clang::VarDecl* variable) {
  const auto* section = variable->getAttr<clang::SectionAttr>();
  return section && section->getName().starts_with(kDynamicSection);
}

bool changes_size(clang::ASTContext& context, const clang::CastExpr* cast) {
  const clang::QualType from = context.getBaseElementType(cast->getSubExpr()->getType()->getPointeeType());
  const clang::QualType to = context.getBaseElementType(cast->getType()->getPointeeType());
  if (!from->isIncompleteType() && !to->isIncompleteType()) return context.getTypeSizeInChars(from) != context.getTypeSizeInChars(to);
  return !context.hasSameUnqualifiedType(context.removeAddrSpaceQualType(from), context.removeAddrSpaceQualType(to));
}

bool goes_back(const clang::CastExpr* cast) {
  const auto* first = llvm::dyn_cast<clang::CStyleCastExpr>(cast->getSubExpr()->IgnoreParenImpCasts());
  if (cast->getCastKind() != clang::CK_AddressSpaceConversion || !first || first->getCastKind() != cast->getCastKind()) return false;
  const unsigned by_way_of = space_of(first->getType()->getPointeeType());
  return by_way_of != kVoid && space_of(first->getSubExpr()->getType()->getPointeeType()) == space_of(cast->getType()->getPointeeType());
}

std::string dynamic_attribute(unsigned dimension, llvm::StringRef name) {
  return " __attribute__((section(\"" + std::string(kDynamicSection) + std::to_string(dimension) + "." + name.str() + "\")))";
}

namespace {

class Visitor : public Walk {
 public:
  Visitor(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords, unsigned threads, Names& names,
          Edits& edits)
      : context_(context), tokens_(tokens), keywords_(keywords), threads_(threads), names_(names), edits_(edits) {}

  bool changed() const { return changed_; }

  // Children come first, so that what is put around an expression later is outside.
  void visit_statement(clang::Stmt* statement) override {
    if (auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) array_member(member);
    if (auto* operation = llvm::dyn_cast<clang::UnaryOperator>(statement)) unary(operation);
    if (auto* operation = llvm::dyn_cast<clang::BinaryOperator>(statement)) binary(operation);
    if (auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(statement)) trait_of(trait);
    if (auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) arguments(call);
    if (auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(statement)) casts_.push_back(cast);
    if (auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement); cast && cast->getCastKind() == clang::CK_LValueToRValue)
      references_.push_back(cast->getSubExpr());
  }
  void visit_declaration(clang::Decl* declaration) override {
    if (auto* record = llvm::dyn_cast<clang::RecordDecl>(declaration); record && !record->isAnonymousStructOrUnion()) name(record);
    if (auto* declared = llvm::dyn_cast<clang::DeclaratorDecl>(declaration)) name_enum(declared);
    if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) typedef_dimension(variable);
    if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration); variable && variable->hasGlobalStorage())
      keep_constant(variable->getInit());
    if (auto* declared = llvm::dyn_cast<clang::DeclaratorDecl>(declaration)) star(declared->getType());
  }
  void finish() {
    for (clang::CStyleCastExpr* cast : casts_)
      if (!constant_.count(cast)) resize(cast);
    // Which layout an object has is known when all of this is done: then casts name the right one.
    if (changed_) return;
    for (const clang::Expr* object : references_) reference(object);
  }

 private:
  // An array that is a member of a shared object lies in one thread: its elements are `shared []` (UPC 1.3, 6.4.4).
  void array_member(clang::MemberExpr* member) {
    const clang::QualType type = member->getType();
    if ((!type->isConstantArrayType() && !type->isIncompleteArrayType()) || !is_shared(space_of(type)) || space_of(type) == kIndefinite) return;
    // The outermost dimension of a flexible array member is not known.
    std::string dimensions = type->isIncompleteArrayType() ? "[]" : "";
    const clang::QualType known = dimensions.empty() ? type : context_.getAsIncompleteArrayType(type)->getElementType();
    for (auto* array = context_.getAsConstantArrayType(known); array; array = context_.getAsConstantArrayType(array->getElementType()))
      dimensions += "[" + std::to_string(array->getSize().getZExtValue()) + "]";
    // In __typeof__ an element may be a pointer to a function, around whose name its type is written.
    wrap(member,
         "(*(__typeof__(" + names_.spelling(indefinite(context_.getBaseElementType(type))) + ") (*)" + dimensions +
             ")&(",
         "))", Edits::Nesting::inside);
  }

  void unary(clang::UnaryOperator* operation) {
    const clang::Expr* operand = operation->getSubExpr()->IgnoreParens();
    const clang::QualType type = operand->getType();
    // An & that an edit put in is not in the source, and means what it says.
    const bool written = tokens_.is(tokens_.at(operation->getOperatorLoc()), clang::tok::amp);
    if (written && operation->getOpcode() == clang::UO_AddrOf && llvm::isa<clang::MemberExpr>(operand) && !type->isArrayType() &&
        is_shared(space_of(type)) && space_of(type) != kIndefinite)
      wrap(operation, "((" + names_.spelling(context_.getPointerType(indefinite(type))) + ")", ")",
           Edits::Nesting::inside);
    if (operation->isIncrementDecrementOp()) references_.push_back(operation->getSubExpr());
  }

  // Where the ABI passes a struct in memory, clang may pass the address of the shared object itself, as if it were private. The value of
  // a comma operator is a copy.
  void arguments(clang::CallExpr* call) {
    for (const clang::Expr* argument : call->arguments()) {
      const auto* value = llvm::dyn_cast<clang::ImplicitCastExpr>(argument);
      if (value && value->getCastKind() == clang::CK_LValueToRValue && value->getType()->isRecordType() &&
          is_shared(space_of(value->getSubExpr()->getType())))
        wrap(value->getSubExpr(), "((void)0, ", ")");
    }
  }

  // A static initialiser is no place for a call. What would need it there is refused in checks.cpp.
  void keep_constant(const clang::Stmt* value) {
    if (!value) return;
    if (auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(value)) constant_.insert(cast);
    for (const clang::Stmt* part : value->children()) keep_constant(part);
  }

  // The phase is 0 after a cast to elements of another size, or of a size that is not known (UPC 1.3, 6.4.3), and after one to
  // another layout and back. A subscript of what was cast is no longer one of the variable.
  void resize(clang::CStyleCastExpr* cast) {
    const clang::Expr* operand = cast->getSubExpr();
    if (!cast->getType()->isPointerType() || block_of(space_of(cast->getType()->getPointeeType())) == 0) return;
    const bool resized = cast->getCastKind() == clang::CK_BitCast && changes_size(context_, cast);
    if (resized || goes_back(cast)) wrap(operand, "upcr_resized(0, ", ")");
  }

  // The distance of two pointers to shared, and thereby their order, takes the size of the elements, which LLVM's pointers do
  // not know.
  void binary(clang::BinaryOperator* operation) {
    if (operation->isAssignmentOp()) references_.push_back(operation->getLHS());
    const clang::QualType left = operation->getLHS()->getType(), right = operation->getRHS()->getType();
    if (!left->isPointerType() || !right->isPointerType() || !is_shared(space_of(left->getPointeeType()))) return;
    const bool order = operation->isRelationalOp();
    if (!order && operation->getOpcode() != clang::BO_Sub) return;
    const unsigned at = tokens_.at(operation->getOperatorLoc());
    const clang::QualType element = context_.getBaseElementType(left->getPointeeType());
    if (element->isIncompleteType() || left->getPointeeType()->isVariableArrayType()) return;  // void, too; refused in checks.cpp
    const long size = context_.getTypeSizeInChars(element).getQuantity();
    const long step = context_.getTypeSizeInChars(left->getPointeeType()).getQuantity();
    std::string rows = step != size && size ? " / " + std::to_string(step / size) : "";
    if (size && has_threads(step / size))
      rows = " / (" + std::to_string(step / size / static_cast<long>(kUnknownThreads)) + "l * upcr_threads)";
    if (at == Tokens::kNone || !wrap(operation, "(upcr_difference(" + std::to_string(size) + ", (",
                                     "))" + rows + (order ? " " + operation->getOpcodeStr().str() + " 0)" : ")")))
      return;
    edits_.replace(at, "), (");
  }

  void trait_of(clang::UnaryExprOrTypeTraitExpr* trait) {
    if (trait->getKind() != clang::UETT_SizeOf) return;
    const clang::QualType type = trait->getTypeOfArgument();
    if (!type->isConstantArrayType() || !is_shared(space_of(type)) || keywords_.sizes.count(tokens_.at(trait->getOperatorLoc()))) return;
    if (has_threads(context_.getTypeSizeInChars(type).getQuantity()))
      wrap(trait, "(upcr_threads * (", " / " + std::to_string(kUnknownThreads) + "ul))");
  }

  // Casts have to name the types of what they are put around: a struct without a name gets one. Implicit ones have no text.
  void name(clang::TagDecl* type) {
    if (!type->getIdentifier() && !type->getTypedefNameForAnonDecl() && !type->isImplicit()) names_.name(type);
  }
  // So does an enum that a cast may name, and no other: clang warns of comparisons between enums with names.
  void name_enum(clang::DeclaratorDecl* declared) {
    clang::QualType type = context_.getBaseElementType(declared->getType());
    bool shared = llvm::isa<clang::FieldDecl>(declared) || is_shared(space_of(type));
    while (type->isPointerType()) {
      type = context_.getBaseElementType(type->getPointeeType());
      shared |= is_shared(space_of(type));
    }
    if (clang::TagDecl* named = type->getAsTagDecl(); named && shared && named->isEnum()) name(named);
  }

  // A dimension with THREADS that came through a typedef.
  void typedef_dimension(clang::VarDecl* variable) {
    const clang::QualType type = variable->getType();
    const unsigned at = tokens_.at(variable->getLocation());
    if (threads_ || at == Tokens::kNone || block_of(space_of(type)) == 0 || is_dynamic(variable)) return;
    unsigned dimension = 0;
    for (auto* array = context_.getAsConstantArrayType(type); array;
         array = context_.getAsConstantArrayType(array->getElementType()), ++dimension)
      if (array->getSize().urem(kUnknownThreads) == 0 && edits_.once("dimension " + std::to_string(at))) {
        unsigned last = at;  // of the declarator
        while (tokens_.is(last + 1, clang::tok::l_square) && tokens_.closing(last + 1) != Tokens::kNone) last = tokens_.closing(last + 1);
        edits_.after(last, dynamic_attribute(dimension, variable->getName()));
        changed_ = true;
      }
  }

  bool wrap(const clang::Expr* expression, const std::string& open, const std::string& close,
            Edits::Nesting nesting = Edits::Nesting::outside) {
    if (!Names::can_be_parsed(open)) return false;  // it can in the next parse, where the types have names
    const unsigned first = tokens_.at(expression->getBeginLoc()), last = tokens_.at(expression->getEndLoc());
    if (first == Tokens::kNone || last == Tokens::kNone || !edits_.wrap(first, last, open, close, nesting)) return false;
    changed_ = true;
    return true;
  }

  /// Whether a number of elements has THREADS as a factor that is not known yet.
  bool has_threads(long count) const { return !threads_ && count && count % static_cast<long>(kUnknownThreads) == 0; }

  clang::QualType indefinite(clang::QualType type) {
    return context_.getAddrSpaceQualType(context_.removeAddrSpaceQualType(type), clang::getLangASFromTargetAS(kIndefinite));
  }

  // A reference in a strict part of the source is one to a volatile object, which is how the pass knows strict ones.
  void reference(const clang::Expr* object) {
    if (!lacks_strict(object, tokens_, keywords_)) return;
    object = whole_of(object);
    const clang::QualType type = object->getType();
    const auto pointer = [&](clang::QualType to) {
      if (llvm::isa<clang::ParenType>(to)) to = to.getCanonicalType();  // of a parameter (*p), whose brackets a cast has not
      // The attribute of a pointer's own layout would be spelled before what it points to.
      if (to->isPointerType()) to = context_.getQualifiedType(context_.getPointerType(to->getPointeeType()), to.getQualifiers());
      return names_.spelling(context_.getPointerType(to.withVolatile()));
    };
    // A member is made volatile through its object, since a bit-field has no address and a packed one a doubtful address.
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(object);
    // What converts the value of the object is outside.
    if (!member) return void(wrap(object, "(*(" + pointer(type) + ")&(", "))", Edits::Nesting::inside));
    // A member of an unnamed member is one of the object that has a name.
    while (const auto* outer = llvm::dyn_cast<clang::MemberExpr>(member->getBase())) {
      const auto* field = llvm::dyn_cast<clang::FieldDecl>(outer->getMemberDecl());
      if (!field || !field->isAnonymousStructOrUnion()) break;
      member = outer;
    }
    const clang::Expr* base = member->getBase();
    if (member->isArrow()) wrap(base, "((" + pointer(base->getType()->getPointeeType()) + ")(", "))");
    else wrap(base, "(*(" + pointer(base->getType()) + ")&(", "))", Edits::Nesting::inside);
  }

  void star(clang::QualType type) {
    const unsigned space = space_of(type);
    if (space < kStar || type->isIncompleteType() || type->isVariableArrayType()) return;
    if (!edits_.once("star " + std::to_string(space))) return;
    edits_.replace(space - kStar, std::to_string(kIndefinite + even_share(context_, type, threads_)));
    changed_ = true;
  }

  clang::ASTContext& context_;
  const Tokens& tokens_;
  const Keywords& keywords_;
  const unsigned threads_;
  Names& names_;
  Edits& edits_;
  std::vector<clang::CStyleCastExpr*> casts_;
  std::vector<const clang::Expr*> references_;       ///< to objects, each read or written
  std::set<const clang::CStyleCastExpr*> constant_;  ///< those in static initialisers
  bool changed_ = false;
};

}  // namespace

bool edit_types(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords, unsigned threads,
                Names& names, Edits& edits) {
  Visitor visitor(context, tokens, keywords, threads, names, edits);
  visitor.walk(context.getTranslationUnitDecl());
  visitor.finish();
  return visitor.changed();
}

}  // namespace isthmus::upc
