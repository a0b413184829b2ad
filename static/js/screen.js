// What the browser or the system does for us where it can: full screen, the clipboard.

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

export async function copy(link) {
  await navigator.clipboard.writeText(link.href);
  (link.querySelector('span') ?? link).textContent = link.dataset.copied;
  byId('live').textContent = link.dataset.copied;
}
