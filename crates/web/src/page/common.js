"use strict";
// Requests, messages and the parts that every page has.

// Sends a request; the answer is an object. Fails with the server's message.
async function send(path, body, signal) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(path, { ...options, signal });
  } catch (fault) {
    throw fault.name === "AbortError" ? fault : new Error("the server does not answer");
  }
  const answer = await response.json().catch(() => ({ error: "the answer cannot be read" }));
  if (!response.ok) throw Object.assign(new Error(answer.error), { status: response.status });
  return answer;
}

// Sends a request and passes each event to `on(name, data)` as it arrives. Returns the last one's
// data.
async function follow(path, body, on, signal) {
  const response = await fetch(path, {
    method: "POST", signal, body: JSON.stringify(body),
    headers: { "content-type": "application/json", accept: "text/event-stream" },
  });
  if (!(response.headers.get("content-type") || "").startsWith("text/event-stream")) {
    throw new Error((await response.json().catch(() => ({ error: "the answer cannot be read" }))).error);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "", last;
  for (;;) {
    const { done, value } = await reader.read();
    text += value || "";
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) {
      const [, name, data] = event.match(/^event: (.*)\ndata: (.*)$/) || [];
      if (!name) continue;
      last = { name, data: JSON.parse(data) };
      on(name, last.data);
    }
    if (done) break;
  }
  if (last && last.name === "error") throw new Error(last.data.error);
  if (!last || last.name !== "done") throw new Error("the answer has no end");
  return last.data;
}

// A message for screen readers, with what can be done about it: labels with actions. `spoken` counts
// messages, so that a late answer sees newer ones.
let spoken = 0;
function say(text, kind, lines, actions) {
  spoken += 1;
  by("status").textContent = text;
  by("status").className = "status " + (kind || "");
  by("reason").replaceChildren(...(lines || []).map(line => make("li", line)));
  if (by("actions")) by("actions").replaceChildren(...(actions || []).map(([label, act]) => push(label, act)));
}

// A button.
function push(label, action, pressed) {
  const own = make("button", label);
  own.type = "button";
  if (pressed !== undefined) own.setAttribute("aria-pressed", String(pressed));
  own.onclick = action;
  return own;
}

const shortTime = seconds => seconds < 0.001 ? `${Math.round(seconds * 1e6)} µs`
  : seconds < 1 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;

const many = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;

// A row of an engine in words.
function answerOf(row) {
  const number = row.count === undefined ? "" : row.count.toLocaleString("en");
  const words = {
    sat: row.complete ? `${number} solution${row.count === 1 ? "" : "s"}` : `${number} or more`,
    unsat: "no solution", optimal: `best: ${row.value}`, unknown: "unknown", unsupported: "does not take it", "n/a": "does not take it",
  };
  const answer = words[row.answer] || row.answer;
  return row.reason && !["sat", "unsat", "optimal"].includes(row.answer) ? `${answer}: ${row.reason}` : answer;
}

// A table of engines with their effort. `rows` may grow; the table is then made again.
function table(rows) {
  const whole = make("table", undefined, "rows"), head = make("tr");
  ["engine", "answer", "time", "constraint checks", "nodes visited", "other effort"].forEach(name => head.append(make("th", name)));
  const top = make("thead"), body = make("tbody");
  top.append(head);
  rows.forEach(row => {
    const line = make("tr"), { checks, nodes, ...other } = row.counters || {};
    const shown = number => number === undefined ? "" : number.toLocaleString("en");
    const effort = Object.entries(other).filter(([, n]) => n).slice(0, 3).map(([name, n]) => `${name} ${shown(n)}`).join(", ");
    [row.engine, answerOf(row), row.time_s ? shortTime(row.time_s.total) : "", shown(checks), shown(nodes), effort]
      .forEach(cell => line.append(make("td", cell)));
    if (row.wrong) line.append(make("td", "wrong: " + row.wrong, "bad"));
    body.append(line);
  });
  whole.append(top, body);
  const box = make("div", undefined, "scroll");
  box.append(whole);
  return box;
}

// The instance that a link carries.
const carried = () => new URLSearchParams(location.hash.slice(1)).get("instance");
const carry = (page, text) => `${page}#${new URLSearchParams({ instance: text })}`;
