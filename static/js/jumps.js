// Keys that lead to a pile: its top card gets the focus. Pressed again, to the next pile it means.

import { board, pileOf, topOf } from './board.js';

/** `piles`: a selector. */
const lead = (piles) => () => {
  const meant = [...board.querySelectorAll(piles)];
  const next = meant[(meant.indexOf(pileOf(document.activeElement)) + 1) % meant.length];
  if (next) topOf(next).focus();
};

export const jumps = {
  ...Array.from({ length: 10 }, (_, digit) => lead(`.tableau:nth-child(10n + ${digit})`)),
  f: lead('.foundation'),
  r: lead('.reserve'),
  w: lead('.waste'),
  s: lead('.stock'),
};

/** The digit of a key in the upper row, which on a French keyboard types one with Shift alone. */
export const digitOf = (event) => event.code.match(/^Digit(.)/)?.[1];
