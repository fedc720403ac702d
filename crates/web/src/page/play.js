"use strict";
// Play on the board: the values to choose from, the way back, candidates, and whether the solution
// is the only one.
let waiting, clues = [];

const button = (label, action, pressed) => {
  const own = make("button", label);
  own.type = "button";
  if (pressed !== undefined) own.setAttribute("aria-pressed", String(pressed));
  own.onclick = action;
  return own;
};

// The values of the chosen cell, for users without a keyboard, and the clues that name it.
function pad() {
  const cell = sheet && sheet.here, buttons = [];
  if (cell) {
    const values = cell.given === null && cell.values.length <= 36 ? cell.values : [];
    buttons.push(...values.map(value => button(sheet.squares.word(value), () => sheet.write(value))));
    buttons.push(button("empty", () => sheet.write(null)), button("pencil", () => sheet.switch(), sheet.penciling));
  }
  const at = [...by("pad").children].indexOf(document.activeElement);
  by("pad").replaceChildren(...buttons);
  if (at >= 0 && buttons[at]) buttons[at].focus();
  by("undo").disabled = !sheet || !sheet.past.length;
  by("redo").disabled = !sheet || !sheet.future.length;
  const name = cell ? new RegExp(`\\b${cell.name}\\b`) : null;
  const own = cell ? clues.filter(clue => name.test(clue)) : [];
  by("here").textContent = cell ? [cell.name + (cell.given === null ? "" : `: ${cell.given}, given`), ...own].join(" · ") : "";
}

function changed(entry) {
  pad();
  if (!entry) return;
  forgetHints();
  clearTimeout(waiting);
  const before = spoken;
  waiting = setTimeout(() => { if (spoken === before) check(true); }, 250);
}

// What the picture says, in words: how the text was read, the setter's words, the clues.
function words(read) {
  const givens = new Set(read.board ? read.board.cells.map(cell => `${cell.name} = ${cell.given}`) : []);
  clues = read.board ? read.clues.filter(clue => !givens.has(clue)) : [];
  const named = ["title", "author"].map(key => read.notes.find(note => note.startsWith(`${key}: `))).filter(Boolean);
  by("found").textContent = [...named, ...(read.found_as ? [`read as ${read.found_as}`] : [])].join(" · ");
  by("notes").replaceChildren(...read.notes.map(note => make("p", note)));
  by("below").replaceChildren(...(sheet && sheet.squares.text ? [drawing(sheet.squares.text, "")] : []));
  by("notes").classList.toggle("spoken", by("below").childElementCount > 0);
  by("words").classList.toggle("hidden", !clues.length);
  by("rules").replaceChildren(...clues.map(clue => make("li", clue)));
  by("number").textContent = many(clues.length, "rule");
}

// Whether the entries are still those of a request.
const same = asked => JSON.stringify(written().place) === JSON.stringify(asked.place);

// Writes the values that are in some solution into the empty cells.
async function candidates() {
  const { place } = written(), asked = { ...subject(), place };
  say("looking for all candidates …");
  try {
    const found = await send("/api/candidates", { ...asked, timeout_s: 20 });
    if (!sheet || !same(asked)) return;
    if (found.answer === "unsat") { say("With these values there is no solution.", "bad"); return; }
    if (!found.variables) { say(`The candidates are not known: ${found.reason || found.answer}.`, "bad"); return; }
    sheet.mark(new Map(found.variables.map(own => [own.name, [...own.possible, ...(own.unknown || [])]])));
    say(found.complete ? "Each candidate is in a solution." : "Not in time for all: some of these candidates may be in no solution.", found.complete ? "good" : "");
  } catch (fault) { say(fault.message, "bad"); }
}

// Returns the entries that no solution of the puzzle has, of those that are known in time.
let known = {};
async function wrongEntries() {
  if (known.text !== text || known.number !== number) {
    const found = await send("/api/candidates", { ...subject(), timeout_s: 10 });
    known = { text, number, excluded: new Map((found.variables || []).map(own => [own.name, own.excluded])) };
  }
  return [...sheet.entries].filter(([name, value]) => (known.excluded.get(name) || []).includes(value)).map(([name, value]) => `${name} = ${value}`);
}

// Whether the puzzle, without the entries, has one solution.
async function only() {
  say("looking for two solutions …");
  const before = spoken;
  try {
    const row = await send("/api/solve", { ...subject(), task: "unique", timeout_s: 20 });
    if (spoken !== before) return;
    const one = row.complete && row.count === 1;
    if (one) say("There is exactly one solution.", "good");
    else if (row.answer === "unsat") say("There is no solution.", "bad");
    else if (row.count > 1) say("There are several solutions; two are drawn, with what differs.", "bad");
    else say(`Not known: ${row.reason || row.answer}.`, "bad");
    if (row.count > 1) await drawSolution(row.solutions.join("\n"));
  } catch (fault) { say(fault.message, "bad"); }
}

// Keys go on to the board, but for those that press a button.
by("pad").onkeydown = by("play").onkeydown = event => {
  if (sheet && /^(Arrow.*|[0-9a-zA-Z]|Delete|Backspace)$/.test(event.key)) sheet.key(event);
};
by("undo").onclick = () => sheet && sheet.undo();
by("redo").onclick = () => sheet && sheet.redo();
by("clear").onclick = () => sheet && sheet.clear();
by("candidates").onclick = candidates;
by("only").onclick = only;
