// The table for the ear and the fingers: moves in words, the whole table in sentences.

import { byId, focusTable, table } from './board.js';
import { say } from './later.js';
import * as queue from './queue.js';

const field = byId('typed');
const typer = byId('typer');

export function listen() {
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
    queue.press(() => void say(`${table.dataset.deal}/table${location.search}`));
  });
}

/** What was not understood stays, to be mended. */
export function answered(isRefused) {
  if (!isRefused && field.value === typer.value) field.value = '';
}
