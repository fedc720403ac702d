"use strict";
// The cards on the table, as buttons.
const KEYS = "abcdefghijklmnopqrstu";

// Makes a card as a button; a key of the keyboard also chooses it.
function face(card, place, choose) {
  const button = make("button", undefined, "face");
  const key = KEYS[place].toUpperCase();
  const picture = setCard(card.values, card.number, 1);
  if (picture) {
    const svg = picture.firstChild;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.setAttribute("aria-hidden", "true");
    button.append(svg);
  }
  button.append(make("kbd", key));
  button.type = "button";
  button.dataset.card = card.number;
  button.setAttribute("aria-label", `${key}: ${card.words}`);
  button.setAttribute("aria-pressed", "false");
  button.title = card.words;
  button.onclick = () => choose(card.number);
  return button;
}

const faceOf = number => document.querySelector(`.face[data-card="${number}"]`);
