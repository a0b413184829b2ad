// Presses, one after the other: each is made on the page that the answer before it has left, so
// that it carries the right version and never acts on a table that the player did not see.

import { byId, focusTable, pileOf, supply, table } from './board.js';

// milliseconds
const LONGEST_WAIT = 20_000;
const LONGEST_PAUSE = 60_000;
const LONGEST_BACKOFF = 30_000;
const LATE = 4_000;

const notice = byId('offline');
let waiting = [];
let isOurs = false;
let current = null;
let away;
let hurry = null;

/**
 * `find` gives the button to press once its turn has come, or null if that makes no sense now.
 * `piles` are those that the press can change, as far as the page tells; without them, any.
 * `settle` is called when it is answered, or dropped with a press before it.
 */
export function press(find, piles = null, settle = null) {
  waiting.push({ find, piles, settle });
  pressNext();
}

function pressNext() {
  while (!current && waiting.length) {
    const [next, ...later] = waiting;
    // what a kept press leads to comes before what was pressed after it
    waiting = [];
    const button = next.find();
    if (button?.type === 'submit') {
      current = next;
      // a task of its own: the card is seen to move first
      setTimeout(submit, 0, button);
    }
    waiting.push(...later);
  }
}

function submit(button) {
  isOurs = true;
  table.requestSubmit(button);
  isOurs = false;
  pressNext();
}

/** Whether no press that waits for its answer can change these piles. */
export const isFree = (...names) =>
  [current, ...waiting].every((one) => !one || (one.piles && !names.some((name) => one.piles.includes(name))));

function onSubmit(event) {
  const button = event.submitter;
  if (event.target !== table) return;
  // a hint moves nothing: whoever waits for it may play on
  const piles = button?.id === 'hint' ? [] : pileOf(button) && supply();
  if (button && !button.formAction.includes(`${table.dataset.deal}/`)) {
    // leaves the table (a new deal): the browser's own business, not htmx's
    event.stopPropagation();
    if (isOurs) current = null;
  } else if (current && !isOurs) {
    event.preventDefault();
    event.stopPropagation();
    // an answer may put another in its place
    press(() => (button.isConnected ? button : byId(button.id)), piles);
  } else {
    current ??= { piles, settle: null };
  }
}

/** What the answer has moved is on the page. */
export function takeAnswer(isRefused) {
  current?.settle?.();
  if (isRefused) {
    // it takes with it those made in the belief that it would succeed
    for (const { settle } of waiting) settle?.();
    waiting = [];
  }
}

/** What htmx calls for fetch. It ends with an answer only, so all later presses wait for it. */
async function send(action, request) {
  for (let failures = 0; ; failures += 1) {
    // the time without a line is known only once it is over
    request.body.set('away', String(away.seconds()));
    const { answer, wait } = await attempt(action, request);
    showLate(!answer);
    if (answer) return answer;
    await new Promise((resolve) => {
      hurry = resolve;
      setTimeout(resolve, wait ?? backoff(failures));
    });
  }
}

async function attempt(action, request) {
  const controller = new AbortController();
  const { signal } = controller;
  const giveUp = () => controller.abort();
  // not before it is late: a player who presses again and again would end each try too soon
  hurry = null;
  const late = setTimeout(() => {
    showLate(true);
    hurry = giveUp;
  }, LATE);
  const longest = setTimeout(giveUp, LONGEST_WAIT);
  const outcome = await ask(action, { ...request, signal });
  clearTimeout(late);
  clearTimeout(longest);
  return signal.aborted ? { wait: 0 } : outcome;
}

/** Whoever leaves now leaves a move behind, so the browser asks. */
function showLate(isLate) {
  // who has pressed Retry by key goes on from the table
  if (!isLate && notice.contains(document.activeElement)) focusTable();
  notice.hidden = !isLate;
  window.onbeforeunload = isLate ? stay : null;
}

function onClick(event) {
  const button = event.target.closest('.control[aria-disabled]');
  // what cannot be pressed now may be possible after the answer that is on its way
  if (current && button?.form === table) press(() => byId(button.id));
}

export const isBusy = () => Boolean(current);

/** `counted`: the time in which nobody can play. */
export function listen(counted) {
  away = counted;
  // before htmx, which listens at the form
  document.addEventListener('submit', onSubmit, true);
  document.addEventListener('click', onClick);
  table.addEventListener('htmx:before:request', ({ detail }) => {
    detail.ctx.fetch = send;
  });
  table.addEventListener('htmx:finally:request', () => {
    current?.settle?.();
    current = null;
    pressNext();
  });
  byId('retry').addEventListener('click', () => hurry?.());
  window.addEventListener('online', () => hurry?.());
}

/**
 * One try: the answer if it is the table's, else how many milliseconds to wait for the next, if
 * the server has said so. It knows a repeat when it sees one.
 */
async function ask(action, request) {
  try {
    const answer = await fetch(action, request);
    // read to its end here: a line cut within an answer is a failure too
    const body = await answer.text();
    // for htmx, which reads it next
    answer.text = () => body;
    // all that the table answers has this header; what a hotel's network puts in its place has not
    if (answer.ok && answer.headers.has('HX-Push-Url')) return { answer };
    const seconds = Number(answer.headers.get('Retry-After'));
    return seconds ? { wait: Math.min(seconds * 1000, LONGEST_PAUSE) } : {};
  } catch {
    return {};
  }
}

/** 1, 2, 4, ... seconds, each a little more or less: a server that comes back is not stormed. */
const backoff = (failures) => Math.min(1000 * 2 ** failures, LONGEST_BACKOFF) * (0.75 + Math.random() / 2);

const stay = (event) => event.preventDefault();
