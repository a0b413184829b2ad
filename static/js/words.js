// The table for the ear and the fingers: moves in words, the whole table in sentences.

import { byId, focusTable } from './board.js';
import { say } from './later.js';

export function createWords(form, queue) {
  const field = byId('typed');
  const typer = byId('typer');

  byId('typing').addEventListener('submit', (event) => {
    event.preventDefault();
    const { value } = field;
    queue.press(() => {
      typer.value = value;
      return typer;
    });
  });
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') focusTable();
  });
  byId('say').addEventListener('click', (event) => {
    event.preventDefault();
    // after the moves that are still on their way
    queue.press(() => void say(`${form.dataset.deal}/table${location.search}`));
  });
  return {
    /** What was not understood stays, to be mended. */
    answered: (isRefused) => {
      if (!isRefused && field.value === typer.value) field.value = '';
    },
  };
}
