// Making elements. Words of a profile (names of programs, files, settings) are only ever set as text, never as markup.

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null));
  return element;
}

const html = (tag, attributes = {}, ...children) => build(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) =>
  build(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** A section of the page, listed at its head. */
function section(id, title, ...children) {
  document.getElementById("contents").append(html("a", {href: "#" + id}, title), " ");
  const made = html("section", {id, "aria-labelledby": id + "-title"}, html("h2", {id: id + "-title"}, title), ...children);
  document.getElementById("sections").append(made);
  return made;
}

/** A section whose data is missing says why in one sentence, and has no chart. */
function empty_section(id, title, sentence) {
  return section(id, title, html("p", {class: "empty"}, sentence));
}

/** A row of buttons of which one is pressed. choose(value) is called when another one is. */
function choice(label, options, chosen, choose) {
  const buttons = options.map(([value, words]) => html("button", {type: "button", "data-choice": value,
    "aria-pressed": String(value === chosen), onclick: () => {
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.choice === value));
      choose(value);
    }}, words));
  return html("fieldset", {class: "switch"}, html("legend", {}, label), ...buttons);
}

/** What the mouse is on tells its numbers: the text of the nearest data-tip. */
function watch_tips() {
  const tip = document.getElementById("tip");
  document.addEventListener("pointermove", event => {
    const mark = event.target.closest?.("[data-tip]");
    tip.hidden = !mark;
    if (!mark) return;
    tip.textContent = mark.dataset.tip;
    const left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8);
    const below = event.clientY + 18 + tip.offsetHeight < innerHeight;
    tip.style.left = Math.max(4, left) + "px";
    tip.style.top = (below ? event.clientY + 18 : event.clientY - tip.offsetHeight - 10) + "px";
  });
}
