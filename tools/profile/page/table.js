// Tables: the numbers of the charts in words, sorted by the column whose head is pressed.

const kRowsShown = 12;

/**
 * columns: {name, type (a key of kTexts), value(row), text(row) where the value alone does not say it, bar: true for a bar
 * behind the number}. A cell keeps its number in data-value, by which columns are sorted.
 */
function table(caption, columns, rows) {
  const most = columns.map(column => column.bar ? largest(rows.map(column.value)) : 0);
  const lines = rows.map(row => html("tr", {}, ...columns.map((column, index) => cell(column, row, most[index]))));
  const body = html("tbody", {}, ...lines);
  const heads = columns.map((column, index) => html("th", {scope: "col", class: column.type === "text" ? false : "number"},
    html("button", {type: "button", onclick: () => sort(index)}, column.name)));
  const more = html("button", {type: "button", class: "more", onclick: () => show(lines.length)},
                    `Show all ${lines.length} rows`);

  function show(shown) {
    [...body.rows].forEach((line, index) => { line.hidden = index >= shown; });
    more.hidden = shown >= lines.length;
  }
  function sort(index) {
    const head = heads[index];
    const text = columns[index].type === "text";
    const ascending = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") === "descending" : text;
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    const key = line => text ? line.cells[index].textContent : Number(line.cells[index].dataset.value);
    const order = (one, other) => text ? key(one).localeCompare(key(other), "en", {numeric: true}) : key(one) - key(other);
    body.append(...[...body.rows].sort((one, other) => ascending ? order(one, other) : order(other, one)));
    show(more.hidden ? lines.length : kRowsShown);
  }

  show(lines.length <= kRowsShown + 3 ? lines.length : kRowsShown);
  return html("div", {}, html("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption},
    html("table", {}, html("caption", {}, caption), html("thead", {}, html("tr", {}, ...heads)), body)), more);
}

function cell(column, row, most) {
  const value = column.value(row);
  const text = column.text ? column.text(row) : kTexts[column.type](value);
  if (column.type === "text") return html("td", {}, column.code ? html("code", {}, text) : text);
  const part = column.bar ? `--part: ${(100 * ratio(value, most)).toFixed(1)}%` : false;
  return html("td", {class: column.bar ? "number bar" : "number", "data-value": value, style: part}, text);
}

/** The table behind a chart, folded. */
const folded = (words, content) => html("details", {}, html("summary", {}, words), content);
