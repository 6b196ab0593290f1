#include "keywords.hpp"

#include <llvm/ADT/StringSwitch.h>

#include "spaces.hpp"

namespace isthmus::upc {
namespace {

using namespace clang::tok;

bool is_size(llvm::StringRef name) {
  return name == "upc_localsizeof" || name == "upc_blocksizeof" || name == "upc_elemsizeof";
}

class Rewriter {
 public:
  Rewriter(const Tokens& tokens, unsigned threads, const Strides& strides, const Sizes& sizes, clang::DiagnosticsEngine& diagnostics)
      : tokens_(tokens), threads_(threads), strides_(strides), sizes_(sizes), diagnostics_(diagnostics) {}

  Keywords run() {
    for (unsigned at = 0; at < tokens_.size(); ++at) {
      if (tokens_.is(at, l_brace)) scopes_.push_back(strict_);
      if (tokens_.is(at, r_brace) && !scopes_.empty()) {
        strict_ = scopes_.back();
        scopes_.pop_back();
      }
      found_.strict.push_back(strict_);
      if (tokens_[at].isOneOf(annot_pragma_openmp, annot_pragma_openmp_end)) openmp_ = tokens_.is(at, annot_pragma_openmp);
      if (const llvm::StringRef name = tokens_.name(at); !name.empty() && !is_clause(name)) keyword(at, name);
    }
    return std::move(found_);
  }

 private:
  using Handler = void (Rewriter::*)(unsigned);

  void keyword(unsigned at, llvm::StringRef name) {
    const Handler handler = llvm::StringSwitch<Handler>(name)
                                .Case("shared", &Rewriter::shared)
                                .Case("strict", &Rewriter::strict)
                                .Case("relaxed", &Rewriter::relaxed)
                                .Case("MYTHREAD", &Rewriter::mythread)
                                .Case("THREADS", &Rewriter::threads)
                                .Case("upc_forall", &Rewriter::forall)
                                .Case("upc_barrier", &Rewriter::barrier)
                                .Case("upc_notify", &Rewriter::barrier)
                                .Case("upc_wait", &Rewriter::barrier)
                                .Case("upc_fence", &Rewriter::fence)
                                .Case("upc_localsizeof", &Rewriter::size)
                                .Case("upc_blocksizeof", &Rewriter::size)
                                .Case("upc_elemsizeof", &Rewriter::size)
                                .Case(kPragmaStrict, &Rewriter::pragma)
                                .Case(kPragmaRelaxed, &Rewriter::pragma)
                                .Default(nullptr);
    if (handler) (this->*handler)(at);
  }

  /// Whether a word is one of OpenMP's in a pragma: shared(x), atomic read relaxed, grainsize(strict: n).
  bool is_clause(llvm::StringRef name) const { return openmp_ && (name == "shared" || name == "strict" || name == "relaxed"); }

  void report(unsigned at, clang::DiagnosticIDs::Level level, const char* text) {
    diagnostics_.Report(tokens_[at].getLocation(), diagnostics_.getDiagnosticIDs()->getCustomDiagID(level, text));
  }
  void error(unsigned at, const char* text) { report(at, clang::DiagnosticIDs::Error, text); }

  // `shared [B]` becomes an attribute around the tokens of B, which clang evaluates.
  void shared(unsigned at) {
    const unsigned open = at + 1;
    const bool layout = tokens_.is(open, l_square);
    const unsigned close = layout ? tokens_.closing(open) : at;
    if (close == Tokens::kNone) return;
    Edits& edits = found_.edits;
    if (follows_identifiers(at)) edits.move(at, close + 1, specifier_end(close + 1), "", "");
    if (is_void(at, close + 1)) {
      if (layout) error(open, "shared void has no layout: write shared void *");
      edits.erase(open, close + 1);
      return edits.replace(at, attribute(kVoid));
    }
    if (!layout) return edits.replace(at, attribute(kIndefinite + 1));
    edits.replace(open, "");
    if (close == open + 1) {
      edits.replace(close, "");
      return edits.replace(at, attribute(kIndefinite));
    }
    edits.replace(close, "))))");
    if (close == open + 2 && tokens_.is(open + 1, star)) {
      edits.replace(at, "__attribute__((address_space((");
      if (in_typedef(at)) error(open, "the layout [*] is for variables, whose size it divides, and not for a typedef");
      return edits.replace(open + 1, std::to_string(kStar + open + 1));
    }
    bool open_size = false;
    for (unsigned inside = open + 1; inside < close; inside = past_size(tokens_, inside)) {
      if (tokens_.name(inside) == "THREADS" && !threads_)
        error(inside, "a block size that depends on THREADS needs a number of threads at compile time: upcc -T n");
      if (!is_size(tokens_.name(inside)) || sizes_.count(inside)) continue;
      open_size = true;
      if (inside < found_.open_layout) found_.open_layout = inside;
    }
    edits.replace(at, "__attribute__((address_space(" + std::to_string(kIndefinite) + "+(");
    // clang keeps the number alone, and find_sizes wants to see the operator.
    if (open_size)
      edits.insert(at, {{"__attribute__((annotate(\"upc\", "}, {.text = "", .first = open + 1, .last = close}, {")))"}});
  }

  // Whether a declaration of K&R's style begins here: f(p) shared int *p; {...}. An attribute after f(p) would be one
  // of f, and therefore comes after the first specifier.
  bool follows_identifiers(unsigned at) const {
    while (at > 0 && tokens_.name(at - 1) == "relaxed") --at;
    if (!scopes_.empty() || at < 4 || !tokens_.is(at - 1, r_paren)) return false;
    unsigned open = at - 2;
    while (open > 0 && tokens_[open].isOneOf(identifier, comma)) --open;
    return tokens_.is(open, l_paren) && tokens_.is(open - 1, identifier);
  }
  unsigned specifier_end(unsigned at) const {
    while (tokens_.name(at) == "relaxed") ++at;
    if (!tokens_[at].isOneOf(kw_struct, kw_union, kw_enum)) return at;
    if (tokens_.is(at + 1, identifier)) ++at;
    return tokens_.is(at + 1, l_brace) ? tokens_.closing(at + 1) : at;
  }

  bool in_typedef(unsigned at) const {
    while (at > 0 && !tokens_[at].isOneOf(semi, l_brace, r_brace, kw_typedef)) --at;
    return tokens_.is(at, kw_typedef);
  }

  static std::string attribute(unsigned space) {
    return "__attribute__((address_space(" + std::to_string(space) + ")))";
  }

  // Whether the type that is qualified here is void: `shared const void`, `void shared`.
  bool is_void(unsigned at, unsigned next) const {
    const auto qualifier = [&](unsigned one) {
      return tokens_.is(one, kw_const) || tokens_.is(one, kw_volatile) || tokens_.name(one) == "strict" ||
             tokens_.name(one) == "relaxed" || tokens_.is(one, kw_extern) || tokens_.is(one, kw_static);
    };
    while (qualifier(next)) ++next;
    while (at > 0 && qualifier(at - 1)) --at;
    return tokens_.is(next, kw_void) || (at > 0 && tokens_.is(at - 1, kw_void));
  }

  void strict(unsigned at) {
    if (!may_be_shared(at)) error(at, "strict is for shared types");
    found_.edits.replace(at, "volatile");
  }
  void relaxed(unsigned at) {
    if (!may_be_shared(at)) error(at, "relaxed is for shared types");
    found_.relaxed.insert(at);
    found_.edits.replace(at, "");
  }

  // Whether `shared` is among the specifiers around a token, or something that tokens do not tell: a typedef's name, a struct.
  bool may_be_shared(unsigned at) const {
    const auto is_type = [&](unsigned one) {
      return tokens_[one].isOneOf(kw_unsigned, kw_signed, kw_char, kw_short, kw_int, kw_long, kw_float, kw_double, kw__Bool, kw__Complex);
    };
    const auto is_specifier = [&](unsigned one) {
      const llvm::StringRef name = tokens_.name(one);
      return is_type(one) || name == "shared" || name == "strict" || name == "relaxed" ||
             tokens_[one].isOneOf(kw_const, kw_volatile, kw_restrict, kw_static, kw_extern, kw_typedef);
    };
    unsigned first = at;
    while (first > 0 && is_specifier(first - 1)) --first;
    if (first > 0 && tokens_[first - 1].isOneOf(r_square, identifier)) return true;  // shared [B], or a typedef
    bool typed = first > 0 && tokens_.is(first - 1, star);
    for (unsigned one = first; is_specifier(one); ++one) {
      if (tokens_.name(one) == "shared") return true;
      typed |= is_type(one);
    }
    return !typed;
  }

  void mythread(unsigned at) { found_.edits.replace(at, "upcr_mythread"); }
  void threads(unsigned at) {
    found_.edits.replace(at, !threads_ && at < operand_end_ ? std::to_string(kUnknownThreads) + "l" : thread_count());
  }
  void fence(unsigned at) { found_.edits.replace(at, "upcr_fence()"); }

  // Where a #pragma upc may stand: outside of functions, and before everything else in a compound statement (UPC 1.3, 6.6.1).
  bool is_pragmas_place(unsigned at) const {
    const auto is_pragma = [&](unsigned one) { return tokens_.name(one) == kPragmaStrict || tokens_.name(one) == kPragmaRelaxed; };
    while (at > 0 && is_pragma(at)) --at;
    return scopes_.empty() || tokens_.is(at, l_brace);
  }

  void pragma(unsigned at) {
    if (!is_pragmas_place(at))
      report(at, clang::DiagnosticIDs::Warning, "#pragma upc is for the beginning of a block, before its declarations and statements");
    strict_ = tokens_.name(at) == kPragmaStrict;
    found_.edits.replace(at, "");
  }

  // upc_forall (a; b; c; affinity) body: a loop whose body is skipped where the affinity is another thread's. The body is in a
  // loop of one round, so that `continue` in it ends the round and what counts the nesting still runs.
  void forall(unsigned at) {
    const unsigned open = at + 1, close = tokens_.is(open, l_paren) ? tokens_.closing(open) : Tokens::kNone;
    std::vector<unsigned> ends;
    if (close != Tokens::kNone)
      for (unsigned inside = open + 1; inside < close; ++inside) {
        if (tokens_[inside].isOneOf(l_paren, l_square, l_brace)) inside = tokens_.closing(inside);
        else if (tokens_.is(inside, semi)) ends.push_back(inside);
      }
    if (ends.size() != 3) return error(at, "upc_forall wants four parts: (start; condition; step; affinity)");
    if (const auto found = strides_.find(at); found != strides_.end()) return stride(at, ends, close, found->second);
    Edits& edits = found_.edits;
    edits.replace(at, "for");
    const unsigned first = ends[2] + 1;
    edits.replace(ends[2], "");
    if (first == close) return;
    if (tokens_.is(first, kw_continue) && first + 1 == close) return edits.replace(first, "");
    found_.foralls.insert(at);
    edits.move(first, close, close, "if (!(upcr_forall_depth || upcr_affinity(0, (",
               ")))) {} else for (int upcr_once = (upcr_forall_depth++, 1); upcr_once; upcr_once = 0, upcr_forall_depth--)");
  }

  // The loop in a loop of one round, which knows whether this upc_forall is the outermost one that runs: only then iterations
  // belong to threads. `from` is where the variable started, `left` the number of iterations to come, which the optimiser can
  // count on, and `row` the number of this thread's iteration, counted from where the affinity is 0. What is called upcr_ here is
  // declared in isthmus_upc/prelude.h.
  void stride(unsigned at, const std::vector<unsigned>& ends, unsigned close, const Stride& stride) {
    const auto local = [&](const char* name) { return "upcr_" + std::string(name) + "_" + std::to_string(at); };
    const std::string &variable = stride.variable, mine = local("mine"), from = local("from"), left = local("left"), row = local("row"),
                      more = local("more"), end = stride.inclusive ? ") + 1)" : "))";
    const Edits::Piece affinity{.text = "", .first = ends[2] + 1, .last = close};
    const Edits::Piece bound{.text = "", .first = stride.bound_first, .last = stride.bound_last + 1};
    const auto function = [&](const char* name) { return std::string(name) + "(" + variable + ", " + mine + ", "; };
    if (stride.run > 1) return runs(at, ends, close, stride);
    Edits& edits = found_.edits;
    edits.replace(at, "for (long " + mine + " = !upcr_forall_depth++, " + left + " = 0, " + row + " = 0, " + more + " = 1");
    std::string start = stride.declared ? ", " + local("skip") + " __attribute__((unused)) = (" : ends[0] == at + 2 ? "" : ", ";
    if (stride.declared) {
      edits.append(at, {{"; " + more + "; " + more + " = 0, upcr_forall_depth--) for"}});
    } else {
      start += from + " = " + variable + ", ";
      edits.append(at, {{", " + from + " = 0; " + more + "; " + more + " = 0, upcr_forall_depth--, " + variable +
                         " = " + function("upcr_forall_end") + from + ", " + as_long(stride)},
                        bound,
                        {end + ") for"}});
    }
    edits.insert(ends[0], {{start + variable + " += upcr_skip(" + mine + ", 1l, "},
                           affinity,
                           {"), " + row + " = upcr_row(" + mine + ", "},
                           affinity,
                           {"), " + left + " = " + function("upcr_forall_count") + as_long(stride)},
                           bound,
                           {stride.declared ? end + ", 0)" : end}});
    edits.hide(ends[0] + 1, ends[1]);
    edits.insert(ends[1], {{left + " > 0"}});
    edits.hide(ends[1] + 1, ends[2]);
    edits.replace(ends[2], variable + " += " + mine + " ? " + thread_count() + " : 1, " + row + "++, " + left + "--");
    edits.hide(affinity.first, affinity.last);
    edits.append(close, {{"if (upcr_own(" + mine + ", " + row + ", 1l, "}, affinity, {"), 0) {} else"}});
  }

  // The same for blocks: a loop over the runs of this thread's iterations in the loop of one round, and one over the iterations of a
  // run in it. A run begins at `at` and ends before `next`, and `first` is the number of its first element among the thread's own:
  // what lies where is computed for the first run only, since the thread's blocks follow one another in its memory. A use of the
  // variable after a run would keep LLVM from vectorising it. In a upc_forall within another one all iterations are one run.
  void runs(unsigned at, const std::vector<unsigned>& ends, unsigned close, const Stride& stride) {
    const auto local = [&](const char* name) { return "upcr_" + std::string(name) + "_" + std::to_string(at); };
    const std::string &variable = stride.variable, mine = local("mine"), from = local("from"), left = local("left"), row = local("row"),
                      more = local("more"), begin = local("at"), next = local("next"), first = local("first"),
                      run = std::to_string(stride.run) + "l";
    const Edits::Piece affinity{.text = "", .first = ends[2] + 1, .last = close};
    const Edits::Piece bound{.text = "", .first = stride.bound_first, .last = stride.bound_last + 1};
    const std::string end = stride.inclusive ? ") + 1" : ")";
    Edits& edits = found_.edits;
    edits.replace(at, "for (long " + mine + " = !upcr_forall_depth++, " + left + " = 0, " + row + " = 0, " + begin + " = 0, " + next +
                          " = 0, " + first + " = 0, " + from + " = 0, " + more + " = 1; " + more + "; " + more +
                          " = 0, upcr_forall_depth--");
    if (!stride.declared)
      edits.append(at, {{", " + variable + " = upcr_forall_end(" + from + ", 0, " + from + ", " + as_long(stride)},
                        bound,
                        {end + ")"}});
    edits.append(at, {{") for"}});
    const std::string start = stride.declared ? ", " + local("skip") + " __attribute__((unused)) = (" : ends[0] == at + 2 ? "" : ", ";
    edits.insert(ends[0], {{start + from + " = " + variable + ", " + begin + " = " + from + " + upcr_skip(" + mine +
                            ", " + run + ", "},
                           affinity,
                           {"), " + variable + " = " + begin + ", " + next + " = " + begin + " + upcr_run(" + mine +
                            ", " + run + ", " + as_long(stride)},
                           bound,
                           {end + " - " + begin + ", "},
                           affinity,
                           {"), " + first + " = upcr_row(" + mine + ", "},
                           affinity,
                           {stride.declared ? "), 0)" : ")"}});
    edits.hide(ends[0] + 1, ends[1]);
    edits.insert(ends[1], {{begin + " < " + as_long(stride)}, bound, {end}});
    edits.hide(ends[1] + 1, ends[2]);
    edits.replace(ends[2], first + " += " + next + " - " + begin + ", " + begin + " = " + next + " + (" + mine + " ? " +
                               run + " * (" + thread_count() + " - 1) : 0), " + next + " = upcr_run_end(" + begin +
                               ", " + run + ", " + as_long(stride));
    edits.append(ends[2], {bound, {end + ")"}});
    edits.hide(affinity.first, affinity.last);
    edits.append(close, {{"for (" + variable + " = " + begin + ", " + left + " = upcr_run_left(" + begin + ", " + next + "), " + row +
                          " = " + first + "; " + left + " > 0; " + variable + "++, " + row + "++, " + left + "--) if (upcr_own(" + mine +
                          ", " + row + ", " + run + ", "},
                         affinity,
                         {"), 0) {} else"}});
  }

  /// The beginning of a conversion of a bound: to the type in which C compares it, and to the one in which iterations
  /// are counted.
  static std::string as_long(const Stride& stride) { return "(long)(" + stride.bound_type + ")("; }
  std::string thread_count() const { return threads_ ? std::to_string(threads_) : "upcr_threads"; }

  void barrier(unsigned at) {
    const std::string call = "upcr_" + tokens_.name(at).drop_front(4).str();
    if (tokens_.is(at + 1, semi)) return found_.edits.replace(at, call + "(0, 0)");
    unsigned end = at + 1;
    while (end < tokens_.size() && !tokens_[end].isOneOf(semi, l_brace, r_brace, eof)) ++end;
    found_.edits.replace(at, call + "(1, (int)(");  // pointers, too, are converted
    found_.edits.before(end, "))");
  }

  // The operand stays in a sizeof that counts nothing, since its type may change while the unit is parsed again.
  void size(unsigned at) {
    const llvm::StringRef name = tokens_.name(at);
    found_.sizes[at] = name == "upc_localsizeof"   ? SizeOperator::local
                       : name == "upc_blocksizeof" ? SizeOperator::block
                                                   : SizeOperator::element;
    operand_end_ = std::max(operand_end_, past_size(tokens_, at));
    if (const auto known = sizes_.find(at); known != sizes_.end()) {
      found_.edits.replace(at, "(" + std::to_string(known->second.value) + "ul + 0ul * sizeof");
      return found_.edits.after(known->second.last, ")");
    }
    found_.open_sizes.insert(at);
    found_.edits.replace(at, "sizeof");
    for (unsigned open = at, depth = 1; open-- > 0 && !tokens_[open].isOneOf(semi, l_brace, r_brace);) {
      if (tokens_[open].isOneOf(r_paren, r_square)) ++depth;
      if (tokens_[open].isOneOf(l_paren, l_square)) --depth;
      if (depth == 0 && tokens_.is(open, l_paren)) depth = 1;
      if (depth == 0) return harmless(open);
    }
  }

  // clang drops an array whose size is wrong, and what is written there, which the wrong value of an operator may bring about.
  void harmless(unsigned open) {
    const unsigned close = tokens_.closing(open);
    if (close == Tokens::kNone || !harmless_.insert(open).second) return;
    found_.edits.before(open + 1, "1 + 0 * (");
    found_.edits.after(close - 1, ")");
  }

  const Tokens& tokens_;
  const unsigned threads_;
  const Strides& strides_;
  const Sizes& sizes_;
  clang::DiagnosticsEngine& diagnostics_;
  Keywords found_;
  bool strict_ = false;
  bool openmp_ = false;  ///< in a pragma
  unsigned operand_end_ = 0;  ///< of the last operator on sizes: before it, a number stands for THREADS in types
  std::vector<bool> scopes_;
  std::set<unsigned> harmless_;  ///< brackets whose contents have no value yet
};

}  // namespace

unsigned past_size(const Tokens& tokens, unsigned at) {
  const unsigned close = is_size(tokens.name(at)) && tokens.is(at + 1, l_paren) ? tokens.closing(at + 1) : at;
  return (close == Tokens::kNone ? at : close) + 1;
}

Keywords rewrite_keywords(const Tokens& tokens, unsigned threads, const Strides& strides, const Sizes& sizes,
                          clang::DiagnosticsEngine& diagnostics) {
  return Rewriter(tokens, threads, strides, sizes, diagnostics).run();
}

}  // namespace isthmus::upc
