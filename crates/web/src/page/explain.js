"use strict";
// The explanation of an instance that a link carries, or that is pasted, read from a file or dealt.
// Only the last question is answered.
let asked = 0;
async function explain(text) {
  const number = ++asked;
  by("instance").value = text;
  history.replaceState(null, "", carry("/explain", text));
  say("explaining …");
  const engines = by("engines").value.split(" ").filter(spec => spec);
  try {
    const body = { instance: text };
    if (engines.length) body.engines = engines;
    const { explanations } = await send("/api/explain", body);
    if (number !== asked) return;
    present(explanations);
    const stopped = explanations.filter(data => data.stopped).map(data => `${data.engine}: ${data.stopped}`);
    say(explanations.length ? explanations[0].title : "nothing to explain", "", stopped);
  } catch (fault) { if (number === asked) say(fault.message, "bad"); }
}

async function deal(seed) {
  const number = ++asked, typed = by("instance").value;
  try {
    const { text } = await send("/api/generate", { puzzle: "set", seed: Number(seed) || 0 });
    // Cards that come late do not replace what a person has pasted meanwhile.
    if (number === asked && by("instance").value === typed) explain(text);
  }
  catch (fault) { say(fault.message, "bad"); }
}

by("ask").onsubmit = event => { event.preventDefault(); explain(by("instance").value); };
by("dealt").onclick = () => deal(by("seed").value);
by("file").onchange = async () => { const [file] = by("file").files; if (file) by("instance").value = await file.text(); };
const given = carried();
if (given) explain(given); else deal(by("seed").value);
