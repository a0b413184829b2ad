// Counts the time in which nobody can play: it is no played time. One count for the clock that is
// shown and for what the server is told with each press.

import { byId } from './board.js';

const version = () => byId('status').dataset.version;

/** `before`: milliseconds between the last move and this page. */
export function createAway(before) {
  const reasons = new Set();
  let counted = performance.now() - before;
  let total = before;
  let since = null;
  let known = version();

  const milliseconds = () => total + (since === null ? 0 : performance.now() - since);

  function restart(sum) {
    total = sum;
    since = reasons.size ? performance.now() : null;
    document.dispatchEvent(new Event('away:change'));
  }

  /** `reason` begins or ends; time is away while there is any. */
  function tell(reason, isAway) {
    const sum = milliseconds();
    reasons[isAway ? 'add' : 'delete'](reason);
    restart(sum);
  }

  const look = () => tell('hidden', document.hidden);
  const listen = () => tell('offline', !navigator.onLine);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', listen);
  window.addEventListener('offline', listen);
  look();
  listen();

  return {
    tell,
    isAway: () => reasons.size > 0,
    seconds: () => Math.round(milliseconds() / 1000),
    /** Milliseconds that the server has not counted yet. */
    played: () => performance.now() - counted - milliseconds(),
    /** If the press was made, the server has counted up to here. */
    answered: () => {
      const isMade = version() !== known;
      known = version();
      if (isMade) counted = performance.now();
      restart(isMade ? 0 : milliseconds());
    },
  };
}
