"use strict";
// What a person has done on each board, kept in this browser, by the text of the instance. The
// newest boards stay; where the browser keeps nothing, the page works without.
const BOARDS = 100, CHANGES = 300, PREFIX = "parallax board ";

// A short name of a text: 53 bits of it (cyrb53).
function shortName(text) {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    high = Math.imul(high ^ sign, 2654435761);
    low = Math.imul(low ^ sign, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

const boardKey = () => PREFIX + shortName(JSON.stringify(subject()));

// Keeps the state of the board; an untouched board needs no room.
function keepBoard() {
  if (!sheet) return;
  try {
    if (!sheet.past.length && !sheet.future.length) { localStorage.removeItem(boardKey()); return; }
    dropOldBoards();
  } catch { return; /* nothing is kept here */ }
  // Where the browser has no room for all changes, the entries are kept with fewer.
  for (const most of [CHANGES, 30, 0]) {
    try {
      localStorage.setItem(boardKey(), JSON.stringify({ ...sheet.snapshot(most), when: Date.now() }));
      return;
    } catch { /* the next is shorter */ }
  }
}

// Brings the kept state of the board back. Returns whether there is one.
function bringBoard() {
  try {
    const kept = JSON.parse(localStorage.getItem(boardKey()));
    return Boolean(kept) && sheet.restore(kept);
  } catch { return false; }
}

function dropOldBoards() {
  const keys = Object.keys(localStorage).filter(key => key.startsWith(PREFIX));
  if (keys.length < BOARDS) return;
  const when = key => { try { return JSON.parse(localStorage.getItem(key)).when || 0; } catch { return 0; } };
  keys.sort((one, other) => when(one) - when(other)).slice(0, keys.length - BOARDS + 1).forEach(key => localStorage.removeItem(key));
}

// A choice that holds for every board, such as whether marks are kept up.
function choice(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(`parallax ${name}`) === "true";
    localStorage.setItem(`parallax ${name}`, String(value));
  } catch { /* nothing is kept here */ }
  return Boolean(value);
}
