// Cards fly to where they have come to lie: each starts from where it was last seen. The page is
// never behind: a card in flight lies at its true place already, for pointers too.

import { board, choices } from './board.js';
import { placeOf, shift } from './place.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
/** Milliseconds; no flight is longer. */
const LANDED = 60_000;

export const isAnimated = () => choices.motion === 'on' || (choices.motion !== 'off' && !calm.matches);

const tokens = getComputedStyle(board);
const quick = tokens.getPropertyValue('--quick');
const timing = {
  duration: parseFloat(quick) * (quick.endsWith('ms') ? 1 : 1000),
  easing: tokens.getPropertyValue('--ease'),
  fill: 'backwards',
};
export const { duration } = timing;
const half = duration / 2;
const flights = new Map();
export const ghosts = board.querySelector('.felt').appendChild(document.createElement('div'));
ghosts.className = 'ghosts';
ghosts.inert = true;
let isChanging = false;
let isShow = false;
let pressed = null;

export function stop(item) {
  flights.get(item)?.cancel();
  flights.delete(item);
  item.classList.remove('flying');
}

function start(item, frames, options) {
  stop(item);
  const flight = item.animate(frames, { ...timing, ...options });
  flights.set(item, flight);
  item.classList.add('flying');
  flight.onfinish = () => flights.get(item) === flight && stop(item);
}

/** From so far beside its place. */
export function fly(item, x, y, delay = 0) {
  const rest = item.style.transform;
  // less is not seen
  if (Math.hypot(x, y) >= 1) start(item, { transform: [`${shift(x, y)} ${rest}`, rest || 'none'] }, { delay });
}

export const glide = (old, now, _, delay) => fly(now.item, old.x - now.x, old.y - now.y, delay);

/** Changes where things are drawn, and lets those that it moves go there in time. */
export function change(items, write) {
  if (isChanging || !isAnimated()) return write();
  const before = items.map(placeOf);
  items.forEach(stop);
  isChanging = true;
  write();
  isChanging = false;
  const after = items.map(placeOf);
  items.forEach((item, i) => fly(item, before[i].x - after[i].x, before[i].y - after[i].y));
}

/** Shows for a time what the page no longer has; what it does begins at its `place`. */
function ghost({ face, x, y }, origin, frames, options) {
  const copy = face.cloneNode(true);
  const base = shift(x - origin.x, y - origin.y);
  const transform = frames.transform.map((one) => `${base} ${one}`);
  // neither to be found nor to be lifted
  copy.id = copy.name = '';
  copy.style.transform = transform[0];
  ghosts.append(copy);
  copy.animate({ ...frames, transform }, { ...timing, ...options }).onfinish = () => copy.remove();
}

/** A card that others have covered by the time it arrives. */
export const vanish = (old, now, origin, delay) =>
  ghost(old, origin, { transform: [shift(0, 0), shift(now.x - old.x, now.y - old.y)] }, { delay });

/** One side is seen on the first half of the way, the other on the second. */
export function turn(old, now, origin, delay = 0) {
  const [x, y] = [(now.x - old.x) / 2, (now.y - old.y) / 2];
  const first = { transform: [shift(0, 0), `${shift(x, y)} scaleX(0)`] };
  const second = { transform: [`${shift(-x, -y)} scaleX(0)`, shift(0, 0)] };
  const landing = { delay: delay + half, duration: half, easing: 'ease-out' };
  ghost(old, origin, first, { delay, duration: half, easing: 'ease-in' });
  if (now.item) start(now.item, second, landing);
  else ghost(now, origin, second, landing);
}

/** What would lie under a pointer if all had landed: for the time of a look, it has. */
function lying({ clientX, clientY }) {
  const times = [...flights.values()].map((flight) => [flight, flight.currentTime]);
  for (const [flight] of times) flight.currentTime = LANDED;
  const found = document.elementFromPoint(clientX, clientY);
  for (const [flight, time] of times) flight.currentTime = time;
  return found;
}

/** What a pointer came down on: a click that ends elsewhere, because things fly, means that. */
export function under({ target, type, detail }) {
  const isKey = type === 'click' && !detail;
  return !isKey && pressed?.isConnected ? pressed : target;
}

function stopAll() {
  isShow = false;
  [...flights.keys()].forEach(stop);
  ghosts.replaceChildren();
}

/** What moves for its own sake is ended by any press. */
function onPress(event) {
  pressed = flights.size && event.type === 'pointerdown' ? lying(event) : null;
  if (isShow) stopAll();
}

document.addEventListener('pointerdown', onPress, true);
document.addEventListener('keydown', onPress, true);

/** From now on what moves does so for its own sake. */
export function show() {
  isShow = true;
}

/** What a show is made with. */
export const stage = { ghosts, ghost, start, show };
