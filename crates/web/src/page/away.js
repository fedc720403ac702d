"use strict";
// Files and texts to take away.
const NAMES = { form: "instance.txt", dimacs: "instance.cnf", smtlib: "instance.smt2", opb: "instance.opb", svg: "picture.svg" };
const FORMS = { form: "its own form", "f-puzzles": "JSON of f-puzzles", "f-puzzles-link": "link of f-puzzles", tatham: "game ID of Tatham's puzzles", "puzz.link": "address of puzz.link", iss: "constraint string of ISS", svg: "picture (SVG)" };

// The forms in which this instance can perhaps be copied.
function forms(read) {
  const names = ["form", ...read.forms.filter(name => name !== "plain"), "svg"];
  by("form").replaceChildren(...names.map(name => {
    const option = make("option", FORMS[name] || name);
    option.value = name;
    return option;
  }));
  by("copied").classList.add("hidden");
}

async function take(to) {
  try {
    const { text: content } = await send("/api/export", { ...subject(), to });
    saveFile(NAMES[to], content);
    say(`${NAMES[to]}: ${content.length.toLocaleString("en")} characters`, "good");
  } catch (fault) { say(fault.message, "bad"); }
}

// Copies a form of the instance. Where the browser does not let a page copy, the text is shown.
async function copy() {
  const to = by("form").value;
  by("copied").classList.add("hidden");
  try {
    const content = (await send("/api/export", { ...subject(), to })).text.trimEnd() + (to === "form" ? "\n" : "");
    try {
      await navigator.clipboard.writeText(content);
      say(`${FORMS[to] || to}: ${content.length.toLocaleString("en")} characters copied`, "good");
    } catch {
      by("copied").value = content;
      by("copied").classList.remove("hidden");
      by("copied").select();
      say("The browser does not copy for this page; the text is selected below.");
    }
  } catch (fault) { say(fault.message, "bad"); }
}

by("copy").onclick = copy;
document.querySelectorAll("[data-to]").forEach(own => { own.onclick = () => take(own.dataset.to); });
