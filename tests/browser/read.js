(root) => {
  const words = (element) => (element ? element.textContent.replace(/\s+/g, ' ').trim() : '');
  const press = (button) => {
    if (!button) return null;
    const at = (name) => button.getAttribute(name);
    const does = { name: at('name'), value: at('value'), targets: at('data-targets') };
    return { ...does, to: at('formaction'), type: at('type'), off: at('aria-disabled'), target: at('data-target') };
  };
  const card = (item) => {
    const button = item.querySelector('.card');
    return { id: button?.id, words: words(item), down: item.classList.contains('down'), press: press(button) };
  };
  const piles = {};
  for (const pile of root.querySelectorAll('[data-pile]')) {
    piles[pile.dataset.pile] = {
      place: { words: words(pile.querySelector('.place')), press: press(pile.querySelector('.place')) },
      drawn: pile.querySelector('.place use')?.getAttribute('href'),
      count: words(pile.querySelector('.count')),
      passes: words(pile.querySelector('.passes')),
      label: pile.querySelector('ol')?.getAttribute('aria-label'),
      cards: [...pile.querySelectorAll('li')].map(card),
    };
  }
  const controls = [...root.querySelectorAll('#controls button, #again button')].map((one) => ({ id: one.id, press: press(one) }));
  const ending = root.getElementById('ending');
  return {
    piles,
    controls,
    version: [root.getElementById('status').dataset.version, root.querySelector('#fields [name=version]').value],
    moves: words(root.querySelector('#status .moves')),
    ending: [ending.className, words(ending)],
  };
}
