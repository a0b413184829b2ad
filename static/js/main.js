// The script of the site's table. The server knows the rules and the game; all this does ends in
// presses of the real buttons.

import * as arrivals from './arrivals.js';
import { createAway } from './away.js';
import { byId, table } from './board.js';
import { startClock } from './clock.js';
import * as game from './game.js';
import { mayKeep } from './keeping.js';
import { listenForOffers, offerScreen } from './later.js';
import * as words from './words.js';

function start() {
  const { moved } = table.dataset;
  const away = createAway(moved ? Math.max(Date.now() - moved * 1000, 0) : 0);
  game.listen(away, (isRefused) => {
    showAddress();
    words.answered(isRefused);
  });
  startClock(away);
  words.listen();
  offerScreen();
  listenForOffers(away);
  byId('menu').addEventListener('click', ({ target, currentTarget }) => {
    // before what opens over the table, so that the focus comes back to the button of the menu
    if (target.closest('[form=table], #type, #say, #show-keys, #open-settings, #share')) currentTarget.hidePopover();
  });

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

game.startUnpicked(start);
