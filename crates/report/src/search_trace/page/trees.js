// The trees: a panel for each explanation.
const effort = counters => Object.entries(counters).map(([name, n]) => `${name} ${n.toLocaleString("en")}`).join(" · ");
const plural = (n, what) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;
const ending = step => {
  if (step.end === "branched") return ["", step.chosen ? "branch on " + step.chosen.what : ""];
  if (step.end === "solution") return ["good", "solution"];
  if (step.end === "open") return ["soft", "not taken up"];
  if (step.end.leaf) return ["good", step.end.leaf];
  return ["bad", step.end.failed];
};

// Maximum number of values drawn of a domain.
const MOST = 60;

class Panel {
  constructor(data) {
    this.data = data;
    this.steps = data.steps;
    data.meanings = new Map(data.legend.map(meaning => [meaning.value, meaning.classes]));
    this.children = this.steps.map(() => []);
    this.steps.forEach((step, i) => { if (step.parent !== null) this.children[step.parent].push(i); });
    this.items = [];
    this.here = 0;
    // The order in which the tree is drawn: each step before those below it. Steps are recorded in
    // the order of the search, which may be another.
    this.order = [];
    for (let open = this.steps.length ? [0] : []; open.length;) {
      const step = open.pop();
      this.order.push(step);
      open.push(...this.children[step].slice().reverse());
    }
    this.place = [];
    this.order.forEach((step, place) => { this.place[step] = place; });
    this.root = make("section", undefined, "panel");
    this.root.onclick = () => activate(this);
    this.root.append(make("h2", data.engine), make("p", this.summary(), "soft"));
    const parts = make("div", undefined, "parts");
    this.at = make("p", undefined, "soft");
    [this.tree, this.node] = [make("div", undefined, "tree"), make("div", undefined, "node")];
    // The tree is one stop of the Tab key; the arrow keys step through it.
    this.tree.tabIndex = 0;
    this.tree.setAttribute("role", "group");
    this.tree.setAttribute("aria-label", `tree of ${data.engine}`);
    this.tree.onfocus = () => activate(this);
    this.tree.onkeydown = event => {
      if (event.target !== this.tree || !/^(Enter| )$/.test(event.key)) return;
      if (this.children[this.here].length) this.toggle(this.here);
      event.preventDefault();
    };
    parts.append(this.tree, this.node);
    this.root.append(this.at, parts);
    const list = make("ul");
    if (this.steps.length) list.append(this.build(0));
    this.tree.append(list);
  }
  summary() {
    const { data, steps } = this;
    const stopped = data.stopped ? ` · not the whole tree: ${data.stopped}` : "";
    return `${plural(steps.length, "node")} · ${plural(data.solutions, "solution")} · ${effort(data.counters)}${stopped}`;
  }
  // The item of a step with its descendants, without recursion, because trees may be deep.
  build(root) {
    this.steps.forEach((step, i) => {
      this.items[i] = this.item(step, i);
      if (i !== root && step.parent !== null) this.items[step.parent].lastChild.append(this.items[i]);
    });
    return this.items[root];
  }
  item(step, i) {
    const item = make("li"), row = make("span", undefined, "row"), leaf = !this.children[i].length;
    const fold = make("button", "-", leaf ? "fold leaf" : "fold");
    fold.tabIndex = -1;
    fold.onclick = event => { event.stopPropagation(); this.toggle(i); };
    const [kind, end] = ending(step);
    row.append(fold, make("span", undefined, "dot " + kind));
    const picture = thumbnail(this.data, step);
    if (picture) row.append(picture);
    row.append(make("span", step.branch || "the whole problem"));
    const many = step.solutions > 1 ? plural(step.solutions, "solution") : "solution";
    row.append(make("span", step.solutions ? many : end, "end " + (step.solutions ? "good" : kind || "soft")));
    if (this.data.legend.length) step.found.slice(0, 1).forEach(found => {
      found.slice(0, 6).forEach((value, i) => row.append(valueOf(this.data, value, .5, this.data.variables[i])));
    });
    row.onclick = () => this.go(i);
    item.append(row);
    if (!leaf) item.append(make("ul"));
    return item;
  }
  toggle(i, folded) {
    const now = this.items[i].classList.toggle("folded", folded);
    this.items[i].querySelector(".fold").textContent = now ? "+" : "-";
  }
  section(name) { this.node.append(make("h3", name)); }
  values(list, size, of) {
    const box = make("div", undefined, "values");
    list.slice(0, MOST).forEach((value, i) => box.append(valueOf(this.data, value, 1, of(i))));
    const rest = size - Math.min(list.length, MOST);
    if (rest > 0) box.append(make("span", `and ${rest} more`, "soft"));
    return box;
  }
  // Goes to the step at a place in the drawn order.
  goTo(place, stepping) {
    if (place >= 0 && place < this.order.length) this.go(this.order[place], stepping);
  }
  // Selects a step; while stepping through the tree, later nodes are faded.
  go(i, stepping) {
    if (i < 0 || i >= this.steps.length) return;
    this.items[this.here].firstChild.classList.remove("here");
    this.here = i;
    for (let up = this.steps[i].parent; up !== null; up = this.steps[up].parent) this.toggle(up, false);
    const row = this.items[i].firstChild;
    row.classList.add("here");
    const [tree, place] = [this.tree.getBoundingClientRect(), row.getBoundingClientRect()];
    if (place.top < tree.top || place.bottom > tree.bottom) this.tree.scrollTop += place.top - tree.top - tree.height / 2;
    this.items.forEach((item, k) => item.classList.toggle("later", Boolean(stepping) && this.place[k] > this.place[i]));
    this.at.textContent = `step ${this.place[i] + 1} of ${this.steps.length}`;
    this.show(i);
  }
  show(i) {
    const step = this.steps[i], [kind, end] = ending(step);
    this.node.replaceChildren(make("h2", `${this.place[i] + 1}. ${step.branch || "the whole problem"}`));
    if (step.chosen) this.node.append(make("p", `Branch on ${step.chosen.what}: ${step.chosen.why}.`));
    if (step.end !== "branched") this.node.append(make("p", end, kind));
    if (step.table) this.table(step.table);
    const picture = board(this.data, step);
    if (picture) this.node.append(picture);
    if (step.kept.length) { this.section("Still to hold"); this.node.append(make("p", step.kept.join(", "))); }
    if (step.absent.length) {
      this.section("Branches that are not made");
      const list = make("ul");
      step.absent.forEach(gone => list.append(make("li", `${gone.branch}: ${gone.why}`)));
      this.node.append(list);
    }
    if (step.found.length && !picture) {
      this.section(plural(step.solutions, "solution"));
      step.found.forEach(found => this.node.append(this.values(found, found.length, i => this.data.variables[i])));
    }
    if (Object.keys(step.counters).length) { this.section("Effort here"); this.node.append(make("p", effort(step.counters))); }
    if (!picture) step.domains.forEach(domain => {
      this.section(`${domain.of}: ${plural(domain.size, "value")}`);
      this.node.append(this.values(domain.values, domain.size, () => domain.of));
    });
  }
  table({ header, rows }) {
    this.section("Domain table");
    const table = make("table"), head = make("tr");
    header.forEach(name => {
      const cell = make("th", name);
      if (COLUMNS[name]) cell.title = COLUMNS[name];
      head.append(cell);
    });
    table.append(head);
    rows.forEach(cells => {
      const row = make("tr");
      cells.forEach((cell, at) => row.append(make("td", cell, at > 1 && cell === "0" ? "zero" : "")));
      table.append(row);
    });
    this.node.append(table);
  }
}

// The meaning of colours, pictures and counters.
const MEANINGS = {
  nodes: "variables chosen (of the published algorithms: #NV)", enumerations: "commitments: every node of the search tree but the root",
  backtracks: "commitments without a solution below", assignments: "values tried", prunings: "values removed",
  propagations: "calls of propagators", checks: "constraint checks (of the published algorithms: #CC)", depth: "the deepest level",
  subproblems: "subproblems made", "dead ends": "subproblems without a branch left", leaves: "subproblems that are solved as they stand", "leaf cards": "cards in the leaves, on average",
};
// The columns of the domain tables of the published reformulation.
const COLUMNS = {
  l: "column l: the cards with the value", c: "column c: the cards with the value in the domain of the first variable",
  d: "column d: those of the second", e: "column e: those of the third", f: "column f: c times d times e",
  g: "column g: c plus d plus e", h: "column h: the product of the sums of c, d and e over the values of the attribute",
};
function legend(explanations) {
  const table = make("table");
  const line = (sign, text) => {
    const row = make("tr"), cell = make("td");
    cell.append(sign);
    row.append(cell, make("td", text));
    table.append(row);
  };
  const dot = kind => make("span", undefined, "dot " + kind);
  line(dot("good"), "a solution, or a part that is solved as it stands");
  line(dot("bad"), "no solution below");
  line(dot(""), "a node with branches");
  line(dot("soft"), "not taken up before the run ended");
  if (explanations.some(data => data.board)) {
    line(drawn(14, 14, `<rect width="14" height="14" fill="var(--new)"/>`, "", "blue"), "a cell that is fixed since the node above; small digits are candidates");
    line(drawn(14, 14, `<rect x="1" y="1" width="12" height="12" fill="var(--mark)" stroke="var(--accent)" stroke-width="2"/>`, "", "framed"), "the cell that the node branches on");
  }
  const dimensions = [...new Set(explanations.flatMap(data => data.dimensions))];
  if (dimensions.length) line(make("span", "values"), `cards and words show each value in its dimensions: ${dimensions.join(", ")}`);
  const names = new Set(explanations.flatMap(data => [data.counters, ...data.steps.map(step => step.counters)]).flatMap(Object.keys));
  names.forEach(name => { if (MEANINGS[name]) line(make("span", name), MEANINGS[name]); });
  const columns = new Set(explanations.flatMap(data => data.steps.flatMap(step => step.table ? step.table.header : [])));
  columns.forEach(name => { if (COLUMNS[name]) line(make("span", name), COLUMNS[name]); });
  by("legend").replaceChildren(make("summary", "Legend"), table);
}

// The effort of all engines side by side.
function sums(explanations) {
  const table = make("table"), head = make("tr");
  ["", "nodes of the tree", "solutions", "constraint checks"].forEach(name => head.append(make("th", name)));
  table.append(head);
  explanations.forEach(data => {
    const row = make("tr"), shown = number => number === undefined ? "" : number.toLocaleString("en");
    row.append(make("td", data.engine));
    [data.steps.length, data.solutions, data.counters.checks]
      .forEach(number => row.append(make("td", shown(number))));
    table.append(row);
  });
  by("sums").replaceChildren(...explanations.length > 1 ? [table] : []);
}

let active, panels = [];
function activate(panel) {
  if (active) active.root.classList.remove("active");
  active = panel;
  if (panels.length > 1) panel.root.classList.add("active");
}
const folding = folded => active.steps.forEach((_, i) => active.toggle(i, folded));

// Plays the steps of all trees, one after the other.
let playing;
function play(on) {
  clearInterval(playing);
  playing = undefined;
  by("play").textContent = on ? "pause" : "play";
  if (!on) return;
  if (panels.every(panel => panel.place[panel.here] >= panel.steps.length - 1)) panels.forEach(panel => panel.goTo(0, true));
  playing = setInterval(() => {
    const moving = panels.filter(panel => panel.place[panel.here] < panel.steps.length - 1);
    moving.forEach(panel => panel.goTo(panel.place[panel.here] + 1, true));
    if (!moving.length) play(false);
  }, Number(by("pace").value));
}

// Replaces the explanations shown.
function present(explanations) {
  if (playing) play(false);
  panels = explanations.map(data => new Panel(data));
  by("panels").replaceChildren(...panels.map(panel => panel.root));
  by("panels").classList.toggle("several", panels.length > 1);
  if (panels.length > 1) by("hint").textContent = "the arrow keys step through the tree that was clicked last";
  legend(explanations);
  sums(explanations);
  panels.forEach(panel => { if (panel.steps.length) panel.go(0); });
  if (panels.length) activate(panels[0]);
}

const placed = () => active.place[active.here];
by("first").onclick = () => active.goTo(0, true);
by("back").onclick = () => active.goTo(placed() - 1, true);
by("on").onclick = () => active.goTo(placed() + 1, true);
by("last").onclick = () => active.goTo(active.steps.length - 1, true);
by("fold").onclick = () => folding(true);
by("open").onclick = () => folding(false);
by("play").onclick = () => play(!playing);
by("pace").onchange = () => { if (playing) play(true); };
document.addEventListener("keydown", event => {
  if (!active || event.target.matches("input, textarea, select")) return;
  // Up and down scroll the page, but for the tree.
  const inTree = event.target.closest(".tree");
  const keys = { ArrowRight: placed() + 1, ArrowLeft: placed() - 1, Home: 0, End: active.steps.length - 1 };
  const to = inTree && event.key === "ArrowDown" ? keys.ArrowRight : inTree && event.key === "ArrowUp" ? keys.ArrowLeft : keys[event.key];
  if (to !== undefined) { active.goTo(to, true); event.preventDefault(); }
});
patterns();
