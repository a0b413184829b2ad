// Moves that wait for their answer, drawn as if it had come. The page stays as the server wrote it,
// so that no answer can find it changed: the cards are only shown where they will lie.

import { byId, pileOf, runOf } from './board.js';
import { change } from './motion.js';
import { placeOf, shift } from './place.js';

export function createOverlay() {
  const claims = new Set();
  let owners = new Map();

  /** A card and those on it that are not drawn elsewhere. */
  function runNow(card) {
    const owner = owners.get(card.closest('li'));
    return runOf(card).filter((item) => owners.get(item) === owner);
  }

  /** Draws all that waits; the answers to what came before may have moved any of it. */
  function show() {
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

  return {
    runNow,
    show,
    /** The name of the pile that an element is seen on. */
    pileNow: (element) => owners.get(element.closest('li'))?.pile ?? pileOf(element).id,
    /** Shows the card `claim.id`, and what lies on it, on the pile `claim.pile`. */
    add(claim) {
      const run = runNow(byId(claim.id));
      claims.add(claim);
      change([...owners.keys(), ...run], show);
    },
    /** It will not come to pass: its cards go back. */
    drop(claim) {
      claims.delete(claim);
      change([...owners.keys()], show);
    },
    /** It has been answered: the page itself shows what came of it. */
    settle: (claim) => claims.delete(claim),
    items: () => [...owners.keys()],
  };
}
