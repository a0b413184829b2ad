// Picking up a run and laying it down, by click, tap, Enter or Space: all of them are clicks.

import { byId, isLiftable, moveText, pileOf, runOf, targetsOf } from './board.js';

const DOUBLE_MS = 400;
const DOUBLE_SLIP = 8;
const NARROW_STRIP = 24;

export function createPicking(form, queue) {
  const mover = byId('mover');
  let pickedId = null;
  let lastPress = null;
  let followedId = null;

  function pick(card) {
    pickedId = card.id;
    refresh();
  }

  function drop() {
    pickedId = null;
    refresh();
  }

  /** Shows what is picked; after a swap, too, which has wiped it off and may have ended it. */
  function refresh() {
    for (const old of form.querySelectorAll('.picked, .target')) {
      old.classList.remove('picked', 'target');
      if (isLiftable(old)) old.removeAttribute('aria-pressed');
    }
    const card = pickedId && byId(pickedId);
    if (!isLiftable(card)) {
      pickedId = null;
      return;
    }
    card.setAttribute('aria-pressed', 'true');
    for (const item of runOf(card)) item.querySelector('.card').classList.add('picked');
    for (const name of targetsOf(card)) byId(name)?.classList.add('target');
  }

  /** Lays a card and what lies on it on a pile, if that is still possible when its turn comes. */
  function move(card, target, byKey = false) {
    const { id } = card;
    const { length } = runOf(card);
    queue.press(() => {
      const now = byId(id);
      if (!isLiftable(now) || runOf(now).length !== length) return null;
      if (!targetsOf(now).includes(target)) return null;
      mover.value = moveText(now.value, target);
      followedId = byKey || document.activeElement === now ? id : null;
      return mover;
    });
    drop();
  }

  function onClick(event) {
    const button = event.target.closest('.card, .place');
    if (button?.name === 'move') {
      // the stock, or a target in a page made without script: an ordinary submit
      drop();
      return;
    }
    const pile = pileOf(event.target);
    if (!button && !event.target.closest('.pile li')) {
      if (!event.target.closest('button, a, input, dialog')) drop();
      return;
    }
    event.preventDefault();
    const picked = pickedId && byId(pickedId);
    if (picked && targetsOf(picked).includes(pile.id)) {
      lastPress = null;
      move(picked, pile.id, event.detail === 0);
      return;
    }
    const card = isLiftable(button) ? button : nearestCard(pile, event);
    if (card) pressCard(card, event);
  }

  function pressCard(card, event) {
    const isSecond = isDouble(lastPress, card, event);
    const foundation = isSecond && !card.closest('.foundation') && foundationOf(card);
    lastPress = isSecond ? null : { id: card.id, at: event.timeStamp, x: event.clientX, y: event.clientY };
    if (foundation) move(card, foundation);
    else if (pickedId === card.id) drop();
    else pick(card);
  }

  document.addEventListener('click', onClick);

  return {
    pick,
    drop,
    refresh,
    move,
    /** The card that the focus is to follow to its new pile, once. */
    takeFollowed: () => {
      const id = followedId;
      followedId = null;
      return id;
    },
  };
}

const foundationOf = (card) =>
  targetsOf(card).find((name) => byId(name)?.classList.contains('foundation'));

function isDouble(last, card, event) {
  return (
    event.detail > 0 &&
    last?.id === card.id &&
    event.timeStamp - last.at <= DOUBLE_MS &&
    Math.hypot(event.clientX - last.x, event.clientY - last.y) <= DOUBLE_SLIP
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
