// What the browser or the system does for us where it can: full screen, the clipboard, sharing.

import { byId } from './board.js';

export function offerFullScreen() {
  const button = byId('full');
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener('click', () => {
    // refused or left again meanwhile: the button shows how it is
    if (document.fullscreenElement) document.exitFullscreen().catch(show);
    else document.documentElement.requestFullscreen().catch(show);
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
    const { text, link } = button.dataset;
    // closing the sheet is no fault
    navigator.share({ text: [text, ...resultOf(byId('ending'))].join(' '), url: new URL(link, location).href }).catch(() => {});
  });
  document.addEventListener('click', copyLink);
}

/** After a win, how it was won, in the words that the page has for it. */
function resultOf(ending) {
  return ending.matches('.won') ? [...ending.querySelectorAll('h2, h2 + p')].map((part) => part.textContent.trim()) : [];
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
