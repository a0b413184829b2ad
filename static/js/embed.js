// The script of a board in another site's page: the table's, without what stands around it there.

import * as arrivals from './arrivals.js';
import { createAway } from './away.js';
import { board, byId, strip, table } from './board.js';
import * as drag from './drag.js';
import * as focus from './keyboard.js';
import { celebrate } from './later.js';
import { isAnimated, nudge, stage } from './motion.js';
import * as overlay from './overlay.js';
import * as picking from './picking.js';
import * as queue from './queue.js';

function start() {
  queue.listen(createAway(0));
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
    arrivals.afterSwap(() => {
      overlay.show();
      picking.refresh();
      drag.refresh();
      focus.refresh(piles);
      focus.afterSwap();
    });
    if (isRefused && isAnimated()) nudge(pending);
    const won = byId('ending').matches('.won');
    if (won && !hasWon) celebrate(board, stage, isAnimated());
    hasWon = won;
    showAddress();
  });
  window.addEventListener('resize', overlay.show);
  byId('menu').addEventListener('click', ({ currentTarget }) => currentTarget.hidePopover());
}

/** Nothing else remembers the game: a reload of the frame must find it. */
function showAddress() {
  const { log, ply, version } = table.elements;
  if (!log) return;
  const carried = { log: log.value, ply: ply.value, version: version.value };
  history.replaceState(null, '', `${table.dataset.deal}?${new URLSearchParams(carried)}`);
}

const here = new URL(location.href);
if (here.searchParams.has('pick')) {
  // picked before this script had loaded: a page with picks of the server's making has other buttons
  here.searchParams.delete('pick');
  location.replace(here);
} else {
  start();
}
