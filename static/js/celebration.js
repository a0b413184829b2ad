// A game is won: the cards leave the foundations in one arc. Any key or tap ends it.

import { placeOf, shift } from './place.js';

const RANKS = 'A23456789TJQK';
const SHOWN = 40;
const STEPS = 8;

// milliseconds
const FLIGHT = 1500;
const STAGGER = 40;

export async function celebrate(board, stage) {
  // the last cards are to arrive first; meanwhile the game may have been taken up again
  await Promise.allSettled(board.getAnimations({ subtree: true }).map(({ finished }) => finished));
  if (!board.querySelector('.ending.won')) return;
  const tops = [...board.querySelectorAll('.foundation li:last-child')];
  const origin = placeOf(stage.ghosts);
  const { offsetWidth: width, offsetHeight: height } = stage.ghosts;
  const places = tops.map(placeOf);
  // those that leave first lie on top
  for (let i = SHOWN - 1; i >= 0; i -= 1) {
    const at = i % tops.length;
    const { x, y } = places[at];
    const face = lower(tops[at].firstElementChild, Math.floor(i / tops.length));
    const frames = arc(x - origin.x, y - origin.y, width, height);
    stage.ghost({ x, y, face }, origin, frames, { delay: i * STAGGER, duration: FLIGHT, easing: 'linear' });
  }
  for (const top of tops) stage.start(top, { opacity: [0, 0, 1] }, { duration: FLIGHT + SHOWN * STAGGER });
  stage.show();
}

/** Up a little, across to the other side and down, out of sight at the end. */
function arc(x, y, width, height) {
  const across = x > width / 2 ? -x : width - x;
  const times = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS);
  return {
    transform: times.map((t) => `${shift(across * t, (height - y) * t * t - height * 0.3 * t * (1 - t))} rotate(${t * Math.sign(across) * 0.5}turn)`),
    opacity: times.map((t) => Number(t < 1)),
  };
}

/** The card of the same suit that lies so many below it. */
function lower(card, ranks) {
  const copy = card.cloneNode(true);
  const use = copy.querySelector('use');
  const [, sheet, rank, suit] = /(.*#)(?:..-)?(.)(.)$/.exec(use.getAttribute('href'));
  const name = RANKS.at((RANKS.indexOf(rank) - ranks) % RANKS.length);
  const own = 'JQK'.includes(name) ? document.getElementById('table').dataset.courts ?? '' : '';
  use.setAttribute('href', sheet + own + name + suit);
  return copy;
}
