// Receiving active messages: running handlers, sending their replies and reporting finished requests. Only the thread
// that holds running_ does this.
#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/log.hpp"
#include "ops/am.hpp"

namespace isthmus::ops {

bool ActiveMessages::poll() {
  // The wire's drive() calls handle_arrived().
  return wire_ && !in_handler() ? wire_->drive() : handle_arrived();
}

bool ActiveMessages::something_waits() const { return !mine_.requests.idle() || !mine_.replies.idle() || wants_poll(); }

bool ActiveMessages::handle_arrived() {
  report_all_placed();
  if (!something_waits() || in_handler() || !handles_messages) return false;
  const std::unique_lock lock(running_, std::try_to_lock);
  if (!lock) return false;
  runner_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  bool any = empty_outboxes();
  any |= take(mine_.replies);
  any |= take_inbox();
  any |= take(mine_.requests);
  runner_.store({}, std::memory_order_relaxed);
  return any;
}

bool ActiveMessages::take(node::Ring& ring) {
  const bool requests = &ring == &mine_.requests;
  int n = 0;
  for (; n < kBatch && !(requests && kept_bytes_ >= kMaxKept); ++n) {
    const node::Ring::Record record = ring.front();
    if (!record) break;
    AmParts parts;
    if (!parts.read(record.data, record.bytes)) base::fatal("active messages", "the ring of this PE is damaged");
    handle(parts);
    ring.pop();
  }
  if (n > 0) idle_polls_.store(0, std::memory_order_relaxed);
  return n > 0;
}

// ---- Messages from the wire ----

/// A payload that has a place is copied there at once. So payloads from one PE are placed in the order in which they
/// were sent, and pieces need no room in the inbox.
void ActiveMessages::arrive(int source, const void* bytes, std::size_t n) {
  const std::lock_guard lock(arriving_);
  const std::size_t at = inbox_.size();
  inbox_.resize(at + 2 + (n + 7) / 8);
  inbox_[at] = static_cast<std::uint64_t>(source);
  inbox_[at + 1] = n;
  std::memcpy(&inbox_[at + 2], bytes, n);
  AmParts parts;
  const bool valid = parts.read(&inbox_[at + 2], n) && exists(parts.place);
  if (valid)
    place(source, parts);
  else
    base::say(base::text("dropped %zu bytes from PE %d that are no active message", n, source));
  if (!valid || parts.head.kind == AmKind::piece || parts.head.kind == AmKind::placed)
    inbox_.resize(at);
  else
    has_arrived_.store(true, std::memory_order_release);
}

void ActiveMessages::place(int source, const AmParts& parts) {
  if (parts.place_bytes() > 0 && parts.head.carried > 0)
    segment(parts.place.segment)->kind->copy(address_of(parts.place), parts.payload, parts.head.carried);
  if (parts.head.kind == AmKind::placed) peer(source).placed.store(parts.args[0], std::memory_order_release);
  if (parts.head.kind == AmKind::piece && ++peer(source).arrived >= peer(source).arrived_reported + (credits_ + 1) / 2)
    report_placed(source);
}

/// Reports to `source` how many of its pieces have arrived. The caller holds arriving_.
void ActiveMessages::report_placed(int source) {
  AmParts count;
  count.head.kind = AmKind::placed;
  count.head.nargs = 1;
  count.head.source = me_;
  count.args = &peer(source).arrived;
  alignas(8) std::byte message[sizeof(AmHead) + sizeof(std::uint64_t)];
  count.write(message);
  if (wire_->try_send(source, message, sizeof message)) {
    peer(source).arrived_reported = peer(source).arrived;
  } else {
    unreported_pieces_.insert(source);
    must_report_.store(true, std::memory_order_relaxed);
  }
}

/// Sends the reports for which there was no room when the pieces arrived. May be called by any thread, also inside a
/// handler.
void ActiveMessages::report_all_placed() {
  if (!must_report_.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(arriving_);
  must_report_.store(false, std::memory_order_relaxed);
  std::set<int> unreported;
  unreported.swap(unreported_pieces_);
  for (const int pe : unreported) report_placed(pe);
}

bool ActiveMessages::take_inbox() {
  if (!has_arrived_.load(std::memory_order_acquire)) return false;
  {
    const std::lock_guard lock(arriving_);
    taken_.swap(inbox_);
    has_arrived_.store(false, std::memory_order_relaxed);
  }
  for (std::size_t at = 0; at < taken_.size(); at += 2 + (taken_[at + 1] + 7) / 8) {
    const int source = static_cast<int>(taken_[at]);
    AmParts parts;
    parts.read(&taken_[at + 2], taken_[at + 1]);
    parts.head.source = source;
    handle(parts);
    // Updated after handle(), so that a reply has been handled before its request counts as finished.
    std::atomic<std::uint64_t>& known = peer(source).known;
    if (parts.head.finished > known.load(std::memory_order_relaxed))
      known.store(parts.head.finished, std::memory_order_release);
  }
  if (taken_.capacity() * sizeof taken_[0] > kSpareInbox)
    std::vector<std::uint64_t>().swap(taken_);
  else
    taken_.clear();
  return true;
}

// ---- One message ----

void ActiveMessages::handle(const AmParts& parts) {
  const int source = parts.head.source;
  if (parts.head.kind == AmKind::credit) return;
  if (parts.head.kind == AmKind::ask) {
    peer(source).asked = std::max(peer(source).asked, parts.args[0]);
    settle(source);
    return;
  }
  run(parts);
  if (parts.head.reply) return;
  if (!reply_.empty()) return send_or_keep(source, reply_, 1);
  if (const auto outbox = outboxes_.find(source); outbox != outboxes_.end())
    ++outbox->second.back().finishes;  // requests must finish in order, because quiet() compares counts
  else
    finish(source, 1);
}

void ActiveMessages::run(const AmParts& parts) {
  const AmHead& head = parts.head;
  const AmHandler handler =
      head.handler < kMaxHandlers ? handlers_[head.handler].load(std::memory_order_acquire) : nullptr;
  if (!handler)
    base::fatal("active messages",
                base::text("PE %d has sent a message for handler %d, which is not registered here; register the same "
                           "handlers in the same order on all PEs, and meet in a barrier before the first request",
                           head.source, head.handler));
  shmemx_am_token token{head.source, head.reply, false};
  current_ = &token;
  reply_.clear();
  const bool before = std::exchange(base::in_handler, true);
  if (head.kind == AmKind::long_message)
    handler(&token, parts.args, head.nargs, address_of(parts.place), parts.place.bytes);
  else
    handler(&token, parts.args, head.nargs, head.carried > 0 ? const_cast<void*>(parts.payload) : nullptr,
            head.carried);
  base::in_handler = before;
  current_ = nullptr;
}

// ---- Replies and reports of finished requests ----

void ActiveMessages::finish(int source, std::uint64_t requests) {
  if (is_mapped(source)) {
    std::atomic<std::uint64_t>& finished = mine_.finished[source];
    finished.store(finished.load(std::memory_order_relaxed) + requests, std::memory_order_release);
  } else {
    peer(source).finished += requests;
    settle(source);
  }
}

/// Reports to a PE of another node how many of its requests are finished, if it has asked for this count or has used up
/// half its credits.
void ActiveMessages::settle(int pe) {
  Peer& account = peer(pe);
  const bool asked = account.asked > account.reported && account.finished >= account.asked;
  if (!asked && account.finished < account.reported + (credits_ + 1) / 2) return;
  AmHead credit;
  credit.kind = AmKind::credit;
  credit.finished = account.finished;
  if (wire_->try_send(pe, &credit, sizeof credit))
    account.reported = account.finished;
  else if (unreported_requests_.insert(pe).second)
    ++kept_;
}

bool ActiveMessages::try_send_reply(int to, Bytes& message, std::uint64_t finishes) {
  if (is_mapped(to)) {
    node::Ring ring = shared(to).replies;
    void* record = ring.reserve(message.size());
    if (!record) return false;
    std::memcpy(record, message.data(), message.size());
    node::Ring::publish(record, message.size());
    finish(to, finishes);
    return true;
  }
  Peer& account = peer(to);
  const std::uint64_t finished = account.finished + finishes;
  std::memcpy(message.data() + offsetof(AmHead, finished), &finished, sizeof finished);
  if (!wire_->try_send(to, message.data(), message.size())) return false;
  account.finished = account.reported = finished;
  return true;
}

/// Sends a reply, unless earlier replies to the same PE are kept or there is no room; then keeps it behind those.
/// `message` is moved from only if it is kept.
void ActiveMessages::send_or_keep(int to, Bytes& message, std::uint64_t finishes) {
  const auto outbox = outboxes_.find(to);
  if (outbox == outboxes_.end() && try_send_reply(to, message, finishes)) return;
  std::deque<Kept>& kept = outboxes_[to];
  kept.push_back({std::move(message), finishes});
  kept_bytes_ += kept.back().cost();
  ++kept_;
}

bool ActiveMessages::empty_outboxes() {
  if (kept_.load(std::memory_order_relaxed) == 0) return false;
  bool any = false;
  for (auto outbox = outboxes_.begin(); outbox != outboxes_.end();) {
    std::deque<Kept>& kept = outbox->second;
    while (!kept.empty() && try_send_reply(outbox->first, kept.front().message, kept.front().finishes)) {
      kept_bytes_ -= kept.front().cost();
      kept.pop_front();
      --kept_;
      any = true;
    }
    outbox = kept.empty() ? outboxes_.erase(outbox) : std::next(outbox);
  }
  std::set<int> unreported;
  unreported.swap(unreported_requests_);
  kept_ -= unreported.size();
  for (const int pe : unreported) settle(pe);
  return any || unreported_requests_.size() < unreported.size();
}

}  // namespace isthmus::ops
