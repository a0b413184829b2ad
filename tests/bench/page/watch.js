// Put into each page before its own script: notes when things happen, and costs next to nothing.
(() => {
  const seen = (window.seen = { shifts: 0, animated: {}, script: null, press: null, isTraced: false });
  const byId = (id) => document.getElementById(id);
  const now = () => performance.now();

  // cards are there to change places; what moves besides has jumped, after a press as well
  const isCard = ({ node }) => Boolean((node?.closest ? node : node?.parentElement)?.closest('.pile li'));
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.sources.every(isCard)) seen.shifts += shift.value;
  }).observe({ type: 'layout-shift', buffered: true });

  // our script makes the board one tab stop: from then on it listens
  const ready = new MutationObserver(() => {
    if (!document.querySelector('#board [tabindex]')) return;
    seen.script = now();
    ready.disconnect();
  });
  ready.observe(document, { subtree: true, attributes: true, attributeFilter: ['tabindex'] });

  /** To be called before a press: the card that it moves, and the pile that this goes to. */
  window.expectMove = (card, target) => {
    seen.press = { card, target, at: null, moved: null, answered: null };
    // what the stock gives shows when it lies there; where a card goes is known before its answer
    if (card) answer.observe(byId('table'), { subtree: true, attributes: true, attributeFilter: ['data-version'] });
    else for (const pile of document.querySelectorAll('.pile')) answer.observe(pile, { subtree: true, childList: true });
  };

  const answer = new MutationObserver(() => {
    look();
    // as the eye would have it; who looks for long tasks must not make them longer
    if (!seen.isTraced) byId('board').getBoundingClientRect();
    seen.press.answered = now() - seen.press.at;
    performance.mark('answered');
    answer.disconnect();
  });

  for (const name of ['click', 'pointerup', 'keydown']) {
    addEventListener(name, begin, { capture: true });
    // at the end of the event's way: after all other listeners
    addEventListener(name, look);
  }

  function begin(event) {
    const { press } = seen;
    if (!press || press.moved !== null) return;
    press.at = event.timeStamp;
    performance.mark('press');
  }

  function look() {
    const { press } = seen;
    if (press && press.moved === null && hasMoved(press)) press.moved = now() - press.at;
  }

  /** It lies in its new pile, or is on the way there while the answer is awaited. */
  function hasMoved({ card, target }) {
    const item = byId(card)?.closest('li');
    if (!item || !(item.closest('.pile').id === target || item.classList.contains('pending'))) return false;
    return seen.isTraced || item.getBoundingClientRect().width > 0;
  }

  /** Notes from now on, in every frame, which properties are being animated. */
  window.sampleAnimations = () => {
    for (const animation of document.getAnimations()) {
      const names = animation.transitionProperty
        ? [animation.transitionProperty]
        : animation.effect.getKeyframes().flatMap((frame) => Object.keys(frame));
      for (const name of names) {
        if (!['offset', 'computedOffset', 'easing', 'composite'].includes(name)) seen.animated[name] = true;
      }
    }
    requestAnimationFrame(window.sampleAnimations);
  };
})();
