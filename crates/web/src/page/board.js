"use strict";
// What the user writes on a board: values, pencil marks, and the way back.
class PuzzleBoard extends BoardKeys {
  constructor(board, changed, svg) {
    super();
    this.board = board;
    this.changed = changed;
    this.entries = new Map();
    this.pencil = new Map();
    this.penciling = false;
    this.past = [];
    this.future = [];
    board.cells.forEach(cell => { cell.values = cell.values || board.values; });
    this.cells = new Map(board.cells.map(cell => [cell.name, cell]));
    this.places = new Map(board.cells.map(cell => [cell.row * board.columns + cell.column, cell]));
    this.at = this.places.keys().next().value;
    this.squares = new Squares(board, this.places, svg);
    this.root = this.squares.root;
    this.squares.grid.onkeydown = event => this.key(event);
    this.squares.grid.onclick = event => this.click(event);
    this.draw();
  }
  get here() { return this.places.get(this.at); }
  choose(place) {
    this.at = place;
    this.before = "";
    this.draw();
    this.changed();
    this.squares.focus(this.here);
  }
  switch() {
    this.penciling = !this.penciling;
    this.changed();
  }
  write(value, penciling = this.penciling) {
    const { name, given } = this.here, before = this.entries.get(name);
    if (given !== null) return;
    const marks = new Set(this.pencil.get(name));
    if (value !== null && penciling && !marks.delete(value)) marks.add(value);
    const after = penciling ? before : before === value ? undefined : value;
    this.edit([value === null ? [name] : [name, after, marks]]);
  }
  // Changes cells: lists of a name, a value and marks. The change can be undone.
  edit(after) {
    const before = after.map(([name]) => [name, this.entries.get(name), this.pencil.get(name)]);
    this.past.push({ before, after });
    this.future = [];
    this.put(after);
  }
  put(cells) {
    for (const [name, value, marks] of cells) {
      if (value === undefined || value === null) this.entries.delete(name); else this.entries.set(name, value);
      if (marks && marks.size) this.pencil.set(name, marks); else this.pencil.delete(name);
    }
    this.stepShown = null;
    this.wrong = null;
    this.draw();
    this.changed(true);
  }
  step(from, to, side) {
    const change = from.pop();
    if (!change) return;
    to.push(change);
    const [[name]] = change.after, cell = this.cells.get(name);
    if (change.after.length === 1) this.at = cell.row * this.board.columns + cell.column;
    this.put(change[side]);
  }
  undo() { this.step(this.past, this.future, "before"); }
  redo() { this.step(this.future, this.past, "after"); }
  // Empties all cells.
  clear() { this.edit([...new Set([...this.entries.keys(), ...this.pencil.keys()])].map(name => [name])); }
  // Writes candidates into the empty cells: a map from names to values.
  mark(candidates) {
    const open = this.board.cells.filter(({ name, given }) => given === null && !this.entries.has(name));
    this.edit(open.map(({ name }) => [name, undefined, new Set(candidates.get(name))]));
  }
  // Returns the entries in the form of the interface.
  written() {
    const place = [...this.entries].map(([name, value]) => `${name}=${value}`);
    const remove = [];
    for (const [name, own] of this.pencil) {
      if (this.entries.has(name)) continue;
      this.cells.get(name).values.filter(value => !own.has(value)).forEach(value => remove.push(`${name}=${value}`));
    }
    return { place, remove };
  }
  // Draws the board; with a step, the candidates of its state, its facts and its conclusion.
  draw() {
    const { stepShown: step, state } = this, named = list => new Set(list.map(text => text.split("=")[0]));
    const facts = named(step ? step.facts : []), places = new Set(step && step.places), removes = new Set(step && step.removes);
    const targets = named([...places, ...removes]);
    for (const cell of this.board.cells) {
      const { name } = cell, candidates = state && state.candidates[name];
      this.squares.draw(cell, {
        value: cell.given ?? this.entries.get(name) ?? (state && state.values[name]) ?? null,
        marks: candidates || [...(this.pencil.get(name) || [])],
        chosen: cell === this.here, conflict: Boolean(this.wrong && this.wrong.has(name)),
        fact: facts.has(name), target: targets.has(name), places, removes,
      });
    }
  }
  conflict(values) {
    this.wrong = new Set(values.map(text => text.split("=")[0].trim()));
    this.draw();
  }
  // Shows the state before a step, and the step.
  showStep(state, step) {
    this.state = state;
    this.stepShown = step;
    this.draw();
  }
  clearStep() {
    this.state = this.stepShown = null;
    this.draw();
  }
  // Writes the conclusion of a step: values, and the remaining candidates as pencil marks.
  apply(state, step) {
    const cells = new Map();
    for (const text of step.places) {
      const [name, value] = text.split("=");
      cells.set(name, [name, value, this.pencil.get(name)]);
    }
    for (const text of step.removes) {
      const [name, value] = text.split("=");
      const [, entry, marks] = cells.get(name) || [name, this.entries.get(name), this.pencil.get(name)];
      const left = new Set(marks || state.candidates[name] || []);
      left.delete(value);
      cells.set(name, [name, entry, left]);
    }
    this.clearStep();
    this.edit([...cells.values()]);
  }
}
