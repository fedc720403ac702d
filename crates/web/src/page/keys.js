"use strict";
// Clicks and keys on a board: they choose cells and write values.
class BoardKeys {
  click(event) {
    const button = event.target.closest("[data-name]"), cell = button && this.cells.get(button.dataset.name);
    if (!cell) return;
    this.choose(cell.row * this.board.columns + cell.column);
    if (cell.values.length === 2 && !this.penciling) this.turn();
  }
  // The next of two values, then none: for boards of black and white.
  turn() {
    const { name, values } = this.here, order = this.squares.ink === values[1] ? [values[1], values[0]] : values;
    const next = order.indexOf(this.entries.get(name)) + 1;
    this.write(next < 2 ? order[next] : null);
  }
  key(event) {
    const { columns, rows } = this.board, { key } = event;
    const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
    if ((event.ctrlKey || event.metaKey) && !event.altKey && /^[zy]$/i.test(key)) {
      if (key.toLowerCase() === "y" || event.shiftKey) this.redo(); else this.undo();
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [, shifted] = event.shiftKey && /^(?:Digit|Numpad)(\d)$/.exec(event.code) || [];
    if (way) {
      let place = this.at + way;
      while (place >= 0 && place < columns * rows && !this.places.has(place)) place += way;
      if (this.places.has(place)) this.choose(place);
    } else if (key === "Home" || key === "End") this.edge(key === "End");
    else if (key === "Delete" || key === "Backspace") this.write(null);
    else if (key === " ") this.switch();
    else if (shifted !== undefined) this.digit(shifted, true);
    else if (/^[0-9a-zA-Z]$/.test(key)) this.digit(key, this.penciling);
    else return;
    event.preventDefault();
  }
  // The first or the last cell of the row.
  edge(last) {
    const row = [...this.places.keys()].filter(place => this.places.get(place).row === this.here.row);
    this.choose(last ? Math.max(...row) : Math.min(...row));
  }
  // A typed sign: values of several digits are typed one after the other.
  digit(sign, penciling) {
    const { values } = this.here, now = performance.now();
    const joined = now - (this.typed || 0) < 1200 ? (this.before || "") + sign : sign;
    const value = [joined, sign].find(text => values.includes(text));
    const goesOn = value === joined && joined.length > 1;
    this.typed = now;
    this.before = value === undefined ? joined : value;
    if (value === undefined) return;
    if (asking) { askValue(value); return; }
    // The signs before this one were a part of this value.
    if (goesOn && this.last && this.past[this.past.length - 1] === this.last) this.step(this.past, this.future, "before");
    this.write(value, penciling);
    this.last = this.past[this.past.length - 1];
  }
}
