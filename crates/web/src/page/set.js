"use strict";
// The game. The server deals, judges and keeps the score; this page shows it.
let game, keys = [], you = 0, chosen = [], seen = performance.now(), watching, tier = 0;
// The seats in the game, kept in this browser: the host of a shared game has no address with a key.
const SEATS = "parallax game";
function keepSeats(shared) {
  try { localStorage.setItem(SEATS, JSON.stringify({ id: game.id, keys, you, shared, link: by("link").value })); } catch { /* nothing is kept here */ }
}

// Takes the seats of the last game again. Returns whether it goes on.
async function takeSeats() {
  try {
    const kept = JSON.parse(localStorage.getItem(SEATS));
    const state = kept && await send(`/api/games/${kept.id}`);
    if (!state || state.over) return false;
    [keys, you] = [kept.keys, kept.you];
    by("link").value = kept.link || "";
    by("share").classList.toggle("hidden", !kept.link);
    show(state, true);
    say("Your game goes on.");
    if (kept.shared) watch();
    return true;
  } catch { return false; }
}

const two = () => game.players.length === 2;
const onThisScreen = () => keys.length > 1;

async function deal(players, seed) {
  if (watching) watching.close();
  watching = undefined;
  const shared = players === "shared";
  const body = { players: players === "1" ? 1 : 2 };
  if (seed !== "") body.seed = Number(seed);
  try {
    const begun = await send("/api/games", body);
    keys = shared ? begun.keys.slice(0, 1) : begun.keys;
    you = 0;
    by("share").classList.toggle("hidden", !shared);
    by("link").value = shared ? `${location.origin}/?${new URLSearchParams({ game: begun.id, key: begun.keys[1], player: 2 })}` : "";
    history.replaceState(null, "", "/");
    say(players === "1" ? "Select three cards." : "Buzz when you see a set.");
    show(begun, true);
    keepSeats(shared);
    if (shared) watch();
  } catch (fault) { say(fault.message, "bad"); }
}

// Joins the game of a link.
async function join(id, key, player) {
  try {
    keys = [key];
    you = player - 1;
    show(await send(`/api/games/${id}`), true);
    say(`You are player ${player}. Buzz when you see a set.`);
    keepSeats(true);
    watch();
  } catch (fault) { say(`${fault.message}; deal a new one`, "bad"); }
}

// Follows a game that somebody else also plays.
function watch() {
  watching = new EventSource(`/api/games/${game.id}/events`);
  watching.addEventListener("state", event => {
    const state = JSON.parse(event.data), before = game.last && JSON.stringify(game.last), old = game.cards, buzz = game.buzz;
    show(state, state.turn !== game.turn);
    if (state.last && JSON.stringify(state.last) !== before) tellLast(old);
    else if (state.buzz && !buzz && state.buzz.player !== you) say(`Player ${state.buzz.player + 1} has buzzed.`);
  });
}

function show(state, changed) {
  game = state;
  seen = performance.now();
  if (changed) {
    chosen = [];
    tier = 0;
    // The place that had the focus keeps it.
    const at = [...by("table").children].indexOf(document.activeElement);
    by("table").style.setProperty("--rows", Math.max(2, Math.ceil(game.cards.length / 6)));
    by("table").replaceChildren(...game.cards.map((card, place) => face(card, place, choose)));
    if (at >= 0) (by("table").children[at] || by("table").lastElementChild)?.focus();
    by("verdict").textContent = "";
    by("effort").replaceChildren();
    by("solutions").replaceChildren();
    by("explain").href = carry("/explain", game.instance);
  }
  by("deck").textContent = `${many(game.left, "card")} in the deck`;
  by("scores").replaceChildren(...game.players.map(score));
  by("keys").classList.toggle("hidden", !(two() && onThisScreen()));
  by("more").disabled = game.over;
  marks();
  if (game.over) ended();
}

function score(player, place) {
  const box = make("div", undefined, "player"), mine = onThisScreen() || place === you;
  const name = two() ? `player ${place + 1}${!onThisScreen() && mine ? " (you)" : ""}: ` : "score: ";
  box.append(name, make("b", String(player.score)));
  const did = [[player.sets, "set"], [player.mistakes, "mistake"], [player.hints, "hint"]];
  if (player.shown) did.push([player.shown, "shown set"]);
  box.append(make("span", ` ${did.map(([number, what]) => many(number, what)).join(", ")} `, "soft"));
  if (two() && mine) {
    const buzz = make("button", onThisScreen() ? `Buzz (${place ? "0" : "1"})` : "Buzz (1)");
    buzz.type = "button";
    buzz.disabled = game.over || Boolean(game.buzz);
    buzz.onclick = () => act(place, { action: "buzz" });
    box.append(buzz);
  }
  box.classList.toggle("turn", Boolean(game.buzz) && game.buzz.player === place);
  return box;
}

function ended() {
  const [one, other] = game.players;
  const winner = !two() ? `${many(one.sets, "set")}, ${many(one.mistakes, "mistake")}` : one.score === other.score ? "a draw"
    : `player ${one.score > other.score ? 1 : 2} wins`;
  say(`The game is over after ${clock(game.seconds)}: ${winner}.`, "good", game.last ? game.last.lines : []);
}

function marks() {
  document.querySelectorAll(".face").forEach(button => {
    const on = chosen.includes(Number(button.dataset.card));
    button.setAttribute("aria-pressed", String(on));
  });
}
const mark = (kind, cards) => document.querySelectorAll(".face").forEach(button =>
  button.classList.toggle(kind, cards.includes(Number(button.dataset.card))));

// The player who acts: of two on one screen, the one who has buzzed.
const actor = () => onThisScreen() ? (game.buzz ? game.buzz.player : 0) : you;
const keyOf = player => onThisScreen() ? keys[player] : keys[0];

async function act(player, action) {
  const old = game.cards;
  try {
    const state = await send(`/api/games/${game.id}`, { key: keyOf(player), turn: game.turn, ...action });
    const changed = state.turn !== game.turn;
    show(state, changed);
    if (action.action === "buzz") say(`Player ${player + 1} has buzzed: select three cards.`);
    if (action.action === "claim" || action.action === "more") tellLast(old);
    return state;
  } catch (fault) {
    say(fault.message[0].toUpperCase() + fault.message.slice(1) + ".", "bad");
    if (fault.status === 409 || fault.status === 404) {
      chosen = [];
      try { show(await send(`/api/games/${game.id}`), true); } catch { /* the message stays */ }
    }
    return null;
  }
}

// Describes the last event, with its reason and its cards, which lay on the table `old`.
function tellLast(old) {
  const { last } = game;
  by("taken").replaceChildren();
  if (!last || game.over) return;
  const claimed = old && /set$/.test(last.kind) ? old.filter(card => last.cards.includes(card.words)) : [];
  by("taken").replaceChildren(...claimed.map(card => {
    const shown = make("span", undefined, "face"), svg = setCard(card.values, card.number, 1).firstChild;
    ["width", "height"].forEach(name => svg.removeAttribute(name));
    shown.append(svg, make("kbd", KEYS[card.number - 1].toUpperCase()));
    return shown;
  }));
  const who = two() ? `Player ${last.player + 1}: ` : "";
  const words = { set: "a set!", "no set": "no set.", late: "no claim in time.", more: "there was no set; three more cards.", "set left": "there is a set." }[last.kind];
  say(who ? who + words : words[0].toUpperCase() + words.slice(1), last.kind === "set" || last.kind === "more" ? "good" : "bad",
    last.kind === "set" || last.kind === "no set" ? last.lines.map(lettered) : []);
}

function choose(number) {
  if (game.over) return;
  if (two() && !(game.buzz && (onThisScreen() || game.buzz.player === you))) {
    say(game.buzz ? `Player ${game.buzz.player + 1} has buzzed.` : "Buzz before you claim.", "bad");
    return;
  }
  mark("wrong", []);
  chosen = chosen.includes(number) ? chosen.filter(card => card !== number) : [...chosen, number];
  marks();
  if (chosen.length < 3) return;
  const claim = chosen;
  chosen = [];
  act(actor(), { action: "claim", cards: claim }).then(state => {
    if (state && state.last && state.last.kind === "no set") mark("wrong", claim);
  });
}

// Cards by the letters that the page gives them.
const lettered = text => text.replace(/\bcard (\d+)/g, (_, number) => `card ${KEYS[number - 1].toUpperCase()}`);

// Two players on one screen buzz before they ask, so that it is known who asks.
const mayAsk = () => {
  const free = !two() || !onThisScreen() || Boolean(game.buzz);
  if (!free) say("Buzz first: the price is that of the player who asks.", "bad");
  return free;
};

async function hint(wanted) {
  if (!mayAsk()) return;
  tier = wanted;
  const state = await act(actor(), { action: "hint", tier: wanted, cards: chosen });
  if (!state || !state.hint) return;
  mark("wrong", []);
  const [first, ...rest] = state.hint.lines.map(lettered);
  mark(wanted > 2 ? "found" : "hinted", state.hint.choice);
  const short = first[0].toUpperCase() + first.slice(1) + ".";
  say(rest.length > 6 ? `${short} Every pair of cards misses its third.` : short, "", rest.length > 6 ? [] : rest);
}

const clock = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
setInterval(() => {
  if (!game) return;
  const since = (performance.now() - seen) / 1000;
  by("clock").textContent = clock(game.over ? game.seconds : game.seconds + since);
  if (!game.buzz) return;
  const left = game.buzz.seconds_left - since;
  if (left > 0) by("deck").textContent = `player ${game.buzz.player + 1}: ${Math.ceil(left)} s left`;
  else if (left > -5 && !watching) {
    game.buzz = null;
    send(`/api/games/${game.id}`).then(state => { show(state, false); tellLast(); }).catch(() => {});
  }
}, 250);

by("new").onsubmit = event => { event.preventDefault(); deal(by("players").value, by("seed").value); };
by("more").onclick = () => {
  if (two() && !game.buzz) say("Buzz before you say that there is no set.", "bad");
  else act(actor(), { action: "more" });
};
[1, 2, 4].forEach((wanted, place) => { by(`hint${place + 1}`).onclick = () => hint(wanted); });
by("clear").onclick = () => { chosen = []; marks(); mark("hinted", []); mark("found", []); };
by("link").onfocus = () => by("link").select();
document.addEventListener("keydown", event => {
  if (!game || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const place = KEYS.indexOf(event.key.toLowerCase());
  if (event.key === "Escape") by("clear").click();
  else if (event.key === "?") hint(tier === 0 ? 1 : tier === 1 ? 2 : 4);
  else if (event.key === "+") by("more").click();
  else if (two() && (event.key === "1" || event.key === "0")) act(onThisScreen() ? (event.key === "1" ? 0 : 1) : you, { action: "buzz" });
  else if (place >= 0 && place < game.cards.length && event.key.length === 1) choose(game.cards[place].number);
  else return;
  event.preventDefault();
});

patterns();
const link = new URLSearchParams(location.search);
if (link.get("game")) join(link.get("game"), link.get("key") || "", Number(link.get("player")) || 2);
else if (link.get("seed")) deal("1", link.get("seed"));
else takeSeats().then(goesOn => { if (!goesOn) deal("1", ""); });
