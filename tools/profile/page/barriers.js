// Waiting at barriers, by call site: upwards how long each PE waited, downwards how often it came last. Who comes last
// does not wait, so a PE with a long bar below and a short one above is the one that the others waited for.

const kBarriersDrawn = 6;

function draw_barriers(profile) {
  const barriers = [...profile.barriers].sort((one, other) => sum(other.wait) - sum(one.wait));
  if (barriers.length === 0 || profile.pes < 2) {
    empty_section("barriers", "Waiting at barriers", profile.pes < 2 ? "One PE has nobody to wait for."
                  : "The program called no barrier.");
    return;
  }
  const drawn = barriers.slice(0, kBarriersDrawn);
  section("barriers", "Waiting at barriers",
    html("p", {}, "Above the line: the mean time that a PE waited at one call. Below it: the share of calls to which the PE came ",
         "last, so that the others waited for it."),
    barriers.length > drawn.length ? html("p", {class: "soft"}, `Drawn are the ${drawn.length} call sites with the longest waiting ` +
      `of ${barriers.length}; the table has all.`) : null,
    html("div", {class: "few"}, ...drawn.map(barrier => barrier_chart(profile, barrier))),
    barriers_table(profile, barriers));
}

const last_share = (barrier, pe) => ratio(barrier.last[pe], sum(barrier.last));

function barrier_chart(profile, barrier) {
  const means = barrier.wait.map(wait => ratio(wait, barrier.count));
  const [left, top, width, height, below] = [62, 8, 380, 100, 50];
  const most = largest(means);
  const step = width / Math.max(profile.pes, 4);
  const plot = drawing("barrier", left + width + 10, top + height + below + 24, `${barrier.call} at ${barrier.place}`,
    `PE ${place_of_largest(means)} waited longest, ${time_text(most)} a call; PE ${place_of_largest(barrier.last)} came last most often.`);
  if (most > 0) vertical_axis(plot, most, "time", left, width, top, height);
  const middle = top + height;
  const skip = every(step, 22);
  means.forEach((mean, pe) => {
    const x = left + pe * step;
    const [tall, deep] = [height * ratio(mean, most), below * last_share(barrier, pe)];
    const tip = `PE ${pe}\nwaited ${time_text(mean)} a call, ${time_text(barrier.wait[pe])} in all\n` +
                `came last at ${count_text(barrier.last[pe])} of ${plural(barrier.count, "call")}`;
    plot.append(mark(x + step * 0.08, middle - tall, step * 0.84, tall, "var(--waiting)", barrier.wait[pe], tip, {"data-pe": pe}),
                mark(x + step * 0.08, middle + 1, step * 0.84, deep, "var(--collectives)", barrier.last[pe], tip,
                     {"data-last": pe}));
    if (pe % skip === 0) {
      plot.append(label(x + step / 2, middle + below + 16, pe, {"text-anchor": "middle", class: "soft"}));
    }
  });
  plot.append(svg("line", {class: "edge", x1: left, x2: left + width, y1: middle + 0.5, y2: middle + 0.5}),
              label(left - 6, middle + below, "last, 100 %", {"text-anchor": "end", class: "soft", "font-size": 10}),
              label(left - 6, middle + below + 16, "PE", {"text-anchor": "end", class: "soft"}));
  return figure(`${barrier.call} in ${barrier.place}, ${plural(barrier.count, "call")}${team_words(barrier)}`,
                legend([["var(--waiting)", "waited, mean of a call"], ["var(--collectives)", "came last"]]), plot);
}

const team_words = barrier => barrier.team === "world" ? "" : `, team ${barrier.team}`;

function barriers_table(profile, barriers) {
  const longest = barrier => place_of_largest(barrier.wait);
  const latest = barrier => place_of_largest(barrier.last);
  return table("Barriers by call site", [
    {name: "where", type: "text", value: barrier => barrier.place},
    {name: "call", type: "text", code: true, value: barrier => barrier.call},
    {name: "team", type: "text", value: barrier => barrier.team},
    {name: "calls", type: "count", value: barrier => barrier.count},
    {name: "waiting, all PEs", type: "time", value: barrier => sum(barrier.wait), bar: true},
    {name: "mean of a PE and call", type: "time", value: barrier => ratio(sum(barrier.wait), barrier.count * profile.pes)},
    {name: "waited longest", type: "time", value: barrier => barrier.wait[longest(barrier)],
     text: barrier => `PE ${longest(barrier)}, ${time_text(barrier.wait[longest(barrier)])}`},
    {name: "came last most often", type: "share", value: barrier => last_share(barrier, latest(barrier)),
     text: barrier => sum(barrier.last) === 0 ? "not known"
       : `PE ${latest(barrier)}, ${share_text(last_share(barrier, latest(barrier)))}`},
  ], barriers);
}
