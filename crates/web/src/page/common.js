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

const many = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;

// Saves a text as a file.
function saveFile(name, content, kind = "text/plain") {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([content], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The instance that a link carries.
const carried = () => new URLSearchParams(location.hash.slice(1)).get("instance");
const carry = (page, text, more = {}) => `${page}#${new URLSearchParams({ instance: text, ...more })}`;
