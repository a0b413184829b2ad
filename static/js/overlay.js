// Moves that wait for their answer, drawn as if it had come. The page stays as the server wrote it,
// so that no answer can find it changed: the cards are only shown where they will lie.

import { byId, pileOf, runOf } from './board.js';
import { change } from './motion.js';
import { placeOf, shift } from './place.js';

const claims = new Set();
let owners = new Map();

/** A card and those on it that are not drawn elsewhere. */
export function runNow(card) {
  const owner = owners.get(card.closest('li'));
  return runOf(card).filter((item) => owners.get(item) === owner);
}

/** Draws all that waits; the answers to what came before may have moved any of it. */
export function show() {
  for (const item of owners.keys()) {
    item.classList.remove('pending');
    item.style.transform = '';
  }
  owners = new Map();
  const drawn = [...claims].flatMap(standIns).map(([item, standIn]) => {
    const [here, there] = [item, standIn].map(placeOf);
    return [item, standIn, shift(there.x - here.x, there.y - here.y)];
  });
  for (const [item, standIn, transform] of drawn) {
    standIn.remove();
    item.classList.add('pending');
    item.style.transform = transform;
  }
}

/** The items of a claim, each with an empty one that lies where it will: the style sheet knows. */
function standIns(claim) {
  const card = byId(claim.id);
  const list = byId(claim.pile)?.querySelector('ol');
  if (!card || !list || list.contains(card)) return [];
  const run = runNow(card);
  for (const item of run) owners.set(item, claim);
  return run.map((item) => [item, list.appendChild(document.createElement('li'))]);
}

/** The name of the pile that an element is seen on. */
export const pileNow = (element) => owners.get(element.closest('li'))?.pile ?? pileOf(element).id;

/** Shows the card `claim.id`, and what lies on it, on the pile `claim.pile`. */
export function add(claim) {
  const run = runNow(byId(claim.id));
  claims.add(claim);
  change([...items(), ...run], show);
}

/** It will not come to pass: its cards go back. */
export function drop(claim) {
  claims.delete(claim);
  change(items(), show);
}

/** It has been answered: the page itself shows what came of it. */
export const settle = (claim) => claims.delete(claim);

export const items = () => [...owners.keys()];
