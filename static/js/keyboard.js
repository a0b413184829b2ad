// One tab stop for the whole board, arrows within it, the focus put back after a swap; letters.

import { board, byId, choices, isLiftable, pileOf, supply, topOf } from './board.js';
import * as drag from './drag.js';
import { digitOf, jumps } from './jumps.js';
import * as picking from './picking.js';
import * as queue from './queue.js';

let last = null;
let wasHere = false;
let followed = null;
let stop = null;

/** Swaps take tabindex off: it is set again after each. Without script every button is a stop. */
export function refresh() {
  for (const button of board.querySelectorAll('.pile button:not([tabindex])')) button.tabIndex = -1;
  if (!board.contains(stop)) stop = lastNow() ?? firstNow();
  stop.tabIndex = 0;
}

/** What had the focus last: the card wherever it lies now, else the top of its pile. */
const lastNow = () => last && (byId(last.id) ?? topOf(byId(last.pile)));

const firstNow = () => [...board.querySelectorAll('.card')].find(isLiftable) ?? board.querySelector('.place');

/** `card`: the id of one that the focus is to follow. */
export function beforeSwap(card) {
  const { activeElement } = document;
  followed = card;
  wasHere = board.contains(activeElement);
  // the swap removes it, and Chromium lays out the whole page when it finds the focus in there; where
  // the focus shows it stays, so that it goes on showing
  if (card && !activeElement.matches(':focus-visible')) activeElement.blur();
}

/** Puts the focus back. */
export function afterSwap() {
  const card = byId(followed);
  if (card) card.focus();
  else if (wasHere && !board.contains(document.activeElement)) (lastNow() ?? firstNow()).focus({ preventScroll: true });
}

function listenForSteps() {
  board.addEventListener('focusin', (event) => {
    if (!pileOf(event.target)) return;
    last = { id: event.target.id, pile: pileOf(event.target).id };
    stop.tabIndex = -1;
    stop = event.target;
    stop.tabIndex = 0;
  });
  board.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !pileOf(event.target)) return;
    const next = STEPS[event.key]?.(event.target);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  refresh();
}

/** The cards of a pile that the arrows stop at: of a column all that lie open, else what is of use. */
function stopsOf(pile) {
  const top = topOf(pile);
  const cards = [...pile.querySelectorAll('.card')];
  const isColumn = pile.matches('.tableau');
  const stops = cards.filter((card) => isColumn || card === top || isLiftable(card));
  return stops.length ? stops : [top];
}

const STEPS = {
  ArrowLeft: (from) => nextFrom(from, -1, true),
  ArrowRight: (from) => nextFrom(from, 1, true),
  ArrowUp: (from) => withinPile(from, -1) ?? nextFrom(from, -1, false),
  ArrowDown: (from) => withinPile(from, 1) ?? nextFrom(from, 1, false),
  Home: (from) => stopsOf(pileOf(from))[0],
  End: (from) => stopsOf(pileOf(from)).at(-1),
};

function withinPile(from, step) {
  const stops = stopsOf(pileOf(from));
  const at = stops.indexOf(from);
  return at < 0 ? null : stops[at + step];
}

/** The top of the next pile in or out of the row; places tell where a pile is, however long its fan. */
function nextFrom(from, step, isAcross) {
  const here = pileOf(from);
  const own = here.querySelector('.place').getBoundingClientRect();
  let next = null;
  let least = Infinity;
  for (const pile of board.querySelectorAll('.pile')) {
    const { left, top } = pile.querySelector('.place').getBoundingClientRect();
    const [dx, dy] = [left - own.left, top - own.top];
    const isRow = Math.abs(dy) < own.height / 2;
    const way = isAcross ? dx : dy;
    // the nearest row first, then what is nearest in it
    const far = isAcross ? Math.abs(dx) : Math.abs(dy) * 1e4 + Math.abs(dx);
    if (isRow === isAcross && way * step > 0 && far < least) [next, least] = [pile, far];
  }
  return next && topOf(next);
}

/** Each letter presses a real button, so a key can do nothing that a click cannot. */
export function listen() {
  listenForSteps();
  const press = (id) => () => queue.press(() => byId(id));
  const click = (id) => () => byId(id).click();
  const undo = press('undo');
  const redo = press('redo');
  const letters = {
    ...jumps,
    z: undo,
    Z: redo,
    d: () => queue.press(() => board.querySelector('.stock .place'), supply()),
    h: click('hint'),
    a: press('up'),
    n: click('new'),
    N: press('restart'),
    g: () => {
      byId('number').closest('[popover]')?.togglePopover(true);
      byId('number').focus();
      byId('number').select();
    },
    p: click('pause'),
    m: () => byId('typed').focus(),
    t: click('say'),
    '?': click('show-keys'),
  };
  const withControl = { z: undo, Z: redo, y: redo };

  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') {
      if (drag.isMoving()) drag.cancel();
      else picking.drop();
      return;
    }
    if (event.altKey || event.target.closest('input, textarea, select, [contenteditable]')) return;
    // the shift key decides, not Caps Lock
    const key = event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase();
    const plain = choices.letters === 'off' ? {} : letters;
    const table = event.ctrlKey || event.metaKey ? withControl : plain;
    const act = table[key] ?? table[digitOf(event)];
    if (!act) return;
    event.preventDefault();
    // a key held down goes on as fast as the answers come, not faster
    if (event.repeat && queue.isBusy()) return;
    act();
  });
}
