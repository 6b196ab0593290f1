// The figures at the head of the page, and in sentences what stands out in them.

function draw_headline(profile) {
  const inside = profile.pe.map(pe => pe.inside);
  const shares = profile.pe.map(pe => ratio(pe.inside, pe.elapsed));
  const waited = sum(profile.barriers.map(barrier => sum(barrier.wait)));
  const tiles = [
    ["Elapsed", time_text(profile.elapsed), "from shmem_init to shmem_finalize, longest PE"],
    ["Placement", plural(profile.pes, "PE"), "on " + plural(profile.nodes, "node")],
    ["Inside the library", share_text(ratio(sum(shares), shares.length)),
     `of the time, mean of the PEs; ${time_text(sum(inside))} in all`],
    ["Given to collectives", bytes_text(sum(profile.collective_bytes)), "as source, over all PEs"],
  ];
  if (has_matrix(profile)) {
    tiles.splice(3, 0, ["Moved by one-sided calls", bytes_text(matrix_sum(profile.traffic.bytes)),
                        `in ${plural(matrix_sum(profile.traffic.messages), "message")}`]);
  }
  if (profile.pes > 1) {
    tiles.splice(3, 0, ["Waiting at barriers", share_text(ratio(waited, sum(profile.pe.map(pe => pe.elapsed)))),
                        `of the time; ${time_text(waited)} over all PEs`]);
  }
  const {per_timed_call: timed, per_counted_call: counted, share} = profile.overhead;
  if (share !== undefined) {
    tiles.push(["Cost of profiling", share_text(share), `of the elapsed time, estimated: ${time_text(timed)} a timed call, ` +
                `${time_text(counted)} a counted one`]);
  }
  const made = section("summary", "Summary",
    html("dl", {class: "tiles"}, ...tiles.map(([name, figure, note]) => html("div", {class: "tile"}, html("dt", {}, name),
      html("dd", {class: "figure"}, figure), html("dd", {class: "note"}, note)))),
    html("ul", {id: "findings"}, ...findings(profile, shares, waited).map(words => html("li", {}, words))));
  if (profile.forgotten > 0) {
    made.append(html("p", {id: "forgotten"}, `${plural(profile.forgotten, "arrival")} at barriers had no room beside the newest: ` +
                     "who came last there is not known, and the whole call counts as waiting."));
  }
}

/** Sentences about what a reader should look at first, each only where it holds. */
function findings(profile, shares, waited) {
  const found = [];
  const calls = calls_of_job(profile);
  const costliest = calls.find(call => call.kind !== "setup");  // starting a job costs what it costs
  if (costliest?.time > 0) {
    found.push(`${costliest.name} took more time than any other call after set-up: ` +
               `${share_text(ratio(costliest.time, sum(profile.pe.map(pe => pe.inside))))} of that inside the library, in ${plural(costliest.count, "call")}.`);
  }
  const set_up = new Set(calls.filter(call => call.kind === "setup").map(call => call.name));
  const place = profile.places.find(candidate => !set_up.has(candidate.call));
  if (place) found.push(`The call site that cost most is ${place.call} in ${place_text(place)}: ${time_text(place.time)} over all PEs.`);
  if (profile.pes > 1) {
    const [most, least] = [place_of_largest(shares), place_of_largest(shares.map(share => -share))];
    if (shares[most] > 1.25 * shares[least] && shares[most] > 0.02) {
      found.push(`The PEs differ: PE ${most} was inside the library for ${share_text(shares[most])} of its time, ` +
                 `PE ${least} for ${share_text(shares[least])}.`);
    }
    const last = profile.pe.map((_, pe) => sum(profile.barriers.map(barrier => barrier.last[pe] ?? 0)));
    const late = place_of_largest(last);
    const costly = waited > 0.01 * sum(profile.pe.map(pe => pe.elapsed));
    if (costly && last[late] * profile.pes > 1.5 * sum(last) && last[late] > 0.3 * sum(last)) {
      found.push(`PE ${late} came last at ${count_text(last[late])} of ${plural(sum(last), "barrier")}: the others waited for it.`);
    }
    const sent = row_sums(profile.traffic.bytes);
    const sender = place_of_largest(sent);
    if (has_matrix(profile) && profile.pes > 2 && sent[sender] * profile.pes > 2 * sum(sent) && sent[sender] > 0.3 * sum(sent)) {
      found.push(`${share_text(ratio(sent[sender], sum(sent)))} of the bytes came from PE ${sender}.`);
    }
  }
  return found;
}
