// Picking up a run and laying it down, by click, tap, Enter or Space: all of them are clicks.

import { byId, choices, isLiftable, moveText, pileOf, runOf, supply, targetsOf, topOf } from './board.js';
import { play } from './later.js';
import { under } from './motion.js';
import * as overlay from './overlay.js';
import * as queue from './queue.js';

const DOUBLE_MS = 400;
const DOUBLE_SLIP = 8;
const NARROW_STRIP = 24;

const mover = byId('mover');
let pickedId = null;
let lastPress = null;
let followed = null;
let shown = [];

export function pick(card) {
  pickedId = card.id;
  refresh();
}

export function drop() {
  pickedId = null;
  refresh();
}

/** Shows what is picked; after a swap, too, which has wiped it off and may have ended it. */
export function refresh() {
  for (const old of shown) {
    old.classList.remove('picked', 'target');
    old.removeAttribute('aria-pressed');
  }
  shown = [];
  const card = pickedId && byId(pickedId);
  if (!isLiftable(card)) {
    pickedId = null;
    return;
  }
  const run = runOf(card).map((item) => item.querySelector('.card'));
  const targets = targetsOf(card).map(byId);
  card.setAttribute('aria-pressed', 'true');
  for (const one of run) one.classList.add('picked');
  for (const pile of targets) pile.classList.add('target');
  shown = [...run, ...targets];
}

/**
 * Lays a card and what lies on it on a pile: at once as far as the eye can tell, and in truth if
 * that is possible when its turn comes. `from` had the focus, which then follows the card.
 */
export function move(card, target, from = card) {
  const claim = { id: card.id, pile: target };
  const { length } = overlay.runNow(card);
  const piles = [pileOf(card).id, target];
  const isSure = queue.isFree(...piles);
  const find = () => {
    const now = byId(claim.id);
    if (isLiftable(now) && runOf(now).length === length && targetsOf(now).includes(target)) {
      mover.value = moveText(now.value, target);
      followed = { id: claim.id, from };
      return mover;
    }
    overlay.drop(claim);
    return null;
  };
  overlay.add(claim);
  play('lay');
  drop();
  queue.press(find, isSure ? piles : null, () => overlay.settle(claim));
}

function onClick(event) {
  const pressed = under(event);
  const button = pressed.closest('.card, .place');
  if (button?.name === 'move') {
    // the stock, or a target in a page made without script: an ordinary submit
    drop();
    // unless a card flew over it, and the browser saw no click of the button's own
    if (!button.contains(event.target)) queue.press(() => button, supply());
  } else if (button || pressed.closest('.pile li')) {
    event.preventDefault();
    press({ button, id: button?.id, pile: overlay.pileNow(pressed), focus: document.activeElement, event });
  } else if (!pressed.closest('button, a, input, dialog')) {
    if (queue.isFree()) drop();
    else keep(drop);
  }
}

/** For when the answers are in that it depends on; all that follows waits behind it. */
const keep = (act) => queue.press(() => void act());

const keepPress = (spot) => keep(() => press({ ...spot, button: byId(spot.id) ?? topOf(byId(spot.pile)) }));

function press(spot) {
  const { event, focus } = spot;
  const picked = pickedId && byId(pickedId);
  if (!queue.isFree(spot.pile, ...(picked ? [pileOf(picked).id] : []))) {
    keepPress(spot);
    return;
  }
  const { button } = spot;
  // where it was pressed: meanwhile the card there may have gone elsewhere
  const pile = byId(spot.pile);
  if (picked && targetsOf(picked).includes(pile.id)) {
    lastPress = null;
    move(picked, pile.id, event.detail === 0 ? focus : picked);
    return;
  }
  const card = isLiftable(button) ? button : nearestCard(pile, event);
  // what is of no use may be of use once the answers are in
  const isUseful = picked ? pileOf(picked) === pile : card;
  if (!isUseful && queue.isBusy()) keepPress(spot);
  else if (card) pressCard(card, spot);
}

function pressCard(card, spot) {
  const { event, focus } = spot;
  const isSecond = isDouble(lastPress?.event, event);
  if (isSecond && lastPress.isSent) return;
  const isSame = isSecond && lastPress.id === card.id;
  const up = isSame && !card.closest('.foundation') && foundationOf(card);
  const isSent = choices.tap === 'send' && pickedId !== card.id && !card.closest('.foundation');
  const target = up || (isSent && bestOf(card));
  if (target && !queue.isFree(target)) {
    keepPress(spot);
    return;
  }
  lastPress = isSame ? null : { id: card.id, event, isSent: Boolean(target) };
  if (target) move(card, target, event.detail === 0 ? focus : card);
  else if (pickedId === card.id) drop();
  else pick(card);
}

export const listen = () => document.addEventListener('click', onClick);

/** The card that the focus is to follow to its new pile, once, unless it has gone elsewhere. */
export function takeFollowed() {
  const { from, id } = followed ?? {};
  followed = null;
  return from === document.activeElement ? id : null;
}

const foundationOf = (card) =>
  targetsOf(card).find((name) => byId(name)?.matches('.foundation'));

/** Where a card goes that is sent: never to where it would set the rank of all foundations. */
const bestOf = (card) => {
  const [best] = targetsOf(card);
  return byId(best)?.matches('[data-sets-base]') ? null : best;
};

/** Whether a press comes so soon after another, at the same place, that it belongs to it. */
function isDouble(last, event) {
  return (
    event.detail > 0 &&
    last &&
    event.timeStamp - last.timeStamp <= DOUBLE_MS &&
    Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) <= DOUBLE_SLIP
  );
}

/** What a finger meant that came down on a strip too narrow to aim at. */
function nearestCard(pile, event) {
  if (event.detail === 0 || event.pointerType === 'mouse') return null;
  const top = (element) => element.getBoundingClientRect().top;
  const items = [...pile.querySelectorAll('li')];
  const at = items.findLastIndex((item) => top(item) <= event.clientY);
  if (at < 0 || at === items.length - 1 || top(items[at + 1]) - top(items[at]) >= NARROW_STRIP) return null;
  const distance = (card) => Math.abs(top(card) - event.clientY);
  const cards = [...pile.querySelectorAll('.card')].filter(isLiftable);
  return cards.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}
