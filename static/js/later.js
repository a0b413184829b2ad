// What most visits never need is fetched when it is needed first. Without it the game goes on.

import { choices } from './board.js';

const doNothing = () => {};

/** `name`: a sound of the table's; heard only by who has asked for sounds. */
export function play(name) {
  if (choices.sound === 'on') import('./sound.js').then(({ sound }) => sound(name)).catch(doNothing);
}

export function celebrate(board, motion) {
  import('./celebration.js').then((show) => show.celebrate(board, motion)).catch(doNothing);
}

/** The settings open over the table; where that fails, their own page does. */
export function offerSettings() {
  // there, they are on the page
  if (document.querySelector('form.settings')) import('./settings.js');
  document.addEventListener('click', (event) => {
    const link = event.target.closest('#open-settings');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    import('./settings.js')
      .then(({ openSettings }) => openSettings(link.href))
      .catch(() => location.assign(link.href));
  });
}
