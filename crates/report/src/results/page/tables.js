// Tables to sort by a click on a title and to filter by words.
const make = (tag, text, kind) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  return element;
};
// A box for words; calls back with them in lower case.
function filterBox(place, name, changed) {
  const label = make("label", "filter "), box = make("input"), said = make("span", "", "soft");
  box.type = "search";
  box.setAttribute("aria-label", `filter ${name}`);
  said.setAttribute("aria-live", "polite");
  label.append(box);
  place.append(label, said);
  box.addEventListener("input", () => changed(box.value.toLowerCase().split(/\s+/).filter(word => word)));
  return said;
}
// Gives each title a button; calls back with the column and whether it rises.
function sortable(titles, changed) {
  titles.forEach((title, column) => {
    const button = make("button", title.textContent);
    button.type = "button";
    if (!title.textContent) return;
    title.replaceChildren(button);
    button.addEventListener("click", () => {
      const rises = title.getAttribute("aria-sort") !== "ascending";
      titles.forEach(other => other.removeAttribute("aria-sort"));
      title.setAttribute("aria-sort", rises ? "ascending" : "descending");
      changed(column, rises);
    });
  });
}
// Orders numbers before words, each by value; empty values come last in both directions.
function compare(a, b, rises) {
  const empty = value => value === null || value === "";
  if (empty(a) || empty(b)) return empty(a) - empty(b);
  const numbers = [a, b].map(value => typeof value === "number");
  if (numbers[0] !== numbers[1]) return numbers[0] ? -1 : 1;
  const order = numbers[0] ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
  return rises ? order : -order;
}
for (const section of document.querySelectorAll("section")) {
  const table = section.querySelector("table");
  if (!table) continue;
  const body = table.tBodies[0], rows = [...body.rows];
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.n === undefined ? cell.textContent : Number(cell.dataset.n);
  };
  sortable([...table.tHead.rows[0].cells], (column, rises) => {
    const order = [...rows].sort((a, b) => compare(value(a, column), value(b, column), rises));
    body.append(...order);
  });
  if (rows.length < 4) continue;
  const said = filterBox(section.querySelector(".tools"), section.querySelector("h2").textContent, words => {
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every(word => text.includes(word));
      shown += !row.hidden;
    }
    said.textContent = words.length ? `${shown} of ${rows.length} rows` : "";
  });
}
