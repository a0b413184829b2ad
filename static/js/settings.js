// The settings. Each holds at once, as an attribute of the page's root, and is sent to be kept.

import { byId } from './board.js';
import { mayKeep } from './keeping.js';
import { addSheets } from './sheets.js';

const root = document.documentElement;
/** What the server has not taken yet, by name. */
let unsent = {};
let isSending = false;

document.addEventListener('change', ({ target }) => {
  if (!target.matches('form.settings [type=radio]')) return;
  apply(target);
  unsent[target.name] = target.value;
  keep(target.form);
});

function apply({ name, value, dataset }) {
  if ('default' in dataset) delete root.dataset[name];
  else root.dataset[name] = value;
  if (name === 'auto') setWish(value);
  document.dispatchEvent(new CustomEvent('settings:change', { detail: { name, value } }));
}

/** What every press says about the cards that may go up by themselves. */
function setWish(value) {
  byId('auto')?.remove();
  if (value === 'never') return;
  const field = Object.assign(document.createElement('input'), { type: 'hidden', id: 'auto', name: 'auto', value });
  byId('fields')?.after(field);
}

/** One after the other, so that the last choice is the one that stays. */
async function keep(form) {
  const outcome = form.querySelector('.outcome');
  if (!mayKeep()) {
    outcome.textContent = form.dataset.blocked;
    return;
  }
  if (isSending) return;
  isSending = true;
  let isKept = true;
  while (isKept && Object.keys(unsent).length) {
    const sent = unsent;
    unsent = {};
    isKept = await send(form.action, sent);
    if (!isKept) unsent = { ...sent, ...unsent };
    // beside the table it is the server's to write
    else if ('verdict' in sent) byId('settings')?.addEventListener('close', () => location.reload(), { once: true });
  }
  isSending = false;
  outcome.textContent = isKept ? '' : form.dataset.unsent;
}

async function send(action, choices) {
  try {
    const body = new URLSearchParams(choices);
    const answer = await fetch(action, { method: 'POST', body, headers: { 'HX-Request': 'true' }, keepalive: true });
    return answer.status === 204;
  } catch {
    return false;
  }
}

/** The dialog, over the table; raises what keeps it from being had. */
export async function openSettings({ href }) {
  const dialog = byId('settings') ?? (await made(href));
  if (!dialog.open) dialog.showModal();
}

/** With the form that the settings' page has. */
async function made(address) {
  const answer = await fetch(address, { headers: { 'HX-Request': 'true' } });
  if (!answer.ok) throw new Error(answer.statusText);
  const innerHTML = await answer.text();
  const dialog = Object.assign(document.createElement('dialog'), { id: 'settings', innerHTML });
  await addSheets(dialog);
  if (byId('settings')) return byId('settings');
  dialog.setAttribute('aria-labelledby', 'settings-title');
  document.body.append(dialog);
  return dialog;
}
