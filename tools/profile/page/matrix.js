// A matrix as a heat map with its table. Nothing moved is no mark; the least that moved has the faintest colour.

/** How values become a part of the colour scale: by their logarithm where they differ a lot, which the legend says. */
function heat_scale(values) {
  const moved = values.flat().filter(value => value > 0);
  const [least, most] = [moved.reduce((one, other) => Math.min(one, other), Infinity), largest(moved)];
  const logarithmic = most > 100 * least;
  const part = value => logarithmic ? Math.log(value / least) / Math.log(most / least) : value / most;
  return {least, most, logarithmic, part};
}

function matrix_view(values, what, noun, borders) {
  const type = what === "bytes" ? "bytes" : "count";
  const scale = heat_scale(values);
  const caption = `${what === "bytes" ? "Bytes" : "Messages"} from the ${noun} of the row to the ${noun} of the column`;
  const from = scale.logarithmic ? kTexts[type](scale.least) : "0";
  const key = html("p", {class: "soft"}, from, html("span", {class: "scale"}), kTexts[type](scale.most),
                   scale.logarithmic ? ", logarithmic; empty: nothing" : "; empty: nothing");
  return [figure(caption, key, heat_map(values, type, what, noun, borders, scale, caption)),
          folded("The same as a table", matrix_table(values, type, noun, caption))];
}

function heat_map(values, type, what, noun, borders, scale, caption) {
  const count = values.length;
  const size = Math.max(11, Math.min(64, Math.floor(640 / count)));
  const [left, top, side] = [64, 40, size * count];
  const plot = drawing("matrix", left + side + 10, top + side + 10, caption,
                       `${count} rows and columns; the most is ${kTexts[type](scale.most)}.`);
  plot.append(svg("rect", {class: "track", x: left, y: top, width: side, height: side}),
              label(left + side / 2, 14, `to ${noun}`, {"text-anchor": "middle", class: "soft"}),
              label(14, top + side / 2, `from ${noun}`, {"text-anchor": "middle", class: "soft",
                                                         transform: `rotate(-90 14 ${top + side / 2})`}));
  const skip = every(size, 22);
  values.forEach((row, from) => {
    if (from % skip === 0) {
      plot.append(label(left - 6, top + from * size + size / 2 + 4, from, {"text-anchor": "end"}),
                  label(left + from * size + size / 2, top - 6, from, {"text-anchor": "middle"}));
    }
    row.forEach((value, to) => {
      if (value === 0) return;
      const part = (8 + 92 * scale.part(value)).toFixed(1);
      plot.append(mark(left + to * size + 0.5, top + from * size + 0.5, size - 1, size - 1,
        `color-mix(in oklab, var(--heat-high) ${part}%, var(--heat-low))`, value,
        `${noun} ${from} to ${noun} ${to}\n${type === "bytes" ? bytes_text(value) : plural(value, "message")}`,
        {"data-from": from, "data-to": to}));
    });
  });
  for (const at of borders) {
    plot.append(svg("path", {class: "edge", fill: "none", d: `M${left} ${top + at * size}h${side}M${left + at * size} ${top}v${side}`}));
  }
  return plot;
}

function matrix_table(values, type, noun, caption) {
  const columns = values.map((_, to) => ({name: `to ${to}`, type, value: row => row.values[to]}));
  return table(caption, [{name: "from " + noun, type: "count", value: row => row.from}, ...columns,
                         {name: "sum", type, value: row => sum(row.values)}],
               values.map((row, from) => ({from, values: row})));
}
