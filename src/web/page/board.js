"use strict";
// The board: givens, what the user writes, pencil marks, and the marks of a step.
class PuzzleBoard {
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    this.entries = new Map();
    this.pencil = new Map();
    this.penciling = false;
    this.at = 0;
    this.root = make("div", undefined, "grid");
    this.root.setAttribute("role", "grid");
    this.root.setAttribute("aria-label", "board");
    this.root.style.setProperty("--columns", board.columns);
    this.root.style.gridTemplateColumns = `repeat(${board.columns}, 1fr)`;
    this.places = new Map(board.cells.map(cell => [cell.row * board.columns + cell.column, cell]));
    this.buttons = new Map();
    for (let row = 0; row < board.rows; row++) {
      const line = make("div");
      line.setAttribute("role", "row");
      line.style.display = "contents";
      for (let column = 0; column < board.columns; column++) line.append(this.square(row, column));
      this.root.append(line);
    }
    this.root.onkeydown = event => this.key(event);
    this.draw();
  }
  square(row, column) {
    const { box_height: high, box_width: wide, rows, columns } = this.board;
    const cell = this.places.get(row * columns + column);
    const square = make(cell ? "button" : "div", undefined, cell ? "cell" : "cell blank");
    square.setAttribute("role", "gridcell");
    if (wide && (column + 1) % wide === 0 && column + 1 < columns) square.classList.add("right");
    if (high && (row + 1) % high === 0 && row + 1 < rows) square.classList.add("below");
    if (!cell) return square;
    square.type = "button";
    square.tabIndex = -1;
    square.dataset.name = cell.name;
    square.onclick = () => this.choose(row * columns + column);
    this.buttons.set(cell.name, square);
    if (this.buttons.size === 1) { this.at = row * columns + column; square.tabIndex = 0; }
    return square;
  }
  get here() { return this.places.get(this.at); }
  choose(place) {
    this.buttons.get(this.here.name).tabIndex = -1;
    this.at = place;
    const button = this.buttons.get(this.here.name);
    button.tabIndex = 0;
    button.focus();
    this.draw();
  }
  key(event) {
    const { columns, rows } = this.board;
    const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (way) {
      let place = this.at + way;
      while (place >= 0 && place < columns * rows && !this.places.has(place)) place += way;
      if (this.places.has(place)) this.choose(place);
    } else if (event.key === "Delete" || event.key === "Backspace") this.write(null);
    else if (event.key === " ") this.switch();
    else if (/^[0-9a-zA-Z]$/.test(event.key)) this.digit(event.key);
    else return;
    event.preventDefault();
  }
  // A typed sign: values of several digits are typed one after the other.
  digit(sign) {
    const { values } = this.here, now = performance.now();
    const joined = now - (this.typed || 0) < 1200 ? (this.before || "") + sign : sign;
    const value = [joined, sign].find(text => values.includes(text));
    this.typed = now;
    this.before = value === undefined ? joined : value;
    if (value !== undefined) this.write(value, value === joined && joined.length > 1);
  }
  switch() {
    this.penciling = !this.penciling;
    this.changed();
  }
  write(value) {
    const { name, given } = this.here;
    if (given !== null) return;
    if (value === null) { this.entries.delete(name); this.pencil.delete(name); }
    else if (this.penciling) {
      const own = new Set(this.pencil.get(name) || []);
      if (!own.delete(value)) own.add(value);
      if (own.size) this.pencil.set(name, own); else this.pencil.delete(name);
    } else if (this.entries.get(name) === value) this.entries.delete(name);
    else this.entries.set(name, value);
    this.step = null;
    this.draw();
    this.changed(true);
  }
  // Returns the entries in the form of the interface.
  written() {
    const place = [...this.entries].map(([name, value]) => `${name}=${value}`);
    const remove = [];
    for (const [name, own] of this.pencil) {
      if (this.entries.has(name)) continue;
      const cell = this.board.cells.find(cell => cell.name === name);
      cell.values.filter(value => !own.has(value)).forEach(value => remove.push(`${name}=${value}`));
    }
    return { place, remove };
  }
  // Draws the board; with a step, the candidates of its state, its facts and its conclusion.
  draw() {
    const { step, state } = this;
    const facts = new Set(step ? step.facts.map(text => text.split("=")[0]) : []);
    const targets = new Set(step ? [...step.places, ...step.removes].map(text => text.split("=")[0]) : []);
    for (const cell of this.board.cells) {
      const button = this.buttons.get(cell.name);
      const value = cell.given ?? this.entries.get(cell.name) ?? (state && state.values[cell.name]);
      button.className = button.className.replace(/ (given|own|chosen|conflict|fact|target)\b/g, "");
      if (cell.given !== null) button.classList.add("given");
      else if (value !== undefined) button.classList.add("own");
      if (cell === this.here) button.classList.add("chosen");
      if (this.wrong && this.wrong.has(cell.name)) button.classList.add("conflict");
      if (facts.has(cell.name)) button.classList.add("fact");
      if (targets.has(cell.name)) button.classList.add("target");
      const candidates = state && state.candidates[cell.name], own = this.pencil.get(cell.name);
      if (value !== undefined && value !== null) button.replaceChildren(String(value));
      else if (candidates || own) button.replaceChildren(this.small(cell, candidates || [...own]));
      else button.replaceChildren();
      const marks = candidates || (own ? [...own] : []);
      button.setAttribute("aria-label", `${cell.name}: ${value ?? (marks.length ? "marks " + marks.join(" ") : "empty")}`
        + (cell.given !== null ? ", given" : "") + (targets.has(cell.name) ? ", the step is here" : ""));
    }
  }
  small(cell, list) {
    const box = make("span", undefined, "marks"), side = Math.ceil(Math.sqrt(cell.values.length));
    if (list.length > 25) { box.textContent = `(${list.length})`; return box; }
    box.style.gridTemplateColumns = `repeat(${side}, 1fr)`;
    const { step } = this;
    cell.values.forEach(value => {
      const sign = make("span", list.includes(value) ? value : "");
      if (step && step.places.includes(`${cell.name}=${value}`)) sign.className = "placed";
      if (step && step.removes.includes(`${cell.name}=${value}`)) sign.className = "gone";
      box.append(sign);
    });
    return box;
  }
  conflict(values) {
    this.wrong = new Set(values.map(text => text.split("=")[0].trim()));
    this.draw();
  }
  // Shows the state before a step, and the step.
  showStep(state, step) {
    this.state = state;
    this.step = step;
    this.draw();
  }
  clearStep() {
    this.state = this.step = null;
    this.draw();
  }
  // Writes the conclusion of a step: values, and the remaining candidates as pencil marks.
  apply(state, step) {
    for (const text of step.places) {
      const [name, value] = text.split("=");
      this.entries.set(name, value);
    }
    for (const text of step.removes) {
      const [name, value] = text.split("=");
      const left = new Set(this.pencil.get(name) || state.candidates[name] || []);
      left.delete(value);
      this.pencil.set(name, left);
    }
    this.clearStep();
    this.changed(true);
  }
}
