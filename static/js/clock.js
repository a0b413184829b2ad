// The time played: what the server has counted up to the last answer, and what has passed since.

import { byId } from './board.js';

/** As the server counts: who looks at one position for longer is not playing. Milliseconds. */
const LONGEST_THOUGHT = 300_000;

/** `before`: milliseconds between the last move and this page. */
export function createClock(away, before) {
  let counted = performance.now() - before;
  let timer = null;

  /** Shows the time and comes back when it changes; nothing wakes up while the clock stands. */
  function show() {
    clearTimeout(timer);
    const { seconds, version } = byId('status').dataset;
    if (!seconds || !Number(version) || byId('ending').matches('.won')) return;
    const passed = Math.min(performance.now() - counted - away.milliseconds(), LONGEST_THOUGHT);
    byId('clock').textContent = asText(Number(seconds) + Math.floor(passed / 1000));
    if (!away.isAway() && passed < LONGEST_THOUGHT) timer = setTimeout(show, 1000 - (passed % 1000));
  }

  document.addEventListener('away:change', show);
  show();
  return {
    /** The server has counted up to here. */
    answered: () => {
      counted = performance.now();
      show();
    },
  };
}

/** `4:05`, or `1:04:05` from an hour on. */
function asText(seconds) {
  const parts = [seconds / 60, seconds % 60];
  if (parts[0] >= 60) parts.splice(0, 1, seconds / 3600, (seconds / 60) % 60);
  return parts.map((part, at) => String(Math.floor(part)).padStart(at && 2, '0')).join(':');
}

/** Takes the cards out of sight, for screen readers too, until one goes on. */
export function offerPause(away) {
  const button = byId('pause');
  const curtain = byId('paused');
  button.hidden = false;
  button.addEventListener('click', () => {
    curtain.showModal();
    away.tell('paused', true);
  });
  curtain.addEventListener('close', () => {
    away.tell('paused', false);
    // it was opened from the menu, which has closed meanwhile
    if (document.activeElement === document.body) byId('open-menu').focus();
  });
  curtain.addEventListener('click', () => curtain.close());
  curtain.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'p') return;
    event.stopPropagation();
    curtain.close();
  });
}
