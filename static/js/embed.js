// The script of a board in another site's page: the table's, without what stands around it there.

import { createArrivals } from './arrivals.js';
import { createAway } from './away.js';
import { byId, strip } from './board.js';
import { createDrag } from './drag.js';
import { createFocus, listenForKeys } from './keyboard.js';
import { celebrate } from './later.js';
import { isAnimated, nudge, stage } from './motion.js';
import { createOverlay } from './overlay.js';
import { createPicking } from './picking.js';
import { createQueue } from './queue.js';

function start(form) {
  const board = byId('board');
  const queue = createQueue(form, createAway(0));
  const overlay = createOverlay();
  const arrivals = createArrivals(board);
  const picking = createPicking(form, queue, overlay);
  const drag = createDrag(board, picking, queue, overlay);
  const focus = createFocus(board);
  listenForKeys(board, queue, picking, drag);

  let hasWon = byId('ending').matches('.won');
  let piles = [];

  form.addEventListener('htmx:before:swap', ({ detail }) => {
    piles = detail.tasks.map(({ target }) => target).filter((target) => target?.matches?.('.pile'));
    focus.beforeSwap(picking.takeFollowed());
    arrivals.beforeSwap(piles, overlay.items());
    piles.forEach(strip);
  });
  form.addEventListener('htmx:after:swap', () => {
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
    showAddress(form);
  });
  window.addEventListener('resize', overlay.show);
  byId('menu').addEventListener('click', ({ currentTarget }) => currentTarget.hidePopover());
}

/** Nothing else remembers the game: a reload of the frame must find it. */
function showAddress(form) {
  const { log, ply, version } = form.elements;
  if (!log) return;
  const carried = { log: log.value, ply: ply.value, version: version.value };
  history.replaceState(null, '', `${form.dataset.deal}?${new URLSearchParams(carried)}`);
}

const here = new URL(location.href);
if (here.searchParams.has('pick')) {
  // picked before this script had loaded: a page with picks of the server's making has other buttons
  here.searchParams.delete('pick');
  location.replace(here);
} else {
  start(byId('table'));
}
