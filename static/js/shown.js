// A stored win on the board: fetches the page of the step that is asked for and shows what differs.
// Without it the links lead from page to page.

import * as arrivals from './arrivals.js';
import { board, byId, strip } from './board.js';

/** Milliseconds from one step to the next. */
const PACE = 1000;
const WAYS = ['first', 'back', 'next', 'last'];
const KEYS = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last' };
const TEXTS = ['#said', '#status .moves'];
const FIELDS = ['#step', '.languages [name=page]'];
const button = byId('play');
let isPlaying = false;
let timer = 0;
let isAsking = false;

function play(wanted) {
  isPlaying = wanted && byId('next').hasAttribute('href');
  clearTimeout(timer);
  if (isPlaying) timer = setTimeout(playOn, PACE);
  button.setAttribute('aria-pressed', String(isPlaying));
  button.querySelector('span').textContent = isPlaying ? button.dataset.pause : button.dataset.play;
  // a sentence a second is too much to be heard
  byId('said').setAttribute('aria-live', isPlaying ? 'off' : 'polite');
}

async function playOn() {
  await go('next');
  play(isPlaying);
}

async function go(way) {
  const { href } = byId(way);
  if (!href || isAsking) return;
  isAsking = true;
  try {
    const answer = await fetch(href);
    if (!answer.ok) throw new Error(String(answer.status));
    show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    history.replaceState(history.state, '', href);
  } catch {
    // the line says nothing new: the step can be asked for again
    play(false);
  } finally {
    isAsking = false;
  }
}

function show(page) {
  const pairs = [...board.querySelectorAll('.pile')].map((pile) => [pile, page.getElementById(pile.id)]);
  arrivals.beforeSwap(pairs.map(([pile]) => pile), []);
  for (const [pile, now] of pairs) {
    strip(pile);
    if (pile.isEqualNode(now)) continue;
    pile.className = now.className;
    pile.replaceChildren(...now.childNodes);
  }
  arrivals.afterSwap(() => {
    for (const way of WAYS) copyTo(byId(way), page.getElementById(way));
    for (const text of TEXTS) document.querySelector(text).textContent = page.querySelector(text).textContent;
    for (const field of FIELDS) document.querySelector(field).value = page.querySelector(field).value;
    document.title = page.title;
  });
}

function copyTo(link, now) {
  for (const name of ['href', 'role', 'aria-disabled']) {
    if (now.hasAttribute(name)) link.setAttribute(name, now.getAttribute(name));
    else link.removeAttribute(name);
  }
}

button.hidden = false;
button.addEventListener('click', () => play(!isPlaying));
board.addEventListener('click', () => play(!isPlaying));
byId('controls').addEventListener('click', (event) => {
  const way = event.target.closest('a')?.id;
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  play(false);
  go(way);
});
document.addEventListener('keydown', (event) => {
  const way = KEYS[event.key];
  // a space on a button presses that
  const isToggle = event.key === ' ' && !event.target.closest('.control, .languages');
  if (!(way || isToggle) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  play(!way && !isPlaying);
  if (way) go(way);
});
document.addEventListener('visibilitychange', () => document.hidden && play(false));
