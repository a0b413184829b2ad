// A game that is played at a table, on the site or in a frame: all that listens there, and what
// every swap has wiped off and must be put back.

import * as arrivals from './arrivals.js';
import { board, byId, strip, table } from './board.js';
import * as drag from './drag.js';
import * as focus from './keyboard.js';
import { celebrate, nudge, play } from './later.js';
import { duration, isAnimated, stage } from './motion.js';
import * as overlay from './overlay.js';
import * as picking from './picking.js';
import * as queue from './queue.js';

const DRAWN = '.target, .pile:has(.pending, .flying, .carried, .picked)';

/** `answered` is told after each answer whether it refused the press. */
export function listen(away, answered) {
  queue.listen(away);
  picking.listen();
  drag.listen();
  focus.listen();

  let hasWon = byId('ending').matches('.won');
  let isRefused = false;

  table.addEventListener('htmx:before:swap', ({ detail: { tasks } }) => {
    const moved = [];
    for (const { target, swapSpec } of tasks) {
      // what is drawn elsewhere than the page says, or marked, is drawn anew at once
      if (target?.matches(DRAWN)) swapSpec.swap = 0;
      if (target?.matches('.pile') && !swapSpec.swap) moved.push(target);
    }
    isRefused = tasks.some(({ fragment }) => fragment.querySelector('.line')?.textContent);
    focus.beforeSwap(picking.takeFollowed());
    arrivals.beforeSwap(moved, overlay.items());
    moved.forEach(strip);
    // once these are in, and before anything is painted; all else comes in tasks of its own
    queueMicrotask(showMoved);
  });

  function showMoved() {
    queue.takeAnswer(isRefused);
    const pending = overlay.items();
    // all that is written comes before what is measured: the page is laid out once
    arrivals.afterSwap(() => {
      overlay.show();
      picking.refresh();
      drag.refresh();
      focus.afterSwap();
    });
    const won = byId('ending').matches('.won');
    if (isRefused && isAnimated()) nudge(pending, duration);
    if (won && !hasWon) celebrate(board, stage, isAnimated());
    hasWon = won;
  }

  table.addEventListener('htmx:after:swap', () => {
    if (isRefused || hasWon || !overlay.items().length) play(isRefused ? 'refused' : hasWon ? 'won' : 'turn');
    focus.refresh();
    away.answered();
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
