// Put into each page before its own script: notes when things happen, changes nothing.
(() => {
  const seen = (window.seen = { shifts: 0, animated: {}, frames: [], script: null, presses: [] });
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
  ready.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['tabindex'] });

  /** Where a card is to be, and what the press was: set before a press, answered after it. */
  window.expectMove = (card, target) => {
    const press = { card, target, version: byId('status').dataset.version, moved: null, answered: null };
    seen.presses.push(press);
    const looks = () => {
      if (press.moved === null && hasMoved(press)) press.moved = now() - press.at;
      if (press.answered === null && byId('status').dataset.version !== press.version) {
        force();
        performance.mark('answered');
        press.answered = now() - press.at;
        observer.disconnect();
      }
    };
    const note = (event) => {
      press.at = event.timeStamp;
      performance.mark('press');
    };
    for (const name of ['click', 'pointerup', 'keydown']) addEventListener(name, note, { capture: true });
    // after all other listeners: this one stands at the end of the way
    for (const name of ['click', 'pointerup', 'keydown']) addEventListener(name, looks);
    const observer = new MutationObserver(looks);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    press.stop = () => {
      for (const name of ['click', 'pointerup', 'keydown']) {
        removeEventListener(name, note, { capture: true });
        removeEventListener(name, looks);
      }
    };
  };

  const byId = (id) => document.getElementById(id);
  const force = () => byId('board').getBoundingClientRect();

  /** It lies in its new pile, or is on the way there while the answer is awaited. */
  function hasMoved({ card, target }) {
    const item = byId(card)?.closest('li');
    if (!item) return false;
    const rect = item.getBoundingClientRect();
    return rect.width > 0 && (item.closest('.pile').id === target || item.classList.contains('pending'));
  }

  /** What is animated now, in every frame. */
  function sample(at) {
    seen.frames.push(at);
    for (const animation of document.getAnimations()) {
      const names = animation.transitionProperty
        ? [animation.transitionProperty]
        : animation.effect.getKeyframes().flatMap((frame) => Object.keys(frame));
      for (const name of names) {
        if (!['offset', 'computedOffset', 'easing', 'composite'].includes(name)) seen.animated[name] = true;
      }
    }
    requestAnimationFrame(sample);
  }
  requestAnimationFrame(sample);
})();
