// Keys that lead to a pile: its top card gets the focus. Pressed again, to the next pile it means.

import { pileOf, topOf } from './board.js';

export function createJumps(board) {
  const jumps = {};

  function lead(key, piles) {
    jumps[key] = () => {
      const meant = [...board.querySelectorAll(piles)];
      const next = meant[(meant.indexOf(pileOf(document.activeElement)) + 1) % meant.length];
      if (next) topOf(next).focus();
    };
  }

  for (const kind of ['foundation', 'reserve', 'waste', 'stock']) lead(kind[0], `.${kind}`);
  for (let digit = 0; digit < 10; digit += 1) lead(digit, `.tableau:nth-child(10n + ${digit})`);
  return jumps;
}

/** The digit of a key in the upper row, which on a French keyboard types one with Shift alone. */
export const digitOf = (event) => event.code.match(/^Digit(.)/)?.[1];
