// Boards and cards as SVG, drawn with shapes, so that no font needs to contain them.
const by = id => document.getElementById(id);
const make = (tag, text, kind) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  return element;
};
const escaped = text => String(text).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
const drawn = (width, height, body, kind, name) => {
  const box = make("span", undefined, kind);
  box.innerHTML = `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"`
    + ` aria-label="${escaped(name)}">${body}</svg>`;
  return box;
};

// The domains of the cells of a board at a step, if the step has all of them.
const cellsOf = (data, step) => {
  const number = data.board ? data.board.order ** 2 : 0;
  if (!step || !number || step.domains.length < number) return null;
  const cells = step.domains.slice(0, number);
  return cells.every((cell, i) => cell.of === data.variables[i]) ? cells : null;
};
const above = (data, step) => step.parent === null ? null : cellsOf(data, data.steps[step.parent]);
const isNew = (cells, before, i) => cells[i].size === 1 && before && before[i].size > 1;

// A board as small as a word: dark cells are fixed, blue ones since the node above.
function thumbnail(data, step) {
  const cells = cellsOf(data, step), before = above(data, step);
  if (!cells) return null;
  const order = data.board.order, side = Math.max(2, Math.floor(36 / order)), whole = order * side;
  const square = i => `M${i % order * side},${Math.floor(i / order) * side}h${side}v${side}h-${side}z`;
  const path = (of, color) => `<path d="${cells.map((_, i) => of(i) ? square(i) : "").join("")}" fill="${color}"/>`;
  const old = path(i => cells[i].size === 1 && !isNew(cells, before, i), "var(--soft)");
  const fresh = path(i => isNew(cells, before, i), "var(--accent)");
  const frame = `<rect width="${whole}" height="${whole}" fill="none" stroke="var(--line)"/>`;
  return drawn(whole, whole, old + fresh + frame, "", "board");
}

// The board with values, and candidates in open cells.
function board(data, step) {
  const cells = cellsOf(data, step), before = above(data, step);
  if (!cells) return null;
  const { order, box_height: high, box_width: wide } = data.board;
  const side = 42, whole = order * side + 4, parts = [];
  const per = Math.ceil(Math.sqrt(order)), chosen = step.chosen && step.chosen.what;
  cells.forEach((cell, i) => {
    const x = i % order * side + 2, y = Math.floor(i / order) * side + 2;
    if (isNew(cells, before, i)) parts.push(`<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="var(--new)"/>`);
    if (cell.of === chosen) parts.push(`<rect x="${x + 2}" y="${y + 2}" width="${side - 4}" height="${side - 4}"`
      + ` fill="var(--mark)" stroke="var(--accent)" stroke-width="2"/>`);
    const text = (tx, ty, size, what, color) => parts.push(`<text x="${tx}" y="${ty}" font-size="${size}"`
      + ` text-anchor="middle" fill="${color}">${escaped(what)}</text>`);
    if (cell.size === 1) return text(x + side / 2, y + side * .68, 22, data.names?.[cell.of]?.[cell.values[0]] ?? cell.values[0], "var(--ink)");
    if (order > 9 || cell.values.some(v => v < 1 || v > order)) return text(x + side / 2, y + side * .62, 12, `(${cell.size})`, "var(--soft)");
    cell.values.forEach(v => text(x + side * ((v - 1) % per + .5) / per,
      y + side * (Math.floor((v - 1) / per) + .72) / per, 11, v, "var(--soft)"));
  });
  for (let i = 0; i <= order; i++) {
    const at = i * side + 2, end = order * side + 2;
    parts.push(`<path d="M2,${at}H${end}" stroke="var(--ink)" stroke-width="${i % high ? .5 : 2}"/>`,
      `<path d="M${at},2V${end}" stroke="var(--ink)" stroke-width="${i % wide ? .5 : 2}"/>`);
  }
  return drawn(whole, whole, parts.join(""), "board", "board");
}

// A card of the game SET.
const COLORS = { red: "#c8323c", green: "#1f8a48", purple: "#6a3aa8" };
const NUMBERS = { one: 1, two: 2, three: 3 };
const SHAPES = {
  diamond: "M2,7L18,1L34,7L18,13Z",
  oval: "M8,1H28A6,6 0 0 1 28,13H8A6,6 0 0 1 8,1Z",
  squiggle: "M3,9C4,0 13,1 19,4C25,6 28,1 32,2C36,4 33,13 24,13C17,13 15,9 10,11C6,13 3,13 3,9Z",
};
// The patterns of striped cards, once for a page.
const patterns = () => document.body.insertAdjacentHTML("afterbegin", `<svg class="patterns" width="0" height="0" aria-hidden="true">${Object.keys(COLORS).map(stripes).join("")}</svg>`);
const stripes = color => `<pattern id="${color}" width="3" height="3" patternUnits="userSpaceOnUse">`
  + `<rect width="1.3" height="3" fill="${COLORS[color]}"/></pattern>`;
function setCard(words, value, scale) {
  const find = known => words.find(word => word in known);
  const [number, color, shape] = [find(NUMBERS), find(COLORS), find(SHAPES)];
  const fill = words.find(word => ["solid", "striped", "open"].includes(word));
  if (!number || !color || !shape || !fill || words.length !== 4) return null;
  const inside = { solid: COLORS[color], striped: `url(#${color})`, open: "none" }[fill];
  const top = 30 - NUMBERS[number] * 8;
  const figures = Array.from({ length: NUMBERS[number] }, (_, i) =>
    `<path transform="translate(5,${top + i * 16 + 1})" d="${SHAPES[shape]}" fill="${inside}" stroke="${COLORS[color]}" stroke-width="1.5"/>`);
  const body = `<rect x=".5" y=".5" width="45" height="59" rx="5" fill="var(--card)" stroke="var(--line)"/>${figures.join("")}`;
  const card = drawn(46, 60, body, "card", words.join(" "));
  const picture = card.firstChild;
  picture.setAttribute("width", 46 * scale);
  picture.setAttribute("height", 60 * scale);
  if (scale === 1) card.append(make("small", value));
  card.title = `${value}: ${words.join(" ")}`;
  return card;
}

// A value: a card where the dimensions are those of SET, else its words, or the name that the variable gives it.
function valueOf(data, value, scale, variable) {
  const classes = data.meanings.get(value);
  if (!classes) return make("span", data.names?.[variable]?.[value] ?? value, "value");
  const words = classes.filter(word => word);
  const card = setCard(words, value, scale);
  if (card) return card;
  const tag = make("span", scale === 1 ? `${value}: ${words.join(" ")}` : String(value), "words");
  tag.title = words.join(" ");
  return tag;
}
