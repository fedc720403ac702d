"use strict";
// An instance: its source, its board, its engines, and the files to take away.
let text = "", number = null, sheet = null, running = null, waiting;

const subject = () => ({ instance: text, ...(number === null ? {} : { index: number }) });

// Shows an instance.
async function use(own, index) {
  if (running) running.abort();
  try {
    const read = await send("/api/read", { instance: own, ...(index === null ? {} : { index }) });
    [text, number] = [own, index];
    by("title").textContent = read.title;
    by("instance").value = own;
    history.replaceState(null, "", carry("/solve", own));
    by("explain").href = carry("/explain", own);
    sheet = read.board ? new PuzzleBoard(read.board, changed) : null;
    if (sheet) by("board").replaceChildren(sheet.root); else picture("board", read.svg, read.text);
    by("how").classList.toggle("hidden", !sheet);
    by("source").open = false;
    ["effort", "solution"].forEach(id => by(id).replaceChildren());
    by("verdict").textContent = "";
    forgetHints();
    pad();
    say("");
  } catch (fault) { say(fault.message, "bad"); }
}

// A picture that the server drew: as an image, so that nothing in it is run.
function picture(id, svg, words) {
  const image = make("img", undefined, "picture");
  image.alt = words;
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.onload = () => URL.revokeObjectURL(address);
  image.src = address;
  by(id).replaceChildren(image);
}

// The picture of an instance without a board, with a solution or a part of it.
async function pictureOf(choice) {
  if (choice.length !== 3) return;
  try {
    const { text: svg } = await send("/api/export", { ...subject(), to: "svg", solution: choice.join(" ") });
    picture("board", svg, `cards ${choice.join(", ")}`);
  } catch { /* the words say it */ }
}

// The values to choose from, for users without a keyboard.
function pad() {
  const buttons = [];
  const add = (label, action, pressed) => {
    const button = make("button", label);
    button.type = "button";
    if (pressed !== undefined) button.setAttribute("aria-pressed", String(pressed));
    button.onclick = action;
    buttons.push(button);
  };
  if (sheet && sheet.here && sheet.here.values.length <= 36) {
    sheet.here.values.forEach(value => add(value, () => sheet.write(value)));
    add("empty", () => sheet.write(null));
    add("pencil", () => sheet.switch(), sheet.penciling);
  }
  by("pad").replaceChildren(...buttons);
}

function changed(entry) {
  pad();
  if (!entry) return;
  forgetHints();
  clearTimeout(waiting);
  const before = spoken;
  waiting = setTimeout(() => { if (spoken === before) check(true); }, 250);
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

const NAMES = { form: "instance.txt", dimacs: "instance.cnf", smtlib: "instance.smt2", opb: "instance.opb", svg: "picture.svg" };
async function take(to) {
  try {
    const { text: content } = await send("/api/export", { ...subject(), to });
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
    link.download = NAMES[to];
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(`${NAMES[to]}: ${content.length.toLocaleString("en")} characters`, "good");
  } catch (fault) { say(fault.message, "bad"); }
}

async function made() {
  const puzzle = by("puzzle").value, seed = Number(by("seed").value) || 0, order = by("order").value;
  const body = puzzle.includes(":") ? { puzzle: "model", name: puzzle, seed } : { puzzle, seed };
  if (order && puzzle === "keisuke") body.size = order;
  else if (order && puzzle === "set") body.cards = Number(order);
  else if (order && body.puzzle !== "model") body.order = Number(order);
  if (["latin", "magic", "keisuke"].includes(puzzle)) body.unique = true;
  if (puzzle === "keisuke" && !order) body.size = "5";
  if (puzzle === "latin" && !order) body.order = 8;
  say("making …");
  try { await use((await send("/api/generate", body)).text, null); } catch (fault) { say(fault.message, "bad"); }
}

send("/api/about").then(about => {
  by("engine").replaceChildren(...about.engines.map(spec => { const option = make("option", spec); option.value = spec; return option; }));
  by("engine").value = "native";
}).catch(fault => say(fault.message, "bad"));
by("make").onsubmit = event => { event.preventDefault(); made(); };
by("paste").onsubmit = event => {
  event.preventDefault();
  use(by("instance").value, by("index").value === "" ? null : Number(by("index").value));
};
by("file").onchange = async () => { const [file] = by("file").files; if (file) use(await file.text(), null); };
by("solve").onclick = () => run(by("engine").value, by("task").value);
by("compare").onclick = () => run("all", by("task").value);
by("cancel").onclick = () => { if (running) running.abort(); };
document.querySelectorAll("[data-to]").forEach(button => { button.onclick = () => take(button.dataset.to); });
const given = carried();
if (given) use(given, null); else made();
