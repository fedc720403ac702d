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
    this.peers = new Map(board.cells.map(({ name }) => [name, new Set()]));
    for (const group of board.groups || []) {
      for (const name of group) group.forEach(other => other !== name && this.peers.get(name).add(other));
    }
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
  // The state as data, with the last changes; and the way back, if it belongs to this board.
  snapshot(most) {
    const cells = list => list.map(([name, value, marks]) => [name, value ?? null, marks ? [...marks] : null]);
    const changes = list => (most ? list.slice(-most) : []).map(({ before, after, at }) => ({ before: cells(before), after: cells(after), at }));
    return {
      entries: [...this.entries], pencil: [...this.pencil].map(([name, marks]) => [name, [...marks]]),
      past: changes(this.past), future: changes(this.future), penciling: this.penciling,
    };
  }
  restore({ entries, pencil, past, future, penciling }) {
    const names = [...entries, ...pencil].map(([name]) => name);
    if (names.some(name => !this.cells.has(name) || this.cells.get(name).given !== null)) return false;
    const cells = list => list.map(([name, value, marks]) => [name, value ?? undefined, marks ? new Set(marks) : undefined]);
    const changes = list => list.map(({ before, after, at }) => ({ before: cells(before), after: cells(after), at }));
    this.entries = new Map(entries);
    this.pencil = new Map(pencil.map(([name, marks]) => [name, new Set(marks)]));
    [this.past, this.future, this.penciling] = [changes(past), changes(future), penciling];
    this.draw();
    return true;
  }
  write(value, penciling = this.penciling) {
    const { name, given } = this.here, before = this.entries.get(name);
    if (given !== null) return;
    const marks = new Set(this.pencil.get(name));
    if (value !== null && penciling && !marks.delete(value)) marks.add(value);
    const after = penciling ? before : before === value ? undefined : value;
    const others = this.upkeep && !penciling && after !== undefined ? this.struck(name, after) : [];
    this.edit([value === null ? [name] : [name, after, marks], ...others], name);
  }
  // The cells that lose the mark of a value, because they see the cell that has it.
  struck(name, value) {
    const seeing = [...this.peers.get(name)].filter(other => this.pencil.get(other)?.has(value));
    return seeing.map(other => [other, this.entries.get(other), new Set([...this.pencil.get(other)].filter(own => own !== value))]);
  }
  // Changes cells: lists of a name, a value and marks. The change can be undone, which goes back to
  // the cell `at`.
  edit(after, at = after.length === 1 ? after[0][0] : undefined) {
    const before = after.map(([name]) => [name, this.entries.get(name), this.pencil.get(name)]);
    this.past.push({ before, after, at });
    this.future = [];
    this.put(after);
  }
  put(cells) {
    for (const [name, value, marks] of cells) {
      if (value === undefined || value === null) this.entries.delete(name); else this.entries.set(name, value);
      if (marks && marks.size) this.pencil.set(name, marks); else this.pencil.delete(name);
    }
    this.stepShown = this.wrong = this.ruled = this.possible = null;
    this.draw();
    this.changed(true);
  }
  step(from, to, side) {
    const change = from.pop();
    if (!change) return;
    to.push(change);
    const cell = this.cells.get(change.at);
    if (cell) this.at = cell.row * this.board.columns + cell.column;
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
  valueOf(name) { return this.cells.get(name).given ?? this.entries.get(name) ?? null; }
  // Writes the marks of elimination on sight: the values that no cell has that sees this one.
  markOnSight() {
    const seen = name => new Set([...this.peers.get(name)].map(other => this.valueOf(other)));
    this.mark(new Map(this.board.cells.map(({ name, values }) => {
      const gone = seen(name);
      return [name, values.filter(value => !gone.has(value))];
    })));
  }
  // Shows the values that solutions have, beside nobody's marks; `null` hides them.
  showPossible(possible) {
    this.possible = possible;
    this.draw();
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
    const targets = named([...places, ...removes]), chosen = this.here, shown = chosen && this.valueOf(chosen.name);
    for (const cell of this.board.cells) {
      const { name } = cell, candidates = state && state.candidates[name], possible = !candidates && this.possible?.get(name);
      const value = this.valueOf(name) ?? (state && state.values[name]) ?? null;
      this.squares.draw(cell, {
        value, possible: Boolean(possible),
        peer: Boolean(chosen && this.peers.get(chosen.name).has(name)), same: shown !== null && value === shown && cell !== chosen,
        ruled: Boolean(this.ruled && this.ruled.has(name)),
        marks: candidates || possible || [...(this.pencil.get(name) || [])],
        chosen: cell === this.here, conflict: Boolean(this.wrong && this.wrong.has(name)),
        fact: facts.has(name), target: targets.has(name), places, removes,
      });
    }
  }
  conflict(values) {
    this.wrong = new Set(values.map(text => text.split("=")[0].trim()));
    this.draw();
  }
  // Marks the clues of a conflict, and the cells of its rules.
  showConflict(clues, rules) {
    [this.wrong, this.ruled] = [clues, rules];
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
