// Dragging a run with mouse, finger or pen. A drag is a pick whose cards follow the pointer.

import { byId, isLiftable, pileOf, runOf, targetsOf } from './board.js';

const SLIP = 8;
/** A drop that covers less of a pile, with the pointer beside it, was not meant for it. */
const LEAST_SHARE = 1 / 8;

export function createDrag(board, picking, queue) {
  let drag = null;
  let swallowClick = false;
  let carried = [];

  function onDown(event) {
    if (!event.isPrimary) return;
    swallowClick = false;
    const card = event.target.closest('.card');
    if (drag || event.button !== 0 || event.ctrlKey || !isLiftable(card)) return;
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
      if (!isLiftable(card)) {
        cancel();
        return;
      }
      drag.isMoving = true;
      swallowClick = true;
      putBack();
      picking.pick(card);
    }
    carry();
  }

  function carry() {
    const card = byId(drag.id);
    pileOf(card).classList.add('source');
    carried = runOf(card);
    for (const item of carried) {
      item.classList.add('carried');
      item.style.transform = `translate(${drag.dx}px, ${drag.dy}px)`;
    }
  }

  function putBack() {
    for (const pile of board.querySelectorAll('.source')) pile.classList.remove('source');
    for (const item of carried) {
      item.classList.remove('carried');
      item.style.transform = '';
    }
    carried = [];
  }

  function cancel() {
    const wasMoving = drag?.isMoving;
    drag = null;
    if (wasMoving) {
      putBack();
      picking.drop();
    }
  }

  function onUp(event) {
    if (event.pointerId !== drag?.pointer) return;
    const card = drag.isMoving && byId(drag.id);
    const target = isLiftable(card) && dropTarget(card, event);
    if (target) {
      drag = null;
      picking.move(card, target);
      // else they lie where they were dropped until the answer comes
      if (!queue.isBusy()) putBack();
    } else {
      cancel();
    }
  }

  // A drag is no swipe: without this the browser's fling eats the tap that follows.
  board.addEventListener('touchmove', (event) => drag?.isMoving && event.preventDefault(), { passive: false });
  // anywhere: what comes after a drag may be pressed beside the board
  document.addEventListener('pointerdown', onDown);
  document.addEventListener('pointermove', onMove);
  document.addEventListener('pointerup', onUp);
  for (const name of ['pointercancel', 'lostpointercapture']) {
    document.addEventListener(name, (event) => {
      if (event.pointerId === drag?.pointer) cancel();
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

  return {
    cancel,
    isMoving: () => Boolean(drag?.isMoving),
    /** After a swap: what was dropped has arrived, what is being dragged is carried on. */
    refresh: () => {
      if (!drag?.isMoving) putBack();
      else if (isLiftable(byId(drag.id))) carry();
      else cancel();
    },
  };
}

/** The pile that takes the card and is covered most by it. */
function dropTarget(card, event) {
  const held = card.getBoundingClientRect();
  let best = null;
  let most = 0;
  for (const name of targetsOf(card)) {
    const pile = byId(name);
    if (!pile) continue;
    const area = pile.getBoundingClientRect();
    const bottom = pile.classList.contains('tableau') ? Infinity : area.bottom;
    const width = Math.min(held.right, area.right) - Math.max(held.left, area.left);
    const height = Math.min(held.bottom, bottom) - Math.max(held.top, area.top);
    if (width <= 0 || height <= 0) continue;
    const { clientX: x, clientY: y } = event;
    const isPointedAt = x >= area.left && x <= area.right && y >= area.top && y <= bottom;
    const share = (width * height) / (held.width * held.height);
    if (share > most && (isPointedAt || share >= LEAST_SHARE)) {
      most = share;
      best = name;
    }
  }
  return best;
}
