// The table's script. The server knows the rules and the game; this only lifts, drags, presses
// the real buttons and puts back what a swap has wiped off.

import { byId } from './board.js';
import { createDrag } from './drag.js';
import { createFocus, listenForKeys } from './keyboard.js';
import { createPicking } from './picking.js';
import { createQueue } from './queue.js';

function start(form) {
  const queue = createQueue(form);
  const picking = createPicking(form, queue);
  const board = byId('board');
  const drag = createDrag(board, picking, queue);
  const focus = createFocus(board);
  listenForKeys(board, queue, picking, drag);
  document.addEventListener('click', copyLink);

  form.addEventListener('htmx:before:swap', focus.beforeSwap);
  form.addEventListener('htmx:after:swap', () => {
    picking.refresh();
    drag.refresh();
    focus.afterSwap(picking.takeFollowed());
    // from here on the bar shows the deal that is being played
    const { deal } = form.dataset;
    if (location.pathname + location.search !== deal) history.replaceState(history.state, '', deal);
  });
}

async function copyLink(event) {
  const link = event.target.closest('#copy');
  // without a clipboard it stays a link, to be copied by hand
  if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(link.href);
    byId('live').textContent = link.dataset.copied;
  } catch {
    location.assign(link.href);
  }
}

// A page taken out of the browser's memory may be older than the game.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

const table = byId('table');
const here = new URL(location.href);
if (here.searchParams.has('pick')) {
  // picked before this script had loaded: a page with picks of the server's making has other buttons
  here.searchParams.delete('pick');
  location.replace(here);
} else if (table) {
  start(table);
}
