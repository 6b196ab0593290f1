// What the charts share: a frame with a title for screen readers, axes, bars and a legend. Marks have the class "mark" and
// their number in data-value.

let charts = 0;

/** A drawing of the given size in which `chart` names it. */
function drawing(chart, width, height, title, description) {
  const id = "chart" + ++charts;
  return svg("svg", {"data-chart": chart, viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
                     "aria-labelledby": `${id}-title ${id}-about`},
             svg("title", {id: id + "-title"}, title), svg("desc", {id: id + "-about"}, description));
}

function label(x, y, text, attributes = {}) {
  return svg("text", {x, y, ...attributes}, text);
}

/** A bar or cell with its number and what the pointer is told. */
function mark(x, y, width, height, fill, value, tip, attributes = {}) {
  return svg("rect", {class: "mark", x: x.toFixed(2), y: y.toFixed(2), width: Math.max(0, width).toFixed(2),
                      height: Math.max(0, height).toFixed(2), style: "fill: " + fill, "data-value": value, "data-tip": tip,
                      ...attributes});
}

/** Lines across the plot at round values of a horizontal axis, with their numbers below. */
function horizontal_axis(plot, most, type, left, width, top, height) {
  for (const value of ticks(most, type)) {
    const x = left + width * ratio(value, most);
    plot.append(svg("line", {class: "grid", x1: x, x2: x, y1: top, y2: top + height}),
                label(x, top + height + 15, round_text(type, value), {"text-anchor": "middle", class: "soft"}));
  }
}

/** Lines along the plot at round values of a vertical axis, with their numbers on the left. */
function vertical_axis(plot, most, type, left, width, top, height, wanted = 3) {
  for (const value of ticks(most, type, wanted)) {
    const y = top + height * (1 - ratio(value, most));
    plot.append(svg("line", {class: "grid", x1: left, x2: left + width, y1: y, y2: y}),
                label(left - 6, y + 4, round_text(type, value), {"text-anchor": "end", class: "soft"}));
  }
}

/** How many labels to skip so that those shown, each as wide as `room`, do not touch. */
const every = (step, room) => [1, 2, 4, 8, 16, 32].find(times => times * step >= room) ?? 64;

/** entries: [colour, words]. */
function legend(entries) {
  return html("ul", {class: "legend"}, ...entries.map(([colour, words]) =>
    html("li", {}, html("i", {style: "background: " + colour}), words)));
}

function figure(caption, ...children) {
  return html("figure", {}, html("figcaption", {}, caption), ...children);
}
