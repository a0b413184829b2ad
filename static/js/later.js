// What most visits never need is fetched when it is needed first. Without it the game goes on.

import { byId, choices } from './board.js';

const doNothing = () => {};

/** `name`: a sound of the table's; heard only by who has asked for sounds. */
export function play(name) {
  if (choices.sound === 'on') import('./sound.js').then(({ sound }) => sound(name)).catch(doNothing);
}

export function celebrate(board, motion) {
  import('./celebration.js').then((show) => show.celebrate(board, motion)).catch(doNothing);
}

/** Without script, or where it cannot be had, these links lead somewhere. */
const OFFERS = {
  '#open-settings': async ({ href }) => (await import('./settings.js')).openSettings(href),
  '[data-copied]': async (link) => (await import('./screen.js')).copy(link),
  '#full': async () => (await import('./screen.js')).toggleFullScreen(),
  '#share': async (button) => (await import('./screen.js')).share(button),
};

export function listenForOffers() {
  // on their own page, the settings are there already
  if (document.querySelector('form.settings')) import('./settings.js');
  document.addEventListener('click', (event) => {
    const [offer, act] = Object.entries(OFFERS).find(([one]) => event.target.closest(one)) ?? [];
    if (!offer || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const button = event.target.closest(offer);
    event.preventDefault();
    act(button).catch(() => button.href && location.assign(button.href));
  });
}

/** Shows the buttons of what this browser can do. */
export function offerScreen() {
  byId('full').hidden = !document.fullscreenEnabled;
  byId('share').hidden = !navigator.share;
}
