// What went over the wire and what touched device memory, beside the rest.

function draw_shares(profile) {
  const moved = matrix_sum(profile.traffic.bytes);
  const messages = matrix_sum(profile.traffic.messages);
  const bars = [];
  if (profile.nodes > 1 && messages > 0) {
    bars.push(["Bytes", "bytes", "to PEs of other nodes, over the wire", profile.wire.bytes, "within a node, through shared memory", moved, "rma"],
              ["Messages", "count", "to PEs of other nodes, over the wire", profile.wire.messages, "within a node, through shared memory", messages, "rma"]);
  }
  if (profile.device) {
    const {bytes_to_device: to, bytes_from_device: from, time} = profile.device;
    bars.push(["Bytes with a buffer on a device", "bytes", "to device memory", to, "from device memory", to + from, "device"],
              ["Time inside the library", "time", "in calls whose buffer is in device memory", time, "in the others",
               sum(profile.pe.map(pe => pe.inside)), "device"]);
  }
  const drawn = bars.filter(bar => bar[5] > 0);
  const wire_words = profile.nodes === 1 ? "All PEs ran on one node, so nothing went over a wire."
    : has_matrix(profile) ? null : `${bytes_text(profile.wire.bytes)} in ${plural(profile.wire.messages, "message")} went to PEs of other nodes.`;
  if (drawn.length === 0) {
    empty_section("shares", "Wire and device", (wire_words ?? "Nothing was sent by one-sided calls.") + " No call had a buffer in device memory.");
    return;
  }
  section("shares", "Wire and device", ...drawn.map(share_bar),
    wire_words ? html("p", {}, wire_words) : null,
    profile.device ? null : html("p", {}, "No call had a buffer in device memory."));
}

/** One bar that is the whole, with the part in colour. */
function share_bar([title, type, words, part, rest_words, whole, kind]) {
  const shown = Math.min(part, whole);
  const width = 900;
  const plot = drawing("share", width, 26, `${title}: ${share_text(ratio(shown, whole))} ${words}`,
                       `${kTexts[type](part)} of ${kTexts[type](whole)}.`);
  plot.append(mark(0, 0, width * ratio(shown, whole), 24, `var(--${kind})`, part, `${words}\n${kTexts[type](part)}`),
              mark(width * ratio(shown, whole), 0, width * (1 - ratio(shown, whole)), 24, "var(--track)", whole - shown,
                   `${rest_words}\n${kTexts[type](whole - shown)}`));
  return figure(`${title}: ${kTexts[type](part)} (${share_text(ratio(shown, whole))}) ${words}, ` +
                `${kTexts[type](whole - shown)} ${rest_words}`, plot);
}
