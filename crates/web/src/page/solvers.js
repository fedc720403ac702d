"use strict";
// CSP mode: solvers on the board of the game, their solutions and their effort.
const FAMILIES = [
  ["native:set-paper", "search, as published"], ["reform:paper", "reformulation, as published"],
  ["native", "search with propagation"], ["reform", "reformulation, general"],
  ["sat:cadical+direct", "SAT: CaDiCaL"], ["sat:varisat+direct", "SAT: Varisat"], ["smt:z3+fd", "SMT: Z3"], ["brute", "brute force"],
];
let shownFor;

send("/api/about").then(about => {
  const built = spec => about.engines.some(own => own.split("+")[0] === spec.split("+")[0]) || spec.endsWith("paper");
  FAMILIES.filter(([spec]) => built(spec)).forEach(([spec, words]) => {
    const option = make("option", `${words} (${spec})`);
    option.value = spec;
    by("solver").append(option);
  });
}).catch(fault => { by("verdict").textContent = fault.message; });

async function solveBoard(engines) {
  const board = game.instance;
  shownFor = board;
  const rows = [];
  const draw = () => { if (shownFor === board && game.instance === board) by("effort").replaceChildren(table(rows, draw)); };
  by("verdict").textContent = "solving …";
  by("solutions").replaceChildren();
  try {
    const body = { instance: board, puzzle: "set", engines: engines.join(","), task: "all" };
    const done = await follow("/api/compare", body, (name, data) => {
      if (name === "row") { rows.push(data); draw(); }
    });
    if (game.instance !== board) return;
    rows.splice(0, rows.length, ...done.rows);
    draw();
    by("verdict").textContent = engines.length > 1 ? verdictOf(done) : answerOf(done.rows[0]);
    const solutions = (done.rows.find(row => row.solutions.length) || { solutions: [] }).solutions;
    by("solutions").replaceChildren(...solutions.map(solution));
  } catch (fault) { by("verdict").textContent = fault.message; }
}

// A solution: its cards, which light up on the table.
function solution(text) {
  const item = make("li"), button = make("button", undefined), cards = (text.match(/\d+/g) || []).map(Number);
  button.type = "button";
  button.append(...cards.map(card => setCard(game.cards[card - 1].values, card, .6) || String(card)));
  button.className = "line";
  button.setAttribute("aria-label", cards.map(card => game.cards[card - 1].words).join(", "));
  button.onclick = () => mark("found", cards);
  item.append(button);
  return item;
}

by("solve").onclick = () => solveBoard([by("solver").value]);
by("compare").onclick = () => solveBoard([...by("solver").options].map(option => option.value));
