// Letters. Each presses a real button, so a key can do nothing that a click cannot.

import { byId } from './board.js';

export function listenForKeys(form, queue, picking, drag) {
  const press = (find) => () => queue.press(find);
  const undo = press(() => byId('undo'));
  const redo = press(() => byId('redo'));
  const letters = {
    z: undo,
    Z: redo,
    d: press(() => form.querySelector('.pile.stock .place')),
    a: press(() => byId('up')),
    n: () => byId('new').click(),
    N: press(() => byId('restart')),
    g: () => {
      byId('number').focus();
      byId('number').select();
    },
    '?': () => byId('keys').showModal(),
  };
  const withControl = { z: undo, Z: redo, y: redo };

  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') {
      if (drag.isMoving()) drag.cancel();
      else picking.drop();
      return;
    }
    if (event.altKey || event.target.closest('input, textarea, select, [contenteditable]')) return;
    // the shift key decides, not Caps Lock
    const key = event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase();
    const table = event.ctrlKey || event.metaKey ? withControl : letters;
    const act = Object.hasOwn(table, key) && table[key];
    if (!act) return;
    event.preventDefault();
    // a key held down goes on as fast as the answers come, not faster
    if (event.repeat && queue.isBusy()) return;
    act();
  });
}
