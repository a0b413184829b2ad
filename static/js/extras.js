// What is needed beside the game, now and then.

import { byId } from './board.js';
import { pause } from './pause.js';
import { copy, share, toggleFullScreen } from './screen.js';
import { openSettings } from './settings.js';

export { celebrate } from './celebration.js';
export { sound } from './sound.js';

const ACTS = { 'open-settings': openSettings, 'show-keys': () => byId('keys').showModal(), full: toggleFullScreen, pause, share };

/** Does what a button offers, or raises what keeps it from being done. */
export const accept = async (button, away) => (ACTS[button.id] ?? copy)(button, away);

/** The table in sentences, over the table. */
export async function tell(address) {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  byId('said-text').replaceChildren(page.getElementById('told'));
  byId('said').showModal();
}
