// The table for the ear and the fingers: moves in words, the whole table in sentences.

import { byId } from './board.js';

export function createWords(form, queue) {
  const field = byId('typed');
  const typer = byId('typer');
  let sent = null;

  byId('typing').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value;
    queue.press(() => {
      typer.value = sent = text;
      return typer;
    });
  });
  byId('type').addEventListener('click', (event) => {
    event.preventDefault();
    byId('menu').hidePopover();
    field.focus();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') form.querySelector('.pile [tabindex="0"]').focus();
  });
  form.addEventListener('htmx:after:swap', () => {
    // what was not understood stays, to be mended
    if (field.value === sent && !byId('status').querySelector('.line').textContent.trim()) field.value = '';
    sent = null;
  });
  byId('say').addEventListener('click', (event) => {
    event.preventDefault();
    // after the moves that are still on their way
    queue.press(() => void say(form));
  });
}

async function say(form) {
  const { log, ply, version } = form.elements;
  let address = `${form.dataset.deal}/table`;
  if (log) address += `?${new URLSearchParams({ log: log.value, ply: ply.value, version: version.value })}`;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    byId('said-text').replaceChildren(...page.getElementById('told').children);
    byId('said').showModal();
  } catch {
    location.assign(address);
  }
}
