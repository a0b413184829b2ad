// The table's script. The server knows the rules and the game; this only lifts, drags, presses
// the real buttons and puts back what a swap has wiped off.

import * as arrivals from './arrivals.js';
import { createAway } from './away.js';
import { board, byId, strip, table } from './board.js';
import { startClock } from './clock.js';
import * as drag from './drag.js';
import { mayKeep } from './keeping.js';
import * as focus from './keyboard.js';
import { celebrate, listenForOffers, offerScreen, play } from './later.js';
import { isAnimated, nudge, stage } from './motion.js';
import * as overlay from './overlay.js';
import * as picking from './picking.js';
import * as queue from './queue.js';
import * as words from './words.js';

function start() {
  const { moved } = table.dataset;
  const away = createAway(moved ? Math.max(Date.now() - moved * 1000, 0) : 0);
  queue.listen(away);
  startClock(away);
  picking.listen();
  drag.listen();
  focus.listen();
  words.listen();
  offerScreen();
  listenForOffers(away);
  byId('menu').addEventListener('click', ({ target, currentTarget }) => {
    // before what opens over the table, so that the focus comes back to the button of the menu
    if (target.closest('[form=table], #type, #say, #show-keys, #open-settings, #share')) currentTarget.hidePopover();
  });

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
    showAddress();
    words.answered(isRefused);
  });
  window.addEventListener('resize', overlay.show);
  if (isFirstSight()) arrivals.deal();
}

/** Whether a new game has come: not one that is gone on with, or loaded again. */
const isFirstSight = () =>
  byId('undo').type === 'button' && performance.getEntriesByType('navigation')[0]?.type === 'navigate';

/** From here on the bar, and the switch of languages, name the deal that is being played. */
function showAddress() {
  const { log, ply, version } = table.elements;
  let address = table.dataset.deal;
  // nothing else remembers the game: a reload must find it
  if (log && (!byId('kept').hidden || !mayKeep())) {
    const carried = { log: log.value, ply: ply.value, version: version.value };
    address += `?${new URLSearchParams(carried)}`;
  }
  if (location.pathname + location.search !== address) history.replaceState(history.state, '', address);
  document.querySelector('.languages [name=page]').value = address;
  byId('open-settings').search = new URLSearchParams({ page: address });
}

// A page taken out of the browser's memory may be older than the game.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const here = new URL(location.href);
if (here.searchParams.has('pick')) {
  // picked before this script had loaded: a page with picks of the server's making has other buttons
  here.searchParams.delete('pick');
  location.replace(here);
} else {
  start();
}
