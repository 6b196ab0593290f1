#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>

#include "types.hpp"
#include "unit.hpp"
#include "walk.hpp"

namespace isthmus::upc {
namespace {

constexpr llvm::StringLiteral kPrivateThreads =
    "the size of a private array cannot depend on THREADS unless upcc -T n gives their number";
// Code for _Atomic is the compiler's, and works on addresses.
constexpr llvm::StringLiteral kNoAtomic = "_Atomic is for private memory: use upc_atomic.h";

class Checks : public Walk {
 public:
  Checks(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords)
      : context_(context), tokens_(tokens), keywords_(keywords) {}

  void visit_statement(clang::Stmt* statement) override {
    if (auto* cast = llvm::dyn_cast<clang::CastExpr>(statement)) conversion(cast);
    if (auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(statement)) written_cast(cast);
    if (auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(statement)) repaired_cast(cast);
    if (auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) this->call(call);
    if (auto* operation = llvm::dyn_cast<clang::BinaryOperator>(statement)) binary(operation);
    if (auto* operation = llvm::dyn_cast<clang::UnaryOperator>(statement)) unary(operation);
    if (auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(statement))
      no_void(element->getBase(), element->getExprLoc());
    if (auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement); cast && cast->getCastKind() == clang::CK_LValueToRValue)
      strict(cast->getSubExpr());
    if (auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(statement)) size(trait);
    if (auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(statement))
      private_threads(literal->getType(), literal->getBeginLoc());
  }
  void visit_declaration(clang::Decl* declaration) override {
    if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) threads_dimension(variable), star(variable);
    if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration); variable && variable->hasGlobalStorage())
      constant_address(variable->getInit());
    if (auto* declared = llvm::dyn_cast<clang::DeclaratorDecl>(declaration)) layouts(declared);
    if (auto* declared = llvm::dyn_cast<clang::DeclaratorDecl>(declaration))
      private_threads(declared->getType(), declared->getLocation());
    if (auto* declared = llvm::dyn_cast<clang::DeclaratorDecl>(declaration)) strict_or_relaxed(declared);
  }
  void visit_type(clang::TypeLoc type) override {
    const auto function = type.getAs<clang::FunctionTypeLoc>();
    if (function && is_shared(space_of(function.getReturnLoc().getType())))
      error(function.getBeginLoc(), "a function cannot return a shared type");
    if (const auto array = type.getAs<clang::ArrayTypeLoc>(); array && !unit.threads) threads_twice(array);
    if (const auto attributed = type.getAs<clang::AttributedTypeLoc>()) negative_block(attributed);
  }
  // An operator that is not in the AST, in an attribute say, would stay a sizeof.
  void finish() {
    if (context_.getDiagnostics().hasErrorOccurred()) return;
    for (const unsigned at : keywords_.open_sizes)
      if (!seen_sizes_.count(at))
        error(tokens_[at].getLocation(), "upc_localsizeof, upc_blocksizeof and upc_elemsizeof cannot be used here");
  }

 private:
  void conversion(clang::CastExpr* cast) {
    const clang::QualType from = cast->getSubExpr()->getType(), to = cast->getType();
    if (cast->getCastKind() == clang::CK_AddressSpaceConversion && !is_shared(pointee_space(from)) &&
        is_shared(pointee_space(to)) &&
        !cast->getSubExpr()->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNull))
      error(cast->getBeginLoc(), "a pointer to private data cannot become a pointer to shared");
    if (cast->getCastKind() == clang::CK_IntegralToPointer && is_shared(pointee_space(to)))
      error(cast->getBeginLoc(), "an integer cannot become a pointer to shared");
  }

  // repairs.cpp puts casts around all expressions with members, for the sake of arrays that are members and of addresses
  // of members. To these types.cpp has given their layout, by a cast of the address, which the other cast leaves as it is.
  void repaired_cast(clang::CStyleCastExpr* cast) {
    if (is_written(cast)) return;
    const clang::Expr* value = cast->getSubExpr()->IgnoreParens();
    if (auto* address = llvm::dyn_cast<clang::UnaryOperator>(value);
        address && address->getOpcode() == clang::UO_AddrOf)
      if (llvm::isa<clang::MemberExpr>(address->getSubExpr()->IgnoreParens())) return;
    const unsigned from = pointee_space(value->getType()), to = pointee_space(cast->getType());
    if (is_shared(from) && is_shared(to) && from != to && from != kVoid && to != kVoid)
      error(value->getBeginLoc(), "this changes the layout of a pointer to shared: cast it if that is meant");
  }

  /// Whether the user wrote a cast. All of a cast that was put in has one place, which is that of the token beside it.
  static bool is_written(const clang::CStyleCastExpr* cast) { return cast->getLParenLoc() != cast->getRParenLoc(); }

  // What types.cpp found no words for would be relaxed without anybody's knowing.
  void strict(const clang::Expr* object) {
    if (lacks_strict(object, tokens_, keywords_))
      error(object->getBeginLoc(), "this reference cannot be made strict: give its type a name, or declare the object strict");
  }

  void written_cast(clang::CStyleCastExpr* cast) {
    if (is_written(cast)) private_threads(cast->getTypeAsWritten(), cast->getBeginLoc());
    if (is_shared(space_of(cast->getTypeAsWritten()))) error(cast->getBeginLoc(), "a value cannot be cast to a shared type");
    if (is_shared(pointee_space(cast->getType())) && has_atomic(cast->getType()->getPointeeType()))
      error(cast->getBeginLoc(), kNoAtomic);
  }

  // clang adds up the address in a static initialiser as bytes of the variable, which is right for steps in the variable's own layout.
  void constant_address(const clang::Stmt* value) {
    if (!value) return;
    const clang::Expr* stepped = nullptr;
    if (auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(value)) stepped = element->getBase();
    if (auto* sum = llvm::dyn_cast<clang::BinaryOperator>(value); sum && sum->isAdditiveOp())
      stepped = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
    const auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(stepped ? stepped->IgnoreParenImpCasts() : value);
    const bool phase =
        cast && has_phase(pointee_space(cast->getType())) && !llvm::isa<clang::DeclRefExpr>(cast->IgnoreParenCasts());
    if (cast && (stepped || (phase && (goes_back(cast) || cast->getCastKind() == clang::CK_BitCast))) && changes_layout(cast))
      error(cast->getBeginLoc(), "this address takes another layout than that of the variable: compute it in a function");
    for (const clang::Stmt* part : value->children()) constant_address(part);
  }
  /// Whether a cast that the user wrote is one to other blocks, or to elements of another size.
  bool changes_layout(const clang::CStyleCastExpr* cast) const {
    const unsigned from = pointee_space(cast->getSubExpr()->getType()), to = pointee_space(cast->getType());
    if (!is_shared(from) || !is_shared(to) || !is_written(cast)) return false;
    return from != to || (block_of(to) > 0 && changes_size(context_, cast));
  }

  void call(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee || !callee->getIdentifier() || call->getNumArgs() < 2) return;
    if (callee->getName() == "upcr_difference" && call->getNumArgs() == 3) comparable(call->getArg(1), call->getArg(2));
    if (callee->getName() != "upcr_affinity") return;
    const clang::QualType type = call->getArg(1)->getType();
    if (!type->isIntegerType() && !is_shared(pointee_space(type)))
      error(call->getArg(1)->getBeginLoc(), "the affinity of upc_forall must be an integer or a pointer to shared");
  }

  // GNU C takes the size of void for 1. UPC does not, whose pointers to shared void could not follow.
  void no_void(const clang::Expr* pointer, clang::SourceLocation place) {
    const clang::QualType type = pointer->getType();
    if (!type->isVoidPointerType()) return;
    if (is_shared(pointee_space(type)))
      error(place, "arithmetic on a pointer to shared void");
    else if (is_users(place))
      error(place, "arithmetic on a pointer to void: cast it to char * if bytes are meant");
  }
  bool is_users(clang::SourceLocation place) const {
    const clang::SourceManager& sources = context_.getSourceManager();
    return !sources.isInSystemHeader(place) && !sources.isInSystemMacro(place);
  }

  void unary(clang::UnaryOperator* operation) {
    if (operation->isIncrementDecrementOp()) {
      no_void(operation->getSubExpr(), operation->getOperatorLoc());
      strict(operation->getSubExpr());
    }
    // clang takes the parts of a complex number for private ones.
    const clang::Expr* object = whole_of(operation->getSubExpr());
    if (operation->getOpcode() == clang::UO_AddrOf && object != operation->getSubExpr()->IgnoreParens() &&
        is_shared(space_of(object->getType())))
      error(operation->getOperatorLoc(), "__real__ and __imag__ of a shared object have no address");
  }

  void binary(clang::BinaryOperator* operation) {
    if (operation->isAssignmentOp()) strict(operation->getLHS());
    const bool adds = operation->isAdditiveOp() || operation->getOpcode() == clang::BO_AddAssign ||
                      operation->getOpcode() == clang::BO_SubAssign;
    if (adds) no_void(operation->getLHS(), operation->getOperatorLoc());
    if (operation->getOpcode() == clang::BO_Add) no_void(operation->getRHS(), operation->getOperatorLoc());
    if (operation->isComparisonOp() || adds) same_layout(operation->getLHS(), operation->getRHS());
    if (operation->isRelationalOp()) comparable(operation->getLHS(), operation->getRHS());
    const clang::QualType left = operation->getLHS()->getType(), right = operation->getRHS()->getType();
    if ((operation->isRelationalOp() || operation->getOpcode() == clang::BO_Sub) && is_shared(pointee_space(left)) &&
        right->isPointerType() && left->getPointeeType()->isVariableArrayType())
      error(operation->getOperatorLoc(), "the distance of pointers to arrays with THREADS in them is known with upcc -T n only");
  }

  void size(clang::UnaryExprOrTypeTraitExpr* trait) {
    const clang::QualType type = trait->getTypeOfArgument();
    if (is_shared(space_of(type)) && type->isVoidType()) error(trait->getOperatorLoc(), "shared void has no size");
    if (!is_shared(space_of(type)) && type->isVoidType() && is_users(trait->getOperatorLoc()))
      error(trait->getOperatorLoc(), "void has no size");
    if (trait->isArgumentType()) private_threads(type, trait->getOperatorLoc());
    const unsigned at = tokens_.at(trait->getOperatorLoc());
    if (!keywords_.sizes.count(at)) return;
    seen_sizes_.insert(at);
    if (!is_shared(space_of(type)))
      error(trait->getOperatorLoc(), "the operand of upc_localsizeof, upc_blocksizeof or upc_elemsizeof must be shared");
    else if (type->isVariableArrayType())
      error(trait->getOperatorLoc(),
            "upc_localsizeof, upc_blocksizeof and upc_elemsizeof are constants, and so is the size of their operand");
    else if (!unit.threads && trait->isArgumentType() && type->isConstantArrayType() && block_of(space_of(type)) > 0 &&
             threads_in({tokens_[at + 1].getLocation(), trait->getEndLoc()}) &&
             context_.getConstantArrayElementCount(context_.getAsConstantArrayType(type)) % kUnknownThreads)
      error(trait->getOperatorLoc(),
            "without upcc -T n, THREADS must be a factor of one dimension of a shared array with blocks");
  }

  void threads_dimension(clang::VarDecl* variable) {
    if (!unit.threads && variable->getType()->isArrayType() && is_shared(space_of(variable->getType()))) check_dynamic(variable);
  }

  // In the dynamic environment a number stands for THREADS in a dimension, also in that of a typedef. Private memory would
  // be as large as the number says.
  void private_threads(clang::QualType type, clang::SourceLocation place) {
    while (!unit.threads) {
      if (const auto* array = context_.getAsConstantArrayType(type)) {
        const llvm::APInt size = array->getSize();
        if (size != 0 && size.urem(kUnknownThreads) == 0 && !is_shared(space_of(type)))
          return error(place, kPrivateThreads);
        type = array->getElementType();
      } else if (const auto* function = type->getAs<clang::FunctionType>()) {
        type = function->getReturnType();
      } else if (type->isPointerType()) {
        type = type->getPointeeType();
      } else {
        return;
      }
    }
  }

  unsigned threads_in(clang::SourceRange brackets) const {
    unsigned count = 0;
    const unsigned end = tokens_.at(brackets.getEnd());
    for (unsigned at = tokens_.at(brackets.getBegin()); at < end && end != Tokens::kNone; at = past_size(tokens_, at))
      count += tokens_.name(at) == "THREADS";
    return count;
  }

  // In the dynamic environment THREADS is a factor of one dimension (UPC 1.3, 6.5.2.1). It is said once, where the second one comes
  // in: the dimensions after this one have none, or one and this one, too.
  void threads_twice(clang::ArrayTypeLoc array) {
    if (!is_shared(space_of(array.getType()))) return;
    const unsigned here = threads_in(array.getBracketsRange());
    unsigned inside = 0;
    for (auto inner = array.getElementLoc().getAs<clang::ArrayTypeLoc>(); inner; inner = inner.getElementLoc().getAs<clang::ArrayTypeLoc>())
      inside += threads_in(inner.getBracketsRange());
    if (here && inside <= 1 && here + inside > 1)
      error(array.getLBracketLoc(), "without upcc -T n, THREADS is a factor of one dimension, and once");
    const auto* known = context_.getAsConstantArrayType(array.getType());
    if (here == 1 && inside == 0 && known && (known->getSize() == 0 || known->getSize().urem(kUnknownThreads) != 0))
      error(array.getLBracketLoc(), "without upcc -T n, THREADS must be a factor of the dimension");
  }

  // Block sizes are counted from kIndefinite: a negative one has the number of shared void, or one below.
  void negative_block(clang::AttributedTypeLoc attributed) {
    const clang::QualType type = attributed.getType();
    if (!attributed.getAttrAs<clang::AddressSpaceAttr>() || !clang::isTargetAddressSpace(type.getAddressSpace()))
      return;
    const unsigned space = clang::toTargetAddressSpace(type.getAddressSpace());
    if (space < kVoid || (space == kVoid && !type->isVoidType()))
      error(attributed.getAttr()->getLocation(), "the block size is negative");
  }

  void layouts(clang::DeclaratorDecl* declared) {
    clang::QualType type = declared->getType();
    for (int depth = 0; depth < 32; ++depth) {
      const unsigned space = space_of(type);
      if (is_shared(space) && has_atomic(type)) error(declared->getLocation(), kNoAtomic);
      if (space >= kStar) error(declared->getLocation(), "the layout [*] is for arrays whose size is known");
      else if (is_shared(space) && block_of(space) > UPCR_MAX_BLOCK)
        error(declared->getLocation(),
              "the block size is larger than UPC_MAX_BLOCK_SIZE, which is " + std::to_string(UPCR_MAX_BLOCK));
      if (!type->isPointerType()) break;
      type = type->getPointeeType();
    }
  }

  // All declarators of a declaration have one qualifier, so that [*] is one block size for them.
  void star(clang::VarDecl* variable) {
    const clang::QualType type = variable->getType();
    const unsigned first = tokens_.at(variable->getBeginLoc()), name = tokens_.at(variable->getLocation());
    if (!type->isConstantArrayType() || type->isIncompleteType() || first == Tokens::kNone || name == Tokens::kNone) return;
    for (unsigned at = first; at + 2 < name; ++at)
      if (tokens_.is(at, clang::tok::l_square) && tokens_.is(at + 1, clang::tok::star) && tokens_.is(at + 2, clang::tok::r_square) &&
          block_of(space_of(type)) != even_share(context_, type, unit.threads))
        error(variable->getLocation(), "arrays of one declaration with [*] have different shares: declare them apart");
  }

  /// Whether a type is _Atomic, or has members that are.
  bool has_atomic(clang::QualType type) const {
    type = context_.getBaseElementType(type);
    if (type->isAtomicType()) return true;
    const clang::RecordDecl* record = type->getAsRecordDecl();
    if (!record) return false;
    return llvm::any_of(record->fields(), [&](const clang::FieldDecl* field) { return has_atomic(field->getType()); });
  }

  /// The words of a declaration's own type, of whatever is before a star in it.
  struct Words {
    bool strict = false, relaxed = false, is_volatile = false;
  };
  Words words_of(const clang::Decl* declared) const {
    Words words;
    unsigned at = tokens_.at(declared->getBeginLoc());
    const unsigned end = tokens_.at(declared->getLocation());
    if (at == Tokens::kNone || end == Tokens::kNone) return words;
    while (at > 0 && keywords_.relaxed.count(at - 1)) --at;  // clang does not see them
    for (; at < end && !tokens_.is(at, clang::tok::star); ++at) {
      words.strict |= tokens_.name(at) == "strict";
      words.relaxed |= keywords_.relaxed.count(at) > 0;
      words.is_volatile |= tokens_.is(at, clang::tok::kw_volatile);
    }
    return words;
  }

  // A type that says relaxed is not strict as well, through a typedef perhaps: one that is strict makes it volatile without that word.
  void strict_or_relaxed(clang::DeclaratorDecl* declared) {
    const Words words = words_of(declared);
    clang::QualType type = declared->getType();
    while (!type->getPointeeType().isNull()) type = type->getPointeeType();
    type = context_.getBaseElementType(type);
    bool both = words.relaxed && !words.is_volatile && type.isVolatileQualified();
    for (auto* named = type->getAs<clang::TypedefType>(); named; named = named->desugar()->getAs<clang::TypedefType>())
      both |= words.strict && words_of(named->getDecl()).relaxed;
    if (both) error(declared->getLocation(), "a type cannot be both strict and relaxed");
  }

  // In the dynamic environment every thread has the same number of blocks (UPC 1.3, 6.5.2.1).
  void check_dynamic(const clang::VarDecl* variable) {
    const bool blocks = block_of(space_of(variable->getType())) > 0;
    if (is_dynamic(variable) && !blocks)
      error(variable->getLocation(), "THREADS cannot be in a dimension of a shared array with indefinite block size");
    if (!is_dynamic(variable) && blocks && !variable->getType()->isIncompleteArrayType())
      error(variable->getLocation(), "without upcc -T n, THREADS must be a factor of one dimension of a shared array with blocks");
  }

  // Only pointers to one type, and not to shared void, have an order and a distance (UPC 1.3, 6.4.2).
  void comparable(const clang::Expr* left, const clang::Expr* right) {
    if (is_null(left->IgnoreParenImpCasts()) != is_null(right->IgnoreParenImpCasts()) &&
        (is_shared(pointee_space(left->getType())) || is_shared(pointee_space(right->getType()))))
      return error(right->getExprLoc(), "a pointer to shared and a null pointer have no order and no distance");
    same_layout(left, right);
    const auto element = [&](const clang::Expr* value) {
      const clang::QualType type = context_.getBaseElementType(value->IgnoreParenImpCasts()->getType());
      return type->isPointerType() ? context_.getBaseElementType(type->getPointeeType()) : type;
    };
    const clang::QualType one = element(left), other = element(right);
    if (!is_shared(space_of(one)) || !is_shared(space_of(other))) return;
    if (one->isIncompleteType() || !context_.hasSameType(context_.removeAddrSpaceQualType(one).getUnqualifiedType(),
                                                   context_.removeAddrSpaceQualType(other).getUnqualifiedType()))
      error(right->getExprLoc(), "pointers to shared of different or incomplete types have no order and no distance");
  }

  bool is_null(const clang::Expr* value) const {
    return value->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNull) != clang::Expr::NPCK_NotNull;
  }

  // Pointers that are compared or subtracted point to the same type, or one is null or to shared void.
  void same_layout(const clang::Expr* left, const clang::Expr* right) {
    left = left->IgnoreParenImpCasts();
    right = right->IgnoreParenImpCasts();
    const auto space = [](const clang::Expr* value) {
      const clang::QualType type = value->getType();
      return type->isArrayType() ? space_of(type) : pointee_space(type);
    };
    const auto points = [](const clang::Expr* value) { return value->getType()->isPointerType() || value->getType()->isArrayType(); };
    if (!points(left) || !points(right) || is_null(left) || is_null(right)) return;
    if (space(left) != space(right) && space(left) != kVoid && space(right) != kVoid)
      error(right->getExprLoc(), "these pointers to shared have different layouts, or one of them is private");
  }

  void error(clang::SourceLocation place, llvm::StringRef text) { refuse(context_, place, text); }

  clang::ASTContext& context_;
  const Tokens& tokens_;
  const Keywords& keywords_;
  std::set<unsigned> seen_sizes_;  ///< operators on sizes
};

}  // namespace

void refuse(clang::ASTContext& context, clang::SourceLocation place, llvm::StringRef text) {
  clang::DiagnosticsEngine& diagnostics = context.getDiagnostics();
  diagnostics.Report(place, diagnostics.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Error, text));
}

void check_types(clang::ASTContext& context, const Tokens& tokens, const Keywords& keywords) {
  Checks checks(context, tokens, keywords);
  checks.walk(context.getTranslationUnitDecl());
  checks.finish();
  check_extensions(context);
}

}  // namespace isthmus::upc
