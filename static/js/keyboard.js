// One tab stop for the whole board, arrows within it, the focus put back after a swap; letters.

import { byId, choices, isLiftable, pileOf, supply, topOf } from './board.js';
import { createJumps, digitOf } from './jumps.js';

export function createFocus(board) {
  let last = null;
  let before = null;
  let followed = null;
  let stop = null;

  const buttons = () => [...board.querySelectorAll('.card, .place')];

  /** Swaps reset tabindex: it is set again after each. Without script every button is a stop. */
  function refresh() {
    const all = buttons();
    const current = all.find((one) => one === document.activeElement) ?? (last && find(last));
    stop = current ?? all.find(isLiftable) ?? all[0];
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
  }

  const noteOf = (element) => ({ id: element.id, pile: pileOf(element)?.id });

  /** Where that button is now: the card wherever it lies, else the top of its pile. */
  function find({ id, pile }) {
    const card = id ? byId(id) : null;
    if (card?.matches('.card, .place')) return card;
    const there = pile && byId(pile);
    return there ? topOf(there) : null;
  }

  /** `card`: the id of one that the focus is to follow. */
  function beforeSwap(card) {
    const { activeElement } = document;
    followed = card;
    before = board.contains(activeElement) ? noteOf(activeElement) : null;
  }

  function afterSwap() {
    const card = byId(followed);
    if (card?.matches('.card')) {
      card.focus();
    } else if (before && !board.contains(document.activeElement)) {
      (find(before) ?? (last && find(last)) ?? buttons()[0]).focus({ preventScroll: true });
    }
    refresh();
  }

  board.addEventListener('focusin', (event) => {
    if (!pileOf(event.target)) return;
    last = noteOf(event.target);
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
  return { beforeSwap, afterSwap };
}

/** The cards of a pile that the arrows stop at: of a column all that lie open, else what is of use. */
function stopsOf(pile) {
  const top = topOf(pile);
  const cards = [...pile.querySelectorAll('.card')];
  const isColumn = pile.classList.contains('tableau');
  const stops = cards.filter((card) => isColumn || card === top || isLiftable(card));
  return stops.length ? stops : [top];
}

const STEPS = {
  ArrowLeft: (from) => acrossFrom(from, -1),
  ArrowRight: (from) => acrossFrom(from, 1),
  ArrowUp: (from) => withinPile(from, -1) ?? rowFrom(from, -1),
  ArrowDown: (from) => withinPile(from, 1) ?? rowFrom(from, 1),
  Home: (from) => stopsOf(pileOf(from))[0],
  End: (from) => stopsOf(pileOf(from)).at(-1),
};

function withinPile(from, step) {
  const stops = stopsOf(pileOf(from));
  const at = stops.indexOf(from);
  return at < 0 ? null : stops[at + step];
}

/** The other piles, as seen from this one. Places tell where a pile is, however long its fan. */
function neighbours(from) {
  const here = pileOf(from);
  const own = here.querySelector('.place').getBoundingClientRect();
  return [...here.closest('.board').querySelectorAll('.pile')]
    .filter((pile) => pile !== here)
    .map((pile) => {
      const place = pile.querySelector('.place').getBoundingClientRect();
      return { pile, dx: place.left - own.left, dy: place.top - own.top, isRow: Math.abs(place.top - own.top) < own.height / 2 };
    });
}

function acrossFrom(from, step) {
  const row = neighbours(from).filter((one) => one.isRow && one.dx * step > 0);
  row.sort((a, b) => Math.abs(a.dx) - Math.abs(b.dx));
  return row.length ? topOf(row[0].pile) : null;
}

function rowFrom(from, step) {
  const piles = neighbours(from).filter((one) => !one.isRow && one.dy * step > 0);
  piles.sort((a, b) => Math.abs(a.dy) - Math.abs(b.dy) || Math.abs(a.dx) - Math.abs(b.dx));
  return piles.length ? topOf(piles[0].pile) : null;
}

/** Each letter presses a real button, so a key can do nothing that a click cannot. */
export function listenForKeys(board, queue, picking, drag) {
  const press = (find, piles) => () => queue.press(find, piles);
  const undo = press(() => byId('undo'));
  const redo = press(() => byId('redo'));
  const letters = {
    ...createJumps(board),
    z: undo,
    Z: redo,
    d: press(() => board.querySelector('.stock .place'), supply(board)),
    a: press(() => byId('up')),
    n: () => byId('new').click(),
    N: press(() => byId('restart')),
    g: () => {
      byId('number').closest('[popover]')?.togglePopover(true);
      byId('number').focus();
      byId('number').select();
    },
    p: () => byId('pause').click(),
    m: () => byId('typed').focus(),
    t: () => byId('say').click(),
    '?': () => byId('keys').showModal(),
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
    const act = Object.hasOwn(table, key) ? table[key] : table[digitOf(event)];
    if (!act) return;
    event.preventDefault();
    // a key held down goes on as fast as the answers come, not faster
    if (event.repeat && queue.isBusy()) return;
    act();
  });
}
