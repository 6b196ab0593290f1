// Run in a page whose frames are profile pages: writes what the browser made of each into <pre id="probe">, as JSON.
"use strict";

const marks_of = chart => [...chart.querySelectorAll(".mark")].map(mark => ({...mark.dataset, value: Number(mark.dataset.value),
  x: Number(mark.getAttribute("x")), y: Number(mark.getAttribute("y")),
  width: Number(mark.getAttribute("width")), height: Number(mark.getAttribute("height"))}));

const charts_of = root => [...root.querySelectorAll("svg[data-chart]")].map(chart => ({
  chart: chart.dataset.chart, marks: marks_of(chart), title: chart.querySelector("title")?.textContent,
  described: chart.getAttribute("aria-labelledby").split(" ").every(id => chart.ownerDocument.getElementById(id)),
  shown: chart.getBoundingClientRect().width > 100 && chart.getBoundingClientRect().height > 20,
  inside: [...chart.querySelectorAll("text,rect")].every(part => {
    const [box, frame] = [part.getBoundingClientRect(), chart.getBoundingClientRect()];
    return box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  })}));

const table_of = table => ({caption: table.caption.textContent,
  heads: [...table.tHead.rows[0].cells].map(cell => cell.textContent),
  rows: [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.dataset.value === undefined
    ? cell.textContent : [Number(cell.dataset.value), cell.textContent])),
  hidden: [...table.tBodies[0].rows].filter(row => row.hidden).length});
const tables_of = root => Object.fromEntries([...root.querySelectorAll("table")].map(table => [table.caption.textContent, table_of(table)]));

/** Presses the buttons with these choices, and says what the section shows then. */
function pressed(section, choices) {
  for (const choice of choices) section.querySelector(`[data-choice=${choice}]`).click();
  return {charts: charts_of(section), tables: tables_of(section),
          pressed: [...section.querySelectorAll("[aria-pressed=true]")].map(button => button.dataset.choice)};
}

/** Presses the head of a column twice, and says its first cell after each; then asks for all rows. */
function sorted(table, index) {
  const firsts = [0, 1].map(() => {
    table.tHead.rows[0].cells[index].querySelector("button").click();
    return table.tBodies[0].rows[0].cells[index].textContent + " " + table.tHead.rows[0].cells[index].getAttribute("aria-sort");
  });
  table.closest("section").querySelectorAll(".more").forEach(button => button.click());
  return {firsts, hidden: table_of(table).hidden};
}

function tip_of(page, selector) {
  const mark = page.querySelector(selector);
  mark.dispatchEvent(new page.defaultView.PointerEvent("pointermove", {bubbles: true, clientX: 50, clientY: 50}));
  const tip = page.getElementById("tip");
  return tip.hidden ? null : tip.textContent;
}

function look(frame) {
  const page = frame.contentDocument;
  const seen = {title: page.title, run: page.getElementById("run").textContent, charts: charts_of(page), tables: tables_of(page),
    sections: [...page.querySelectorAll("main > section")].map(section => section.id),
    links: [...page.querySelectorAll("nav a")].map(link => link.getAttribute("href").slice(1)),
    empty: Object.fromEntries([...page.querySelectorAll("p.empty")].map(words => [words.closest("section")?.id ?? "page", words.textContent])),
    tiles: Object.fromEntries([...page.querySelectorAll(".tile")].map(tile => [tile.children[0].textContent,
      [tile.children[1].textContent, tile.children[2].textContent]])),
    findings: [...page.querySelectorAll("#findings li")].map(line => line.textContent),
    forgotten: page.getElementById("forgotten")?.textContent ?? null,
    nodes: [...page.querySelectorAll("#nodes li")].map(line => line.textContent),
    wide: page.documentElement.scrollWidth > page.documentElement.clientWidth,
    markup: page.querySelectorAll("b").length,
    fetched: frame.contentWindow.performance.getEntriesByType("resource").map(entry => entry.name)};
  const [time, traffic] = [page.getElementById("time"), page.getElementById("traffic")];
  if (traffic?.querySelector("svg")) {
    seen.tip = tip_of(page, "[data-chart=matrix] .mark");
    seen.elapsed = pressed(time, ["elapsed"]);
    seen.messages = pressed(traffic, ["messages"]);
    if (traffic.querySelector("[data-choice=node]")) {
      seen.node_messages = pressed(traffic, ["node"]);
      seen.node_bytes = pressed(traffic, ["bytes"]);
    }
    seen.sorted = sorted([...page.querySelectorAll("table")].find(table => table.caption.textContent.startsWith("Call sites")), 3);
  }
  return seen;
}

addEventListener("load", () => {
  const seen = Object.fromEntries([...document.querySelectorAll("iframe")].map(frame => [frame.id, look(frame)]));
  document.getElementById("probe").textContent = JSON.stringify(seen);
});
