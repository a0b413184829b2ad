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
