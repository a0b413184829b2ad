// What the browser or the system does for us where it can: full screen, the clipboard, sharing.

import { byId } from './board.js';

document.addEventListener('fullscreenchange', show);

export function toggleFullScreen() {
  // refused or left again meanwhile: the button shows how it is
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(show);
}

function show() {
  byId('full').setAttribute('aria-pressed', String(Boolean(document.fullscreenElement)));
}

export function share(button) {
  // after a win with how it was won, in the words that the page has for it
  const words = document.querySelectorAll('.ending.won > :is(h2, h2 + p)');
  const text = [button.dataset.text, ...Array.from(words, (part) => part.textContent.trim())].join(' ');
  // closing the sheet is no fault
  navigator.share({ text, url: byId('copy-deal').href }).catch(() => {});
}

export async function copy(link) {
  await navigator.clipboard.writeText(link.href);
  (link.querySelector('span') ?? link).textContent = link.dataset.copied;
  byId('live').textContent = link.dataset.copied;
}
