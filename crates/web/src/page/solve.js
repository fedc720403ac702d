"use strict";
// An instance: its source, its board, its engines, and the files to take away.
let text = "", number = null, without = false, sheet = null, running = null, reading = null, typed;

const subject = () => ({ instance: text, ...(number === null ? {} : { index: number }), ...(without ? { ignore_drawings: true } : {}) });
const chosenIndex = () => by("index").value === "" ? null : Number(by("index").value);

// Shows an instance. `typing`: the user goes on to write its text.
async function use(own, index, { ignore = false, typing = false, stays = false } = {}) {
  clearTimeout(typed);
  if (reading) reading.abort();
  const asked = reading = new AbortController();
  [running, checking].forEach(work => work && work.abort());
  clearTimeout(waiting);
  by("ignore").classList.add("hidden");
  try {
    const about = { instance: own, ...(index === null ? {} : { index }), ...(ignore ? { ignore_drawings: true } : {}) };
    const read = await send("/api/read", about, asked.signal);
    if (reading !== asked) return;
    [text, number, without] = [own, index, ignore];
    if (!typing) {
      by("instance").value = own;
      by("source").open = stays;
    }
    show(read);
    // A browser takes only so much as an address.
    if (own.length < 100000) history.replaceState(null, "", carry("/solve", own));
    by("explain").href = carry("/explain", own);
  } catch (fault) {
    if (fault.name === "AbortError" || reading !== asked) return;
    if (!typing) {
      by("instance").value = own;
      markFault(own, fault.message);
    }
    say(fault.message, "bad");
    by("ignore").classList.toggle("hidden", !/drawings that no rule/.test(fault.message));
    by("ignore").onclick = () => use(own, index, { ignore: true });
  }
}

// Shows what the server has read: its names, its board or picture, its words.
function show(read) {
  by("title").textContent = read.title;
  sheet = read.board && read.board.cells.length ? new PuzzleBoard(read.board, changed, read.svg) : null;
  if (sheet) by("board").replaceChildren(sheet.root); else picture("board", read.svg, read.text);
  ["how", "play"].forEach(id => by(id).classList.toggle("hidden", !sheet));
  ["effort", "solution"].forEach(id => by(id).replaceChildren());
  by("verdict").textContent = "";
  words(read);
  forms(read);
  forgetHints();
  truth = false;
  const isKept = sheet && bringBoard();
  changed();
  say(isKept ? "Your entries are back." : "");
}

// A text that is pasted or typed is read at once, without a button.
by("instance").oninput = event => {
  clearTimeout(typed);
  const own = by("instance").value, wait = /^insertFrom/.test(event.inputType || "") ? 0 : 500;
  if (!own.trim() || own.length > 300000 || own === text) return;
  typed = setTimeout(() => { if (own !== text) use(own, chosenIndex(), { typing: true }); }, wait);
};

// A picture that the server drew: as an image, so that nothing in it is run.
function drawing(svg, words) {
  const image = make("img", undefined, "picture");
  image.alt = words;
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.onload = () => URL.revokeObjectURL(address);
  image.src = address;
  return image;
}
const picture = (id, svg, words) => by(id).replaceChildren(drawing(svg, words));

// The picture of an instance without a board, with a solution or a part of it.
async function pictureOf(choice) {
  if (choice.length !== 3) return;
  try {
    const { text: svg } = await send("/api/export", { ...subject(), to: "svg", solution: choice.join(" ") });
    picture("board", svg, `cards ${choice.join(", ")}`);
  } catch { /* the words say it */ }
}

// Runs engines; rows appear as engines end.
async function run(engines, task) {
  if (running) running.abort();
  const own = running = new AbortController(), rows = [];
  const draw = () => by("effort").replaceChildren(table(rows, draw));
  by("cancel").disabled = false;
  by("verdict").textContent = "";
  by("solution").replaceChildren();
  by("progress").textContent = "waiting for a turn …";
  draw();
  await ready;
  // All engines of a request together get the server's seconds.
  const number = engines === "all" ? engineNames.length : engines.split(",").length, most = allSeconds / Math.max(1, number);
  const asked = Number(by("timeout").value) || 5, timeout_s = Math.min(asked, most);
  const limited = timeout_s < asked ? ` at most ${timeout_s.toFixed(1)} s each, the limit of the server` : "";
  const body = { ...subject(), engines, timeout_s, ...(task ? { task } : {}) };
  try {
    const done = await follow("/api/compare", body, (name, data) => {
      if (name === "row") { rows.push(data); draw(); }
      if (name === "started") by("progress").textContent = `running …${limited}`;
      if (name === "progress") by("progress").textContent = `running for ${data.seconds} s …${limited}`;
    }, own.signal);
    rows.splice(0, rows.length, ...done.rows);
    draw();
    by("verdict").textContent = done.rows.length > 1 ? verdictOf(done) : answerOf(done.rows[0]);
    const best = done.rows.find(row => row.solutions.length);
    if (!best && done.rows.some(row => row.answer === "unsat")) noSolution("There is no solution.", []);
    if (best) await drawSolution(best.solutions[0]);
  } catch (fault) {
    by("verdict").textContent = fault.name === "AbortError" ? "cancelled" : fault.message;
  }
  if (running !== own) return;
  running = null;
  by("progress").textContent = "";
  by("cancel").disabled = true;
}

// A solution as a picture, or as text if it cannot be drawn.
async function drawSolution(solution) {
  try {
    const { text: svg } = await send("/api/export", { ...subject(), to: "svg", solution });
    picture("solution", svg, `a solution: ${solution}`);
  } catch { by("solution").replaceChildren(make("pre", solution, "picture")); }
}

async function made() {
  const puzzle = by("puzzle").value, seed = Number(by("seed").value) || 0, order = by("order").value;
  const [, kind] = puzzle.match(/^grid:(.*)$/) || [];
  const body = kind ? { puzzle: "grid", kind, seed } : puzzle.includes(":") ? { puzzle: "model", name: puzzle, seed } : { puzzle, seed };
  if (order && (kind || puzzle === "keisuke")) body.size = order;
  else if (order && puzzle === "set") body.cards = Number(order);
  else if (order && body.puzzle !== "model") body.order = Number(order);
  if (["latin", "magic", "keisuke"].includes(puzzle)) body.unique = true;
  if (puzzle === "keisuke" && !order) body.size = "5";
  if (puzzle === "latin" && !order) body.order = 8;
  say("making …");
  const before = reading, typed = by("instance").value;
  try {
    const { text: made } = await send("/api/generate", body);
    // A puzzle that comes late does not replace what a person has pasted meanwhile.
    if (reading === before && by("instance").value === typed) await use(made, null, { stays: by("source").open });
  } catch (fault) { say(fault.message, "bad"); }
}

// The engines to compare: those that are chosen, or all.
let engineNames = [], allSeconds = 60;
function chosenEngines() {
  const chosen = [...by("engines").querySelectorAll("input:checked")].map(own => own.value);
  return chosen.length === engineNames.length ? "all" : chosen.join(",");
}

function compareAll() {
  const engines = chosenEngines(), task = by("task").value;
  if (!engines) { say("Choose at least one engine.", "bad"); return; }
  // The address opens the same comparison.
  if (text.length < 100000) history.replaceState(null, "", carry("/solve", text, { compare: engines, ...(task ? { task } : {}) }));
  run(engines, task);
}

// A fault of the text: its place is selected in the field, and no older board is left.
function markFault(own, message) {
  const [, line, column] = message.match(/:(\d+):(\d+): /) || [];
  [sheet, text] = [null, ""];
  ["board", "below", "notes", "effort", "solution"].forEach(id => by(id).replaceChildren());
  ["how", "play", "words"].forEach(id => by(id).classList.add("hidden"));
  by("title").textContent = "This cannot be read";
  by("found").textContent = "";
  by("verdict").textContent = "";
  pad();
  by("source").open = true;
  if (!line) return;
  const lines = own.split("\n"), start = lines.slice(0, line - 1).reduce((sum, words) => sum + words.length + 1, 0) + Number(column) - 1;
  by("instance").focus();
  by("instance").setSelectionRange(start, Math.min(start + 1, own.length));
}

const ready = send("/api/about").then(about => {
  [engineNames, allSeconds] = [about.engines, about.limits.seconds];
  by("engines").replaceChildren(...about.engines.map(spec => {
    const label = make("label"), box = make("input");
    [box.type, box.value, box.checked] = ["checkbox", spec, true];
    label.append(box, ` ${spec}`);
    return label;
  }));
  by("engine").replaceChildren(...about.engines.map(spec => { const option = make("option", spec); option.value = spec; return option; }));
  by("engine").value = "native";
}).catch(fault => say(fault.message, "bad"));
by("make").onsubmit = event => { event.preventDefault(); made(); };
by("paste").onsubmit = event => {
  event.preventDefault();
  use(by("instance").value, chosenIndex());
};
by("file").onchange = async () => { const [file] = by("file").files; if (file) use(await file.text(), null); };
by("solve").onclick = () => run(by("engine").value, by("task").value);
by("compare").onclick = compareAll;
by("none").onclick = () => by("engines").querySelectorAll("input").forEach(own => { own.checked = false; });
by("cancel").onclick = () => { if (running) running.abort(); };
const given = carried();
if (given) {
  const more = new URLSearchParams(location.hash.slice(1)), engines = more.get("compare");
  use(given, null).then(() => {
    if (!engines || !text) return;
    by("task").value = more.get("task") || "";
    run(engines, by("task").value);
  });
} else { by("source").open = false; made(); }
