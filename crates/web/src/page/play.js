"use strict";
// Play on the board: the values to choose from, the way back, candidates, and whether the solution
// is the only one.
let waiting, clues = [];

// The values of the chosen cell as keys, for users without a keyboard, and the clues that name it. The
// keys stay where they are when a given is chosen.
let asking = false;
// Whether the true candidates are shown: for this board alone, because they may solve the next.
let truth = false;
function pad() {
  const cell = sheet && sheet.here, open = cell && cell.given === null, buttons = [];
  if (cell) {
    const values = cell.values.length <= 36 ? cell.values : [];
    const act = value => asking ? askValue(value) : sheet.write(value);
    buttons.push(...values.map(value => push(sheet.squares.word(value), () => act(value))));
    buttons.push(push("empty", () => sheet.write(null)), push("pencil", () => sheet.switch(), sheet.penciling));
    buttons.push(push("why not", () => { asking = !asking; pad(); }, asking));
    buttons.forEach(own => { own.disabled = !open && own.textContent !== "pencil"; });
    by("pad").style.setProperty("--keys", values.length <= 9 ? 3 : Math.min(8, Math.ceil(Math.sqrt(values.length))));
  }
  const at = [...by("pad").children].indexOf(document.activeElement);
  by("pad").replaceChildren(...buttons);
  if (at >= 0 && buttons[at]) buttons[at].focus();
  by("undo").disabled = !sheet || !sheet.past.length;
  by("redo").disabled = !sheet || !sheet.future.length;
  by("truth").setAttribute("aria-pressed", String(Boolean(sheet && sheet.possible)));
  const name = cell ? new RegExp(`\\b${cell.name}\\b`) : null;
  const own = cell ? clues.filter(clue => name.test(clue)) : [];
  by("here").textContent = cell ? [cell.name + (cell.given === null ? "" : `: ${cell.given}, given`), ...own].join(" · ") : "";
}

// Why not this value here: the next key is the value.
function askValue(value) {
  asking = false;
  pad();
  explainValue(sheet.here.name, value);
}

function changed(entry) {
  if (sheet) sheet.upkeep = by("upkeep").checked;
  pad();
  keepBoard();
  if (!entry) return;
  forgetHints();
  clearTimeout(waiting);
  const before = spoken;
  waiting = setTimeout(() => {
    if (spoken !== before) return;
    check(true);
    if (truth) showCandidates(false);
  }, 250);
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

// Shows the values that are in some solution, while that is switched on. `aloud`: says what it does.
async function showCandidates(aloud) {
  const { place } = written(), asked = { ...subject(), place };
  if (aloud) say("looking for all candidates …");
  const before = spoken;
  try {
    const found = await send("/api/candidates", { ...asked, timeout_s: 20 });
    if (!sheet || !same(asked) || !truth) return;
    if (found.answer === "unsat") { noSolution("With these values there is no solution.", place); return; }
    if (!found.variables) { if (aloud) say(`The candidates are not known: ${found.reason || found.answer}.`, "bad"); return; }
    sheet.showPossible(new Map(found.variables.map(own => [own.name, [...own.possible, ...(own.unknown || [])]])));
    pad();
    if (!aloud || spoken !== before) return;
    const open = found.variables.filter(own => own.possible.length > 1).length;
    say(!found.complete ? "Not in time for all: some of these candidates may be in no solution."
      : open ? `Each candidate is in a solution; ${many(open, "cell")} with several.` : "Each cell has one candidate: this is the solution.", found.complete ? "good" : "");
  } catch (fault) { if (aloud) say(fault.message, "bad"); }
}

// Switches the true candidates on or off.
function switchCandidates() {
  if (!sheet) return;
  truth = !sheet.possible;
  if (truth) { showCandidates(true); return; }
  sheet.showPossible(null);
  pad();
  say("");
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
    else if (row.answer === "unsat") noSolution("There is no solution.", []);
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
by("marks").onclick = () => { if (sheet) sheet.markOnSight(); };
by("truth").onclick = switchCandidates;
by("upkeep").checked = choice("upkeep");
by("upkeep").onchange = () => { choice("upkeep", by("upkeep").checked); changed(); };
by("large").onclick = () => large(choice("large", !document.body.classList.contains("large")));
function large(on) {
  document.body.classList.toggle("large", on);
  by("large").setAttribute("aria-pressed", String(on));
}
large(choice("large"));
by("only").onclick = only;
