// What most visits never need is fetched when it is needed first. Without it the game goes on.

import { byId, choices } from './board.js';

const doNothing = () => {};
const later = (act, otherwise = doNothing) => import('./extras.js').then(act).catch(otherwise);

/** `name`: a sound of the table's; heard only by who has asked for sounds. */
export function play(name) {
  if (choices.sound === 'on') later(({ sound }) => sound(name));
}

/** Fetches what the ending offers, too, whether or not there is anything to see. */
export const celebrate = (board, stage, isSeen) =>
  later((extras) => isSeen && extras.celebrate(board, stage));

/** For cards that had to go back. */
export const nudge = (items, duration) => later((extras) => extras.nudge(items, duration));

/** The table in sentences, or the page that tells it. */
export const say = (address) => later(({ tell }) => tell(address), () => location.assign(address));

/** Shows the buttons of what this browser can do. */
export function offerScreen() {
  byId('pause').hidden = false;
  byId('show-keys').hidden = false;
  byId('full').hidden = !document.fullscreenEnabled;
}

export function listenForOffers(away) {
  document.addEventListener('click', (event) => {
    // some browsers let a page copy and share only at once
    if (event.target.closest('#open-menu')) later();
    const button = event.target.closest('#open-settings, #show-keys, #pause, #full, #share, #share-win, [data-copied]');
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // a link leads somewhere where nothing better can be had
    later(({ accept }) => accept(button, away), () => button.href && location.assign(button.href));
  });
}
