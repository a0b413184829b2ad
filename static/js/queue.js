// Presses, one after the other: each is made on the page that the answer before it has left, so
// that it carries the right version and never acts on a table that the player did not see.

import { byId } from './board.js';

const LONGEST_WAIT = 20_000;
const LONGEST_PAUSE = 60_000;

export function createQueue(form) {
  const notice = byId('offline');
  const waiting = [];
  let busy = false;
  let sentVersion = 0;
  let sendAgain = null;
  const away = createAwayClock();

  /** `find` gives the button to press once its turn has come, or null if that makes no sense now. */
  function press(find) {
    waiting.push(find);
    pressNext();
  }

  function pressNext() {
    while (!busy && waiting.length) {
      const button = waiting.shift()();
      if (button?.type === 'submit') form.requestSubmit(button);
    }
  }

  function onSubmit(event) {
    const button = event.submitter;
    if (event.target !== form) return;
    if (button && !button.formAction.includes(`${form.dataset.deal}/`)) {
      // leaves the table (a new deal): the browser's own business, not htmx's
      event.stopPropagation();
    } else if (busy) {
      event.preventDefault();
      event.stopPropagation();
      press(() => (button.isConnected ? button : null));
    } else {
      busy = true;
    }
  }

  function onAnswer() {
    const status = byId('status');
    // Another tab may have made the version one higher, too; a line is only there if it was refused.
    const isMade =
      Number(status.dataset.version) === sentVersion + 1 && !status.querySelector('.line').textContent.trim();
    // A press that was refused takes with it those made in the belief that it would succeed.
    if (!isMade) waiting.length = 0;
    away.reset();
  }

  /** What htmx calls for fetch. It ends with an answer only, so all later presses wait for it. */
  async function send(action, request) {
    for (;;) {
      const { answer, wait } = await attempt(action, request);
      if (answer) return answer;
      notice.hidden = false;
      await new Promise((resolve) => {
        sendAgain = resolve;
        if (wait) setTimeout(resolve, wait);
      });
      notice.hidden = true;
    }
  }

  function onClick(event) {
    const button = event.target.closest('.control[aria-disabled]');
    // what cannot be pressed now may be possible after the answer that is on its way
    if (busy && form.contains(button)) press(() => byId(button.id));
  }

  const retry = () => sendAgain?.();

  // before htmx, which listens at the form
  document.addEventListener('submit', onSubmit, true);
  document.addEventListener('click', onClick);
  form.addEventListener('htmx:config:request', ({ detail }) => {
    // its own time limit would end a move that waits for the network to come back
    detail.ctx.request.timeout = 0;
  });
  form.addEventListener('htmx:before:request', ({ detail }) => {
    const { body } = detail.ctx.request;
    sentVersion = Number(body.get('version'));
    body.set('away', String(away.seconds()));
    detail.ctx.fetch = send;
  });
  form.addEventListener('htmx:after:swap', onAnswer);
  form.addEventListener('htmx:finally:request', () => {
    busy = false;
    pressNext();
  });
  byId('retry').addEventListener('click', retry);
  window.addEventListener('online', retry);

  return { press, isBusy: () => busy };
}

/**
 * One try: the answer if a good one came, else how many milliseconds to wait for the next, if the
 * server has said so. It knows a repeat when it sees one.
 */
async function attempt(action, request) {
  try {
    const signal = AbortSignal.timeout(LONGEST_WAIT);
    const answer = await fetch(action, { ...request, signal });
    // read to its end here: a line cut within an answer is a failure too
    const body = await answer.text();
    if (answer.ok) return { answer: new Response(body, answer) };
    const seconds = Number(answer.headers.get('Retry-After'));
    return { wait: Math.min(seconds * 1000, LONGEST_PAUSE) };
  } catch {
    return {};
  }
}

/** Counts the seconds for which the page was out of sight, so that they are not played time. */
function createAwayClock() {
  let total = 0;
  let since = document.hidden ? performance.now() : null;
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      since ??= performance.now();
    } else if (since !== null) {
      total += performance.now() - since;
      since = null;
    }
  });
  return {
    seconds: () => Math.round(total / 1000),
    reset: () => {
      total = 0;
    },
  };
}
