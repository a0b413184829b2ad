// Keys that lead to a pile: its top card gets the focus. Pressed again, to the next pile it means.

import { pileOf, topOf } from './board.js';

const KINDS = { f: 'foundation', r: 'reserve', w: 'waste', s: 'stock' };

export function createJumps(board) {
  const piles = (kind) => [...board.querySelectorAll(`.pile.${kind}`)];

  function jump(among) {
    const next = among[(among.indexOf(pileOf(document.activeElement)) + 1) % among.length];
    if (next) topOf(next).focus();
  }

  const jumps = {};
  for (const [key, kind] of Object.entries(KINDS)) jumps[key] = () => jump(piles(kind));
  for (let digit = 0; digit < 10; digit += 1) {
    jumps[digit] = () => jump(piles('tableau').filter((_, at) => (at + 1) % 10 === digit));
  }
  return jumps;
}

/** The digit of a key in the upper row, which on a French keyboard types one with Shift alone. */
export const digitOf = (event) => event.code.match(/^Digit(\d)$/)?.[1];
