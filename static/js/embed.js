// The script of a board in another site's page: the table's, without what stands around it there.

import { createAway } from './away.js';
import { byId, table } from './board.js';
import * as game from './game.js';

function start() {
  game.listen(createAway(0), showAddress);
  byId('menu').addEventListener('click', ({ currentTarget }) => currentTarget.hidePopover());
}

/** Nothing else remembers the game: a reload of the frame must find it. */
function showAddress() {
  const { log, ply, version } = table.elements;
  if (!log) return;
  const carried = { log: log.value, ply: ply.value, version: version.value };
  history.replaceState(null, '', `${table.dataset.deal}?${new URLSearchParams(carried)}`);
}

game.startUnpicked(start);
