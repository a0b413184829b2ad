// What is needed beside the game, now and then.

import { byId } from './board.js';
import { pause } from './pause.js';
import { copy, toggleFullScreen } from './screen.js';
import { openSettings } from './settings.js';
import { offerSharing } from './sharing.js';
import { addSheets } from './sheets.js';

export { celebrate } from './celebration.js';
export { nudge } from './nudge.js';
export { sound } from './sound.js';

const ACTS = { 'open-settings': openSettings, 'show-keys': () => byId('keys').showModal(), full: toggleFullScreen, pause, share, 'share-win': share };

const sharing = byId('sharing');
if (sharing) offerSharing(sharing);

// of a game that only the address keeps the page has an older one
const ask = byId('ask');
const showAsk = () => (ask.search = location.search);
if (ask) {
  showAsk();
  byId('menu').addEventListener('toggle', showAsk);
}

/** Does what a button offers, or raises what keeps it from being done. */
export const accept = async (button, away) => (ACTS[button.id] ?? copy)(button, away);

/** The table in sentences, over the table. */
export const tell = (address) => showOver(address, 'told');

async function share() {
  // with the log, where the address has to carry it
  offerSharing(await showOver(`${byId('table').dataset.deal}/share${location.search}`, 'sharing'));
}

/** A part of another page, over the table. */
async function showOver(address, id) {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const part = page.getElementById(id);
  const title = byId('said-title');
  title.dataset.own ??= title.textContent;
  title.textContent = id === 'told' ? title.dataset.own : page.querySelector('h1').textContent;
  await addSheets(page);
  byId('said-text').replaceChildren(part);
  byId('said').showModal();
  return part;
}
