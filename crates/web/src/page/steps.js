"use strict";
// Hints in tiers, and whole paths one step at a time.
const TIERS = ["where to look", "which cell", "what follows", "why"];
const capital = text => text ? text[0].toUpperCase() + text.slice(1) : text;
let hinted = 0, trail = null, place = 0;

function forgetHints() {
  hinted = 0;
  trail = null;
  by("steps").replaceChildren();
  by("apply").disabled = by("previous").disabled = by("next").disabled = true;
  by("hint").textContent = `Hint: ${TIERS[0]}`;
  if (sheet) sheet.clearStep();
}

// Makes the request of a hint or a path: the instance with its entries.
const written = () => ({ ...subject(), ...(sheet ? sheet.written() : {}), uniqueness: by("uniqueness").checked });

async function hint() {
  if (trail) forgetHints();
  const tier = Math.min(hinted + 1, 4);
  // Also ends a check that is on its way.
  say("looking for a hint …");
  const before = spoken;
  try {
    const found = await send("/api/hint", { ...written(), tier });
    if (spoken !== before) return;
    if (found.answer !== "step") { tellOther(found); return; }
    hinted = tier;
    by("hint").textContent = `Hint: ${TIERS[Math.min(tier, 3)]}`;
    const step = found.steps && found.steps[0];
    say(capital(found.tiers[tier - 1]), "", step ? reasons(step) : found.reason || []);
    if (found.choices && sheet === null) pictureOf(found.choices[tier - 1]);
    if (step && sheet) {
      sheet.showStep(found.state, step);
      by("apply").disabled = false;
      by("apply").onclick = () => { sheet.apply(found.state, step); hintedAgain(); };
    }
  } catch (fault) { say(fault.message, "bad"); }
}

function hintedAgain() {
  forgetHints();
  say("Done.", "good");
}

// The reason of a step: its rules, the small steps of a hard one, and the engines that confirm it.
function reasons(step) {
  const inner = step.inner ? [`suppose ${step.inner.suppose}`, ...step.inner.lines] : [];
  const { confirmed } = step;
  const by = !confirmed ? [] : confirmed.answer === "yes" ? [`confirmed by ${confirmed.engines.join(", ")}`] : [confirmed.reason];
  return [...step.reason, ...inner, ...by];
}

// Answers without a step.
function tellOther(found) {
  const words = { done: "It is solved.", nothing: "Nothing more follows.", unknown: `Unknown: ${found.reason}` };
  if (found.answer === "none") { noSolution("There is no solution.", written().place || []); return; }
  if (found.answer !== "fault") {
    const lines = Array.isArray(found.reason) ? found.reason : [];
    say(words[found.answer] || found.tiers && found.tiers.join("; ") || found.answer, found.answer === "done" ? "good" : "bad", lines);
    return;
  }
  const { fault } = found;
  if (!fault) { say(capital(found.tiers[found.tiers.length - 1]), "bad", found.reason || []); return; }
  if (fault.kind === "unsolvable") { noSolution("The puzzle has no solution.", []); return; }
  if (!fault.values) {
    const number = fault.number, what = fault.kind === "removed" ? "pencil marks are missing" : "entries are wrong";
    say(`${number} ${what}. Check my entries shows which.`, "bad");
    return;
  }
  if (sheet) sheet.conflict(fault.values);
  const text = fault.kind === "removed" ? "A pencil mark is missing" : "Wrong";
  say(`${text}: ${fault.values.join(", ")}.`, "bad", fault.conflict || []);
}

// Checks the entries. With `only`, shows no more than the rule that two values break.
let checking = null;
async function check(only) {
  if (!sheet) { say("There is no board to check.", "bad"); return; }
  const asked = written(), before = spoken;
  if (checking) checking.abort();
  checking = new AbortController();
  try {
    const found = await send("/api/hint", { ...asked, ...(only ? { remove: [] } : {}), tier: 4 }, checking.signal);
    const fault = found.answer === "fault" ? found.fault : null;
    const broken = fault && fault.conflict && fault.conflict.length === 1;
    if (spoken !== before || JSON.stringify(written().place) !== JSON.stringify(asked.place)) return;
    sheet.conflict([]);
    if (found.answer === "done") { say("Solved: every rule holds.", "good"); return; }
    if (only && !broken) { say(""); return; }
    if (!fault) { say("No entry is wrong.", "good"); return; }
    tellOther(found);
    const told = spoken, wrong = only || fault.kind !== "entries" ? [] : await wrongEntries();
    if (spoken !== told || !wrong.length) return;
    sheet.conflict([...(fault.values || []), ...wrong]);
    say(`Wrong: ${wrong.join(", ")}.`, "bad", fault.conflict || []);
  } catch (fault) { if (!only && fault.name !== "AbortError") say(fault.message, "bad"); }
}

async function path() {
  forgetHints();
  say("looking for all steps …");
  try {
    const done = await send("/api/path", { ...written(), timeout_s: 30 });
    if (done.answer !== "step") { tellOther(done); return; }
    trail = walk(done);
    by("steps").replaceChildren(...done.steps.map((step, number) => {
      const item = make("li"), button = make("button", `${step.technique}: ${step.conclusion}`);
      button.type = "button";
      button.onclick = () => go(number);
      item.append(button);
      return item;
    }));
    go(0);
  } catch (fault) { say(fault.message, "bad"); }
}

// The state before each step.
function walk(done) {
  let { values, candidates } = done.state;
  return done.steps.map(step => {
    const state = { values, candidates };
    values = { ...values };
    candidates = { ...candidates };
    for (const text of step.removes) {
      const [name, value] = text.split("=");
      candidates[name] = (candidates[name] || []).filter(own => own !== value);
    }
    for (const text of step.places) {
      const [name, value] = text.split("=");
      values[name] = value;
      delete candidates[name];
    }
    return { state, step };
  });
}

function go(number) {
  if (!trail || number < 0 || number >= trail.length) return;
  place = number;
  const { state, step } = trail[number];
  if (sheet) sheet.showStep(state, step);
  by("previous").disabled = number === 0;
  by("next").disabled = number === trail.length - 1;
  const buttons = [...by("steps").querySelectorAll("button")];
  buttons.forEach((button, own) => own === number ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current"));
  by("steps").scrollTop = Math.max(0, buttons[number].offsetTop - by("steps").offsetTop - 60);
  say(`Step ${number + 1} of ${trail.length}: ${step.technique}: ${step.conclusion}`, "", reasons(step));
}

async function rate() {
  say("rating …");
  try {
    const { ratings: [rating] } = await send("/api/rate", { instance: subject().instance, uniqueness: by("uniqueness").checked });
    const { steps } = rating, lines = [rating.rating, `effort of engines: difficulty ${rating.difficulty}`];
    if (steps?.hardest && steps.end !== "unknown") {
      const kinds = Object.entries(steps.techniques).map(([name, number]) => `${name} ${number}`).join(", ");
      lines.unshift(`${steps.steps} steps, ${steps.beyond_singles} beyond singles, sum ${steps.sum}`, kinds);
      if (steps.end === "guess") lines.unshift("the steps end before the solution: it needs a guess");
      say(`Hardest step: ${steps.hardest} (${steps.score}).`, "", lines);
    } else say(`Grade: ${rating.grade}.`, "", lines);
  } catch (fault) { say(fault.message, "bad"); }
}

by("hint").onclick = hint;
by("check").onclick = () => check(false);
by("path").onclick = path;
by("previous").onclick = () => go(place - 1);
by("next").onclick = () => go(place + 1);
by("rate").onclick = rate;
by("uniqueness").onchange = () => forgetHints();
