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
  const isKept = sheet && bringBoard();
  changed();
  say(isKept ? "Your entries are back." : "");
  if (sheet && choice("true candidates")) showCandidates(false);
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
  const draw = () => by("effort").replaceChildren(table(rows));
  by("cancel").disabled = false;
  by("verdict").textContent = "";
  by("solution").replaceChildren();
  by("progress").textContent = "waiting for a turn …";
  draw();
  const body = { ...subject(), engines, timeout_s: Number(by("timeout").value) || 5, ...(task ? { task } : {}) };
  try {
    const done = await follow("/api/compare", body, (name, data) => {
      if (name === "row") { rows.push(data); draw(); }
      if (name === "started") by("progress").textContent = "running …";
      if (name === "progress") by("progress").textContent = `running for ${data.seconds} s …`;
    }, own.signal);
    rows.splice(0, rows.length, ...done.rows);
    draw();
    by("verdict").textContent = done.rows.length > 1 ? `verdict: ${done.verdict}` : answerOf(done.rows[0]);
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
  try { await use((await send("/api/generate", body)).text, null, { stays: by("source").open }); } catch (fault) { say(fault.message, "bad"); }
}

send("/api/about").then(about => {
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
by("compare").onclick = () => run("all", by("task").value);
by("cancel").onclick = () => { if (running) running.abort(); };
const given = carried();
if (given) use(given, null); else { by("source").open = false; made(); }
