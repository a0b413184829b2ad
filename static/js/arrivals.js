// What an answer has moved, found by comparing where the cards were seen with where they lie now.
// It knows places, not rules.

import { board, pileOf } from './board.js';
import { duration, fly, ghosts, glide, isAnimated, show, stop, turn, vanish } from './motion.js';
import { placeOf } from './place.js';

// milliseconds
const STAGGER = 60;
const LONGEST_STAGGER = 480;
const DEAL_STAGGER = 18;
const LONGEST_DEAL = 900;

let before = null;

/** All that lies on some piles: cards by id, and whatever lies at a spot. */
function look(piles) {
  const cards = new Map();
  const spots = new Map();
  for (const pile of piles) {
    const items = [...pile.querySelectorAll('li')];
    items.forEach((item, at) => {
      const face = item.firstElementChild;
      const spot = `${pile.id} ${at}`;
      const seen = { ...placeOf(item), item, face, spot, at, pile: pile.id, above: items.length - at };
      spots.set(spot, seen);
      if (face.id) cards.set(face.id, seen);
    });
  }
  const place = board.querySelector('.stock > .place');
  const size = Number(board.querySelector('.stock > .count').textContent);
  const stock = { ...placeOf(place), face: place.querySelector('svg'), pile: 'stock' };
  return { piles, cards, spots, size, stock };
}

export function beforeSwap(changed, pending) {
  before = isAnimated() ? look(new Set([...changed, ...pending.map(pileOf)])) : null;
}

/** `write` draws what still waits; it belongs to the answer's change. */
export function afterSwap(write) {
  if (before) {
    for (const { item } of before.spots.values()) stop(item);
  }
  write();
  if (before) animate(before, look(before.piles));
  before = null;
}

function animate(old, now) {
  const origin = placeOf(ghosts);
  const ways = [];
  const go = (from, to, act, isNext = from.pile !== to.pile) => {
    const start = (delay) => act(from, to, origin, delay);
    if (isNext) ways.push({ from, to, start });
    else start();
  };
  comings(old, now, go);
  goings(old, now, go);
  inTurn(ways);
}

/** What lies there now. A card that was not seen before has turned, or was drawn. */
function comings(old, now, go) {
  let drawn = old.size - now.size;
  for (const seen of [...now.spots.values()].reverse()) {
    const was = old.cards.get(seen.face.id);
    const lay = old.spots.get(seen.spot);
    if (was) go(was, seen, glide);
    else if (lay && isFace(lay) !== isFace(seen)) go(lay, seen, turn);
    else if (isFace(seen) && drawn-- > 0) go({ ...old.stock, above: seen.at }, seen, turn);
  }
}

/** What no longer shows, unless it was turned over: gone into the stock, or covered. */
function goings(old, now, go) {
  for (const [id, was] of old.cards) {
    const lies = now.spots.get(was.spot);
    if (now.cards.has(id) || (lies && !isFace(lies))) continue;
    const cover = coverOf(was, old, now);
    if (now.size > old.size) go(was, now.stock, turn);
    else if (cover) go(was, cover, vanish);
  }
}

/** A new game is dealt, card after card. Nobody has to wait: any press ends it. */
export function deal() {
  if (!isAnimated()) return;
  const { spots, stock } = look(board.querySelectorAll('.pile'));
  const all = [...spots.values()].sort((a, b) => a.at - b.at);
  const step = Math.min(DEAL_STAGGER, (LONGEST_DEAL - duration) / all.length);
  all.forEach(({ item, x, y }, i) => fly(item, stock.x - x, stock.y - y, i * step));
  show();
}

const isFace = ({ face }) => Boolean(face.id);

/** Where a card lies that others of its suit have covered by now, if it went to a foundation. */
function coverOf(was, old, now) {
  const [, , suit] = was.face.classList;
  if (was.item.closest('.foundation, .waste')) return null;
  return [...now.cards].find(
    ([id, { face, item, pile }]) =>
      face.classList.contains(suit) && item.closest('.foundation') && old.cards.get(id)?.pile !== pile,
  )?.[1];
}

/** Cards that go the same way go together, all others one after the other, those on top first. */
function inTurn(ways) {
  ways.sort((a, b) => a.from.above - b.from.above);
  const groups = Map.groupBy(ways, ({ from, to }) =>
    from.item && to.item?.closest('.tableau') ? `${from.pile} ${to.pile}` : from,
  );
  const step = Math.min(STAGGER, LONGEST_STAGGER / groups.size);
  [...groups.values()].forEach((group, i) => group.forEach(({ start }) => start(i * step)));
}
