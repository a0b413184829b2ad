// Reading the table as the server wrote it. No rules: a card says itself where it may go.

export const byId = (id) => document.getElementById(id);

export const table = byId('table');
export const board = byId('board');

/** What the player has chosen, and the system: attributes of the page's root. */
export const { dataset: choices } = document.documentElement;

export const pileOf = (element) => element?.closest('.pile') ?? null;

export const isLiftable = (button) => Boolean(button) && button.matches('.card[name=pick][data-targets]');

/** The names of the piles that take this card and what lies on it, best first. */
export const targetsOf = (card) => card.dataset.targets.split(' ').filter(Boolean);

/** The list items of a card and of all that lie on it. */
export function runOf(card) {
  const items = [];
  for (let item = card.closest('li'); item; item = item.nextElementSibling) items.push(item);
  return items;
}

/** `t3x2` laid on `t4` is `t3t4x2`. */
export function moveText(run, target) {
  const [source, count] = run.split('x');
  return source + target + (count ? `x${count}` : '');
}

/** Leads the focus to the table's tab stop. */
export const focusTable = () => document.querySelector('.pile [tabindex="0"]').focus();

/** The top card of a pile, or its empty place. */
export const topOf = (pile) => pile.querySelector('li:last-child .card') ?? pile.querySelector('.place');

/** Takes off a pile what the script has put there: cards that stay are then found as they were. */
export function strip(pile) {
  for (const item of pile.querySelectorAll('li')) {
    item.removeAttribute('style');
    if (item.className !== 'down') item.removeAttribute('class');
  }
  for (const button of pile.querySelectorAll('[tabindex]')) button.removeAttribute('tabindex');
}

/** The names of the piles that a press of the stock deals between. */
export const supply = () => [...board.querySelectorAll('.stock, .waste')].map(({ id }) => id);
