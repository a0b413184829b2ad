// The home page's script: of the days that are somebody's today it opens the reader's own.

const pad = (number) => String(number).padStart(2, '0');

function showToday() {
  const now = new Date();
  const today = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  for (const day of document.querySelectorAll('.days details')) {
    const isToday = day.dataset.day === today;
    day.querySelector('.today').hidden = !isToday;
    // the others close by themselves, and stay as they are where the clock goes wrong
    if (isToday) day.open = true;
  }
}

// also when the page comes back out of the browser's memory, on a later day
window.addEventListener('pageshow', showToday);
