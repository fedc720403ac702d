"use strict";
// Decision tables drawn with their faults, and the inputs that give an output.

// The page that `parallax lint --html` writes, inside this one. Its style is its own, so it lives in
// a shadow tree; the policy of this server allows no style in an element.
const shadow = by("drawn").attachShadow({ mode: "open" });

function draw(text) {
  const page = new DOMParser().parseFromString(text, "text/html"), style = new CSSStyleSheet();
  style.replaceSync(page.querySelector("style").textContent);
  shadow.adoptedStyleSheets = [style];
  page.querySelector("h1").remove();
  // A single file needs no name.
  page.querySelector("h2").remove();
  shadow.replaceChildren(...[...page.body.childNodes].map(node => document.adoptNode(node)));
  // Tables wider than the window scroll by keys, too.
  shadow.querySelectorAll("table").forEach(table => { table.tabIndex = 0; });
}

// Only the last question is answered.
let asked = 0;
async function ask(body, show) {
  const number = ++asked;
  say("checking …");
  try {
    const answer = await send("/api/lint", { instance: by("instance").value, ...body });
    if (number === asked) show(answer);
  } catch (fault) {
    if (number === asked) say(fault.message, "bad");
  }
}

function check() {
  // Browsers refuse addresses of megabytes.
  const text = by("instance").value;
  history.replaceState(null, "", text.length < 100000 ? carry("/tables", text) : "/tables");
  shadow.replaceChildren();
  by("search").classList.add("hidden");
  ask({}, ({ text }) => {
    draw(text);
    by("search").classList.remove("hidden");
    const faults = shadow.querySelectorAll("tr.gap, tr.overlap, tr.dead, tr.shadowed").length;
    const open = [...shadow.querySelectorAll("p.open")].length;
    const rest = open ? `; ${many(open, "remark")} on what was not checked` : "";
    const number = shadow.querySelectorAll("table").length;
    say(`${many(number, "table")}: ${faults ? many(faults, "marked row") : "no faults found"}${rest}`, faults || open ? "" : "good");
  });
}

// A line of the search in words: inputs, what a second engine says of them, or what is open.
function sentence({ open, confirmed, complete, inputs, example, output }) {
  if (open) return `not answered: ${open}`;
  if (confirmed) {
    if (confirmed.answer !== "yes") return `${output}: ${confirmed.answer === "no" ? "refuted" : "not confirmed"}: ${confirmed.reason}`;
    return `${output}: confirmed by ${confirmed.engines.join(" and ")}${complete ? ": these inputs and no others" : ""}`;
  }
  const cells = inputs.map(([name, cell]) => `${name}: ${cell}`).join(", ") || "any inputs";
  return `${output}: ${cells}; for example ${example.map(([name, value]) => `${name} = ${value}`).join(", ")}`;
}

function find(wanted) {
  ask({ find: wanted }, ({ ranges }) => {
    const number = ranges.filter(range => range.inputs).length;
    say(number ? many(number, "range") + " of inputs" : "no constant output is that", "", ranges.map(sentence));
  });
}

by("ask").onsubmit = event => { event.preventDefault(); check(); };
by("search").onsubmit = event => { event.preventDefault(); find(by("find").value); };
by("file").onchange = async () => {
  const [file] = by("file").files;
  if (file) { by("instance").value = await file.text(); check(); }
};
by("example").onclick = () => { by("instance").value = EXAMPLE; check(); };

const EXAMPLE = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="loan">
  <decision name="risk"><decisionTable hitPolicy="UNIQUE">
    <input><inputExpression typeRef="number"><text>income</text></inputExpression></input>
    <input><inputExpression typeRef="boolean"><text>employed</text></inputExpression></input>
    <output name="risk" typeRef="string"/>
    <rule><inputEntry><text>&lt; 20000</text></inputEntry><inputEntry><text>-</text></inputEntry>
      <outputEntry><text>"high"</text></outputEntry></rule>
    <rule><inputEntry><text>[20000..50000]</text></inputEntry><inputEntry><text>true</text></inputEntry>
      <outputEntry><text>"medium"</text></outputEntry></rule>
    <rule><inputEntry><text>&gt;= 50000</text></inputEntry><inputEntry><text>-</text></inputEntry>
      <outputEntry><text>"low"</text></outputEntry></rule>
  </decisionTable></decision>
</definitions>
`;

const given = carried();
if (given) { by("instance").value = given; check(); }
