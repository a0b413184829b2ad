// Handing a deal on, where the browser can help: the clipboard and the system's own sheet.

/** `part`: the page's own text, on that page or over the table. */
export function offerSharing(part) {
  const { text, link, done } = part.dataset;
  const outcome = part.querySelector('.outcome');
  for (const button of part.querySelectorAll('[data-copies]')) {
    button.hidden = !navigator.clipboard;
    button.addEventListener('click', async () => {
      await copyField(part.querySelector(`#${button.dataset.copies}`));
      outcome.textContent = done;
    });
  }
  const send = part.querySelector('#send-on');
  send.hidden = !navigator.share;
  // closing the sheet is no fault
  send.addEventListener('click', () => navigator.share({ text, url: link }).catch(() => {}));
}

async function copyField(field) {
  field.select();
  await navigator.clipboard.writeText(field.value);
}
