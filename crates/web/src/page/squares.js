"use strict";
// The squares of a board: over the server's picture, if it says where its cells are, else as a table.

// Returns the picture of the grid and that of the text below it, and where the grid is in the first,
// in parts of its size; null if the picture does not say so.
function placed(svg, { rows, columns }) {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const [x, y, width, whole] = (root.getAttribute("viewBox") || "").split(" ").map(Number);
  const side = Number(root.dataset.cell), below = Number(root.dataset.below), height = below - y;
  if (!side || !(width > 0) || !(height > 0)) return null;
  const view = (top, high) => {
    const own = { viewBox: `${x} ${top} ${width} ${high}`, width, height: high };
    Object.entries(own).forEach(([name, value]) => root.setAttribute(name, value));
    return new XMLSerializer().serializeToString(root);
  };
  const part = (length, whole) => `${length / whole * 100}%`;
  return {
    wide: width / side, high: height / side, ink: root.dataset.ink,
    grid: view(y, height), text: y + whole > below ? view(below, y + whole - below) : "",
    style: { left: part(-x, width), top: part(-y, height), width: part(columns * side, width), height: part(rows * side, height) },
  };
}

class Squares {
  constructor(board, places, svg) {
    this.board = board;
    this.buttons = new Map();
    this.seen = new Map();
    this.grid = make("div", undefined, "grid");
    this.grid.setAttribute("role", "grid");
    this.grid.setAttribute("aria-label", "board");
    this.grid.setAttribute("aria-rowcount", board.rows);
    this.grid.setAttribute("aria-colcount", board.columns);
    this.grid.style.setProperty("--columns", board.columns);
    this.grid.style.setProperty("--rows", board.rows);
    this.grid.style.gridTemplateColumns = `repeat(${board.columns}, minmax(0, 1fr))`;
    for (let row = 0; row < board.rows; row++) {
      const line = make("div");
      line.setAttribute("role", "row");
      line.setAttribute("aria-rowindex", row + 1);
      line.style.display = "contents";
      for (let column = 0; column < board.columns; column++) {
        line.append(this.square(places.get(row * board.columns + column), row, column));
      }
      this.grid.append(line);
    }
    const place = svg && placed(svg, board);
    this.over = Boolean(place);
    this.ink = place ? place.ink : undefined;
    this.text = place ? place.text : "";
    this.root = place ? this.lay(place) : this.grid;
  }
  // Lays the squares over the picture, in a box that scrolls if there are many.
  lay(place) {
    const box = make("div", undefined, "scroll window"), over = make("div", undefined, "over");
    over.style.setProperty("--wide", place.wide);
    over.style.setProperty("--high", place.high);
    over.append(drawing(place.grid, ""), this.grid);
    Object.assign(this.grid.style, place.style, { gridTemplateRows: `repeat(${this.board.rows}, minmax(0, 1fr))` });
    box.append(over);
    return box;
  }
  square(cell, row, column) {
    const { box_height: high, box_width: wide, rows, columns } = this.board;
    const square = make(cell ? "button" : "div", undefined, cell ? "cell" : "cell blank");
    square.setAttribute("role", "gridcell");
    square.setAttribute("aria-colindex", column + 1);
    if (wide && (column + 1) % wide === 0 && column + 1 < columns) square.classList.add("right");
    if (high && (row + 1) % high === 0 && row + 1 < rows) square.classList.add("below");
    if (!cell) return square;
    square.type = "button";
    square.tabIndex = this.buttons.size ? -1 : 0;
    this.at = this.at || square;
    square.dataset.name = cell.name;
    square.setAttribute("aria-describedby", "here");
    this.buttons.set(cell.name, square);
    return square;
  }
  focus(cell) {
    this.at.tabIndex = -1;
    this.at = this.buttons.get(cell.name);
    this.at.tabIndex = 0;
    this.at.focus();
  }
  // Draws a cell, if it looks otherwise than before.
  draw(cell, look) {
    const { value, marks, chosen, conflict, fact, target, places, removes, possible, peer, same, ruled } = look;
    const key = value => `${cell.name}=${value}`;
    const own = cell.values.length > 36 ? [] : cell.values.filter(value => places.has(key(value)) || removes.has(key(value)));
    const seen = [value, marks.join(), chosen, conflict, fact, target, possible, peer, same, ruled, own.join()].join("|");
    if (this.seen.get(cell.name) === seen) return;
    this.seen.set(cell.name, seen);
    const button = this.buttons.get(cell.name), isGiven = cell.given !== null;
    const kinds = {
      given: isGiven, own: !isGiven && value !== null, chosen, conflict, fact, target, possible, peer, same, ruled,
      ink: this.ink !== undefined && !isGiven && value === this.ink, long: value !== null && value.length > 1, longer: value !== null && value.length > 2,
    };
    Object.entries(kinds).forEach(([name, is]) => button.classList.toggle(name, is));
    if (value !== null) button.replaceChildren(this.shown(value, isGiven));
    else if (marks.length) button.replaceChildren(this.small(cell, marks, look));
    else button.replaceChildren();
    const words = value !== null ? this.word(value) : marks.length ? "marks " + marks.map(own => this.word(own)).join(" ") : "empty";
    button.setAttribute("aria-label", `${cell.name}: ${words}${isGiven ? ", given" : ""}${target ? ", the step is here" : ""}${ruled ? ", in the rule" : ""}${conflict ? ", wrong" : ""}`);
    button.setAttribute("aria-selected", String(chosen));
    if (isGiven) button.setAttribute("aria-readonly", "true");
  }
  // The name of a value.
  word(value) {
    return this.ink === undefined ? value : value === this.ink ? "black" : "blank";
  }
  // The picture has the givens already, and a way to draw two values as black and white.
  shown(value, isGiven) {
    if (this.over && isGiven) return "";
    return this.ink === undefined ? value : value === this.ink ? "" : "×";
  }
  small(cell, list, { places, removes }) {
    const box = make("span", undefined, "marks"), shown = cell.values.length > 25 ? list : cell.values;
    if (shown.length > 25) { box.textContent = `(${list.length})`; return box; }
    const side = Math.ceil(Math.sqrt(shown.length));
    box.style.gridTemplateColumns = `repeat(${side}, minmax(0, 1fr))`;
    box.style.setProperty("--side", side);
    shown.forEach(value => {
      const sign = make("span", list.includes(value) ? value : "");
      if (places.has(`${cell.name}=${value}`)) sign.className = "placed";
      if (removes.has(`${cell.name}=${value}`)) sign.className = "gone";
      box.append(sign);
    });
    return box;
  }
}
