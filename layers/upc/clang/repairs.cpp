#include "repairs.hpp"

#include <clang/Sema/SemaDiagnostic.h>

#include "spaces.hpp"
#include "types.hpp"

namespace isthmus::upc {
namespace {

clang::QualType type_argument(const clang::Diagnostic& found, unsigned at) {
  if (at >= found.getNumArgs() || found.getArgKind(at) != clang::DiagnosticsEngine::ak_qualtype) return {};
  return clang::QualType::getFromOpaquePtr(reinterpret_cast<void*>(found.getRawArg(at)));
}

}  // namespace

void Repairs::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& found) {
  DiagnosticConsumer::HandleDiagnostic(level, found);
  if (!tokens_) return;
  const unsigned at = tokens_->at(found.getLocation());
  switch (found.getID()) {
    case clang::diag::err_typecheck_incompatible_address_space: return conversion(found);
    case clang::diag::err_typecheck_op_on_nonoverlapping_address_space_pointers: return choice(found);
    case clang::diag::err_arg_with_address_space: return array_parameter(at);
    case clang::diag::err_vla_decl_in_file_scope:
    case clang::diag::err_vla_decl_has_static_storage:
    case clang::diag::err_vla_decl_has_extern_linkage:
    case clang::diag::err_vm_decl_in_file_scope:
    case clang::diag::err_vm_decl_has_extern_linkage: return threads_dimension(at);
    default: return;
  }
}

// Pointers to `shared void` convert from and to all others. A pointer to a member of a shared object is one to `shared []`.
void Repairs::conversion(const clang::Diagnostic& found) {
  const clang::QualType first = type_argument(found, 0), second = type_argument(found, 1);
  if (first.isNull() || second.isNull() || found.getNumRanges() == 0) return;
  const clang::CharSourceRange range = found.getRange(found.getNumRanges() - 1);
  // The third argument says what is done; the destination comes first where that is assigning (0) or initialising (4).
  const bool to_first = found.getRawArg(2) == 0 || found.getRawArg(2) == 4;
  const clang::QualType from = to_first ? second : first, to = to_first ? first : second;
  const unsigned source = pointee_space(from), target = pointee_space(to);
  if (!is_shared(source) || !is_shared(target)) return;
  bool member = false;
  if (target == kIndefinite)
    for (unsigned at = tokens_->at(range.getBegin()), end = tokens_->at(range.getEnd()); at <= end && end != Tokens::kNone; ++at)
      member |= (*tokens_)[at].isOneOf(clang::tok::period, clang::tok::arrow);
  if (source == kVoid || target == kVoid || member) cast(range, to);
}

// c ? p : q, where one of the two is a pointer to `shared void`.
void Repairs::choice(const clang::Diagnostic& found) {
  const clang::QualType left = type_argument(found, 0), right = type_argument(found, 1);
  if (found.getNumRanges() < 2 || !is_shared(pointee_space(left)) || !is_shared(pointee_space(right))) return;
  if (pointee_space(left) == kVoid) cast(found.getRange(1), left);
  else if (pointee_space(right) == kVoid) cast(found.getRange(0), right);
}

void Repairs::cast(clang::CharSourceRange range, clang::QualType to) {
  const unsigned first = tokens_->at(range.getBegin()), last = tokens_->at(range.getEnd());
  if (first != Tokens::kNone && last != Tokens::kNone) casts_.push_back({first, last, to.getUnqualifiedType()});
}

void Repairs::finish(Names& names) {
  for (const Cast& cast : casts_)
    if (const std::string type = names.spelling(cast.to); Names::can_be_parsed(type))
      changed_ |= edits_.wrap(cast.first, cast.last, "(" + type + ")(", ")");
}

// `shared int a[n]` as a parameter is a pointer, but clang refuses to let an array decay in an address space.
// The place of the error is the parameter's name, or its first bracket where it has none.
void Repairs::array_parameter(unsigned place) {
  if (place == Tokens::kNone) return;
  const bool named = !tokens_->is(place, clang::tok::l_square);
  const unsigned open = named ? place + 1 : place, close = tokens_->is(open, clang::tok::l_square) ? tokens_->closing(open) : Tokens::kNone;
  if (close == Tokens::kNone || !edits_.once("parameter " + std::to_string(open))) return;
  if (named) {
    edits_.before(place, "(*");
    edits_.after(place, ")");
  }
  edits_.erase(open, close + 1);
  if (!named) edits_.replace(open, "(*)");
  changed_ = true;
}

// Whether a cast of THREADS, or of brackets with it, begins at a token. No cast is what an operator on sizes asks for.
bool Repairs::is_cast_of_threads(unsigned at) const {
  using namespace clang::tok;
  if (!tokens_->is(at, l_paren) || tokens_->is(at - 1, kw_sizeof) || tokens_->name(at - 1).ends_with("sizeof")) return false;
  if (!(*tokens_)[at + 1].isOneOf(kw_unsigned, kw_signed, kw_char, kw_short, kw_int, kw_long, kw_float, kw_double)) return false;
  const unsigned operand = tokens_->closing(at) + 1, end = tokens_->is(operand, l_paren) ? tokens_->closing(operand) : operand;
  for (unsigned inside = operand; inside <= end && end != Tokens::kNone; ++inside)
    if (tokens_->name(inside) == "THREADS") return true;
  return false;
}

// In the dynamic environment THREADS in a dimension is a number that stands for it. The attribute tells the pass which dimension it was.
void Repairs::threads_dimension(unsigned name) {
  if (name == Tokens::kNone) return;
  unsigned open = name + 1, last = Tokens::kNone, dimension = 0, found = 0, where = 0, factor = 0;
  while (tokens_->is(open, clang::tok::r_paren)) ++open;
  const bool pointer = open != name + 1;  // (*name)[THREADS]: the pass sees the dimension in the type
  for (; tokens_->is(open, clang::tok::l_square); open = last + 1, ++dimension) {
    last = tokens_->closing(open);
    if (last == Tokens::kNone) return;
    for (unsigned at = open; at < last; at = past_size(*tokens_, at)) {
      found += is_cast_of_threads(at) ? 2 : 0;
      if (tokens_->name(at) == "THREADS") {
        const auto adds = [&](unsigned one) { return (*tokens_)[one].isOneOf(clang::tok::plus, clang::tok::minus); };
        found += adds(at - 1) || adds(at + 1) ? 2 : 1;  // only a factor can stand for each thread's share
        where = dimension;
        factor = at;
      }
    }
  }
  if (found != 1 || !edits_.once("dimension " + std::to_string(name))) return;
  edits_.replace(factor, std::to_string(kUnknownThreads) + "l");  // long, since the product of it and a large int must fit
  unsigned start = name;  // of the declaration
  while (start > 0 && !(*tokens_)[start].isOneOf(clang::tok::semi, clang::tok::r_brace, clang::tok::kw_typedef)) --start;
  if (!pointer && !tokens_->is(start, clang::tok::kw_typedef)) edits_.after(last, dynamic_attribute(where, tokens_->name(name)));
  changed_ = true;
}

}  // namespace isthmus::upc
