// What the browser or the system does for us where it can: full screen, the clipboard, sharing.

import { byId } from './board.js';

export function offerFullScreen() {
  const button = byId('full');
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener('click', () => {
    // refused or left again meanwhile: the button shows how it is
    const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(show);
  });
  document.addEventListener('fullscreenchange', show);

  function show() {
    button.setAttribute('aria-pressed', String(Boolean(document.fullscreenElement)));
  }
}

export function offerLinks() {
  const button = byId('share');
  button.hidden = !navigator.share;
  button.addEventListener('click', () => {
    // after a win with how it was won, in the words that the page has for it
    const words = document.querySelectorAll('.ending.won > :is(h2, h2 + p)');
    const text = [button.dataset.text, ...Array.from(words, (part) => part.textContent.trim())].join(' ');
    // closing the sheet is no fault
    navigator.share({ text, url: byId('copy-deal').href }).catch(() => {});
  });
  document.addEventListener('click', copyLink);
}

async function copyLink(event) {
  const link = event.target.closest('[data-copied]');
  // without a clipboard it stays a link, to be copied by hand
  if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(link.href);
    (link.querySelector('span') ?? link).textContent = link.dataset.copied;
    byId('live').textContent = link.dataset.copied;
  } catch {
    location.assign(link.href);
  }
}
