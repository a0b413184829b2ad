// Dragging a run with mouse, finger or pen. A drag is a pick whose cards follow the pointer.

import { board, byId, isLiftable, pileOf, targetsOf } from './board.js';
import { change, stop, under } from './motion.js';
import * as overlay from './overlay.js';
import * as picking from './picking.js';
import * as queue from './queue.js';

const SLIP = 8;
/** A drop that covers less of a pile, with the pointer beside it, was not meant for it. */
const LEAST_SHARE = 1 / 8;

let drag = null;
let swallowClick = false;
let carried = [];

/** For certain, whatever the answers will be. */
const isLift = (card) => isLiftable(card) && queue.isFree(pileOf(card).id);
/** Or perhaps, once the answers are in. */
const canLift = (card) => Boolean(card) && (isLiftable(card) || queue.isBusy());

function onDown(event) {
  if (!event.isPrimary) return;
  swallowClick = false;
  const card = under(event).closest('.card');
  if (drag || event.button !== 0 || event.ctrlKey || !canLift(card)) return;
  drag = { id: card.id, pointer: event.pointerId, x: event.pageX, y: event.pageY, isMoving: false };
  // a press that slips over the card's edge stays a press of this card
  card.setPointerCapture(event.pointerId);
}

function onMove(event) {
  if (event.pointerId !== drag?.pointer) return;
  drag.dx = event.pageX - drag.x;
  drag.dy = event.pageY - drag.y;
  if (!drag.isMoving) {
    if (Math.hypot(drag.dx, drag.dy) <= SLIP) return;
    const card = byId(drag.id);
    if (!canLift(card)) {
      cancel();
      return;
    }
    drag.isMoving = true;
    swallowClick = true;
    // an answer may put another card in its place
    board.setPointerCapture(drag.pointer);
    if (isLift(card)) picking.pick(card);
    else picking.drop();
    lift(card);
  }
  carry();
}

function lift(card) {
  carried = overlay.runNow(card);
  for (const item of carried) {
    stop(item);
    item.classList.add('carried');
  }
}

function carry() {
  for (const { style } of carried) style.translate = `${drag.dx}px ${drag.dy}px`;
}

function putBack() {
  for (const item of carried) {
    item.classList.remove('carried');
    item.style.translate = '';
  }
  carried = [];
}

export function cancel() {
  const wasMoving = drag?.isMoving;
  drag = null;
  if (wasMoving) {
    change(carried, putBack);
    picking.drop();
  }
}

function onUp(event) {
  if (event.pointerId !== drag?.pointer) return;
  const card = drag.isMoving && byId(drag.id);
  const target = card && dropTarget(card, possible(card), event);
  if (!target) {
    cancel();
    return;
  }
  drag = null;
  change(carried, () => {
    putBack();
    picking.move(card, target);
  });
}

/** The piles that take the card, and those of which only the answers will tell. */
function possible(card) {
  const piles = [...board.querySelectorAll('.pile')];
  if (!isLift(card)) return piles;
  const named = targetsOf(card);
  return piles.filter(({ id }) => named.includes(id) || !queue.isFree(id));
}

export const isMoving = () => Boolean(drag?.isMoving);

/** After a swap: what is being dragged is carried on, wherever it lies now. */
export function refresh() {
  if (!drag?.isMoving) return;
  const card = byId(drag.id);
  putBack();
  if (!canLift(card)) cancel();
  else {
    lift(card);
    carry();
  }
}

export function listen() {
  // A drag is no swipe: without this the browser's fling eats the tap that follows.
  board.addEventListener('touchmove', (event) => drag?.isMoving && event.preventDefault(), { passive: false });
  // anywhere: what comes after a drag may be pressed beside the board
  document.addEventListener('pointerdown', onDown);
  document.addEventListener('pointermove', onMove);
  document.addEventListener('pointerup', onUp);
  for (const name of ['pointercancel', 'lostpointercapture']) {
    document.addEventListener(name, (event) => {
      const isHandedOver = name === 'lostpointercapture' && drag?.isMoving && event.target !== board;
      if (event.pointerId === drag?.pointer && !isHandedOver) cancel();
    });
  }
  document.addEventListener(
    'click',
    (event) => {
      if (!swallowClick || event.detail === 0) return;
      swallowClick = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  board.addEventListener('contextmenu', (event) => {
    if (event.pointerType !== 'mouse' && event.button !== 2 && pileOf(event.target)) event.preventDefault();
  });
}

/** The name of the pile that is covered most by the card. */
function dropTarget(card, piles, event) {
  const held = card.getBoundingClientRect();
  let best = null;
  let most = 0;
  for (const pile of piles) {
    const area = pile.getBoundingClientRect();
    const bottom = pile.matches('.tableau') ? Infinity : area.bottom;
    const width = Math.min(held.right, area.right) - Math.max(held.left, area.left);
    const height = Math.min(held.bottom, bottom) - Math.max(held.top, area.top);
    if (width <= 0 || height <= 0) continue;
    const { clientX: x, clientY: y } = event;
    const isPointedAt = x >= area.left && x <= area.right && y >= area.top && y <= bottom;
    const share = (width * height) / (held.width * held.height);
    if (share > most && (isPointedAt || share >= LEAST_SHARE)) {
      most = share;
      best = pile.id;
    }
  }
  return best;
}
