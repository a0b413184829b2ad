// The time played: what the server has counted up to the last answer, and what has passed since.

import { byId } from './board.js';

/** As the server counts: who looks at one position for longer is not playing. Milliseconds. */
const LONGEST_THOUGHT = 300_000;

export function startClock(away) {
  let timer = null;

  /** Shows the time and comes back when it changes; nothing wakes up while the clock stands. */
  function show() {
    clearTimeout(timer);
    const { seconds } = byId('status').dataset;
    if (!seconds || byId('ending').matches('.won')) return;
    const passed = Math.min(away.played(), LONGEST_THOUGHT);
    byId('clock').textContent = asText(Number(seconds) + Math.floor(passed / 1000));
    if (!away.isAway() && passed < LONGEST_THOUGHT) timer = setTimeout(show, 1000 - (passed % 1000));
  }

  document.addEventListener('away:change', show);
  show();
}

/** `4:05`, or `1:04:05` from an hour on. */
function asText(seconds) {
  const minutes = Math.floor(seconds / 60);
  const parts = minutes < 60 ? [minutes] : [Math.floor(minutes / 60), minutes % 60];
  return [...parts, seconds % 60].map((part, at) => String(part).padStart(at && 2, '0')).join(':');
}
