// A game that is played at a table, on the site or in a frame: all that listens there, and what
// every swap has wiped off and must be put back.

import * as arrivals from './arrivals.js';
import { board, byId, strip, table } from './board.js';
import * as drag from './drag.js';
import * as focus from './keyboard.js';
import { celebrate, play } from './later.js';
import { isAnimated, nudge, stage } from './motion.js';
import * as overlay from './overlay.js';
import * as picking from './picking.js';
import * as queue from './queue.js';

/** `answered` is told after each answer whether it refused the press. */
export function listen(away, answered) {
  queue.listen(away);
  picking.listen();
  drag.listen();
  focus.listen();

  let hasWon = byId('ending').matches('.won');
  let piles = [];

  table.addEventListener('htmx:before:swap', ({ detail }) => {
    piles = detail.tasks.map(({ target }) => target).filter((target) => target?.matches?.('.pile'));
    focus.beforeSwap(picking.takeFollowed());
    arrivals.beforeSwap(piles, overlay.items());
    piles.forEach(strip);
  });
  table.addEventListener('htmx:after:swap', () => {
    const isRefused = queue.takeAnswer();
    const pending = overlay.items();
    // all that is written comes before what is measured: the page is laid out once
    arrivals.afterSwap(() => {
      overlay.show();
      picking.refresh();
      drag.refresh();
      focus.refresh(piles);
      focus.afterSwap();
    });
    const won = byId('ending').matches('.won');
    if (isRefused && isAnimated()) nudge(pending);
    if (won && !hasWon) celebrate(board, stage, isAnimated());
    if (isRefused || won || !pending.length) play(isRefused ? 'refused' : won ? 'won' : 'turn');
    hasWon = won;
    answered(isRefused);
  });
  window.addEventListener('resize', overlay.show);
}

/** Picked before the script had loaded: a page with picks of the server's making has other buttons. */
export function startUnpicked(start) {
  const here = new URL(location.href);
  if (here.searchParams.has('pick')) {
    here.searchParams.delete('pick');
    location.replace(here);
  } else {
    start();
  }
}
