"use strict";
// Why there is no solution, or a cell cannot have a value: marked on the board, in a sentence, with a
// repair to try.
const noSolution = (text, place, lines) => say(text, "bad", lines, [["Why?", () => explainConflict(place)]]);

// Marks a conflict: its clues, and the cells of its rules.
function markConflict(parts) {
  if (!sheet) return;
  const clues = parts.filter(part => part.kind === "clue").map(part => part.variable);
  sheet.showConflict(new Set(clues), new Set(parts.flatMap(part => part.variables || [])));
}

const partWords = part => part.kind === "clue" ? part.words.replace(/^clue /, "") : part.words;

// The sentences about a conflict: what it consists of, and who confirms it.
function conflictLines(set) {
  const words = set.parts.map(partWords), by = set.confirmed;
  const lines = words.length > 12 ? [...words.slice(0, 12), `and ${words.length - 12} more`] : words;
  return by && by.answer === "yes" ? [...lines, `confirmed by ${by.engines.join(", ")}`] : lines;
}

async function explainConflict(place) {
  say("looking for the reason …");
  const before = spoken;
  try {
    const found = await send("/api/why", { ...subject(), place, repair: true, timeout_s: 20 });
    if (spoken !== before) return;
    const [set] = found.sets;
    if (found.answer === "sat") { say("There is a solution.", "good"); return; }
    if (!set) { say(`The reason is not known: ${found.reason || found.answer}.`, "bad"); return; }
    markConflict(set.parts);
    say("These cannot hold together:", "bad", conflictLines(set), repairActions(found.repair));
  } catch (fault) { if (spoken === before) say(fault.message, "bad"); }
}

// The repair as one click, if it changes only what the person wrote.
function repairActions(repair) {
  if (!repair || !repair.found || !sheet) return [];
  const names = repair.drop.map(part => part.variable);
  if (!names.length || names.some(name => !sheet.entries.has(name))) return [];
  const instead = new Map(repair.instead.map(own => [own.variable, own.word]));
  const words = names.map(name => instead.has(name) ? `${name} to ${instead.get(name)}` : `${name} to empty`).join(", ");
  const act = () => {
    sheet.edit(names.map(name => [name, instead.get(name), sheet.pencil.get(name)]));
    say(`Changed ${words}. Undo takes it back.`);
  };
  return [[`Change ${words}`, act]];
}

// Why the chosen cell cannot have a value, or that it can.
async function explainValue(name, value) {
  const place = [...sheet.entries].filter(([own]) => own !== name).map(([own, word]) => `${own}=${word}`);
  say(`looking at ${name} = ${value} …`);
  const before = spoken;
  try {
    const found = await send("/api/why", { ...subject(), place, value: `${name}=${value}`, timeout_s: 20 });
    if (spoken !== before) return;
    const [set] = found.sets;
    if (found.answer === "impossible" && set) {
      markConflict(set.parts);
      say(`${name} cannot be ${value}, because of these:`, "bad", conflictLines(set));
    } else if (found.answer === "forced") say(`${name} must be ${value}.`, "good", set ? conflictLines(set) : []);
    else if (found.answer === "possible" || found.answer === "sat") say(`${name} can be ${value}: a solution has it.`, "good");
    else if (found.answer === "unsat") noSolution("With these values there is no solution.", place);
    else say(`Not known: ${found.reason || found.answer}.`);
  } catch (fault) { if (spoken === before) say(fault.message, "bad"); }
}
