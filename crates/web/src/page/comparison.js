"use strict";
// The rows of engines: sorted, with bars of their times, refusals folded, the verdict in words, and
// files of them.
const shortTime = seconds => seconds < 0.001 ? `${Math.round(seconds * 1e6)} µs`
  : seconds < 1 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;

const REFUSALS = ["unsupported", "n/a"], ANSWERS = ["sat", "unsat", "optimal"];

// A row of an engine in words.
function answerOf(row) {
  const number = row.count === undefined ? "" : row.count.toLocaleString("en");
  const words = {
    sat: row.complete ? `${number} solution${row.count === 1 ? "" : "s"}` : `${number} or more`,
    unsat: "no solution", optimal: `best: ${row.value}`, unknown: "unknown", unsupported: "does not take it", "n/a": "does not take it",
  };
  const answer = words[row.answer] || row.answer;
  return row.reason && !ANSWERS.includes(row.answer) ? `${answer}: ${row.reason}` : answer;
}

// The verdict on all rows, with those that it does not rest on.
function verdictOf({ verdict, rows }) {
  const refused = rows.filter(row => REFUSALS.includes(row.answer)).length;
  const answered = rows.filter(row => ANSWERS.includes(row.answer)), open = rows.length - refused - answered.length;
  // Engines that stop before all solutions agree only that there is one.
  const isWhole = answered.every(row => row.complete || row.answer !== "sat");
  const words = answered.length && (isWhole ? answerOf(answered[0]) : "there is a solution");
  const rest = [open && `${many(open, "engine")} without an answer`, refused && `${many(refused, "engine")} not for this instance`].filter(Boolean);
  const told = verdict === "agree" && answered.length ? `${open ? "" : "all "}${answered.length} agree: ${words}` : `verdict: ${verdict}`;
  return [told, ...rest].join("; ");
}

const effortOf = row => {
  const { checks, nodes, ...other } = row.counters || {};
  return Object.entries(other).filter(([, n]) => n).slice(0, 3).map(([name, n]) => `${name} ${n.toLocaleString("en")}`).join(", ");
};

// The columns: a name, a value to sort by, and the words of a cell. No effort is a blank.
const shown = number => number ? number.toLocaleString("en") : "";
const ENGINE_COLUMNS = [
  ["engine", row => row.engine, row => row.engine],
  ["answer", row => answerOf(row), row => answerOf(row)],
  ["time", row => row.time_s?.total ?? Infinity, row => row.time_s ? shortTime(row.time_s.total) : ""],
  ["constraint checks", row => row.counters?.checks || Infinity, row => shown(row.counters?.checks)],
  ["nodes visited", row => row.counters?.nodes || Infinity, row => shown(row.counters?.nodes)],
  ["other effort", row => effortOf(row), effortOf],
];

// The column by which rows are sorted, and whether from the last; without one, as they arrive.
let sortedBy = null, falling = false;
function sortRows(rows) {
  if (sortedBy === null) return rows;
  const key = ENGINE_COLUMNS[sortedBy][1];
  const order = (one, other) => key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0;
  return [...rows].sort((one, other) => falling ? order(other, one) : order(one, other));
}

// A table of engines with their effort. `rows` may grow; `again` makes the table anew.
function table(rows, again) {
  const taken = sortRows(rows.filter(row => !REFUSALS.includes(row.answer))), refused = rows.filter(row => REFUSALS.includes(row.answer));
  const whole = make("table", undefined, "rows"), head = make("tr"), top = make("thead"), body = make("tbody");
  ENGINE_COLUMNS.forEach(([name], at) => {
    const cell = make("th"), sort = push(name, () => {
      [sortedBy, falling] = [at, sortedBy === at && !falling];
      if (again) again();
    });
    sort.className = "sort";
    cell.scope = "col";
    cell.setAttribute("aria-sort", sortedBy !== at ? "none" : falling ? "descending" : "ascending");
    cell.append(sort);
    head.append(cell);
  });
  top.append(head);
  const times = taken.map(row => row.time_s?.total).filter(time => time > 0), low = Math.log(Math.min(...times)), high = Math.log(Math.max(...times));
  for (const row of taken) {
    const line = make("tr");
    ENGINE_COLUMNS.forEach(([name, , words]) => {
      const cell = make("td", words(row));
      if (name === "time" && row.time_s?.total > 0 && times.length > 1) {
        // A logarithmic scale, from the shortest time to the longest.
        const bar = make("span", undefined, "bar"), part = high > low ? (Math.log(row.time_s.total) - low) / (high - low) : 1;
        bar.style.width = `${(0.3 + 5.7 * part).toFixed(2)}rem`;
        cell.append(bar);
      }
      line.append(cell);
    });
    if (row.wrong) line.append(make("td", "wrong: " + row.wrong, "bad"));
    body.append(line);
  }
  whole.append(top, body);
  const box = make("div", undefined, "scroll");
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "engines");
  box.append(whole);
  const all = make("div");
  all.append(box);
  if (refused.length) all.append(foldedRefusals(refused));
  if (taken.length > 1) all.append(files(rows));
  return all;
}

function foldedRefusals(rows) {
  const fold = make("details", undefined, "soft"), list = make("ul");
  fold.append(make("summary", `${many(rows.length, "engine")} not for this instance`));
  list.append(...rows.map(row => make("li", `${row.engine}: ${row.reason || "does not take it"}`)));
  fold.append(list);
  return fold;
}

// Buttons that save the rows.
function files(rows) {
  const quoted = value => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const line = row => [row.engine, row.answer, row.count, row.complete, row.time_s?.total, row.counters?.checks, row.counters?.nodes, row.reason].map(quoted).join(",");
  const csv = () => ["engine,answer,count,complete,time_s,checks,nodes,reason", ...rows.map(line)].join("\n") + "\n";
  const box = make("div", undefined, "line");
  box.append(push("Save as CSV", () => saveFile("comparison.csv", csv(), "text/csv")),
    push("Save as JSON", () => saveFile("comparison.json", JSON.stringify(rows, null, 1) + "\n", "application/json")));
  return box;
}
