// Style sheets of what most visits never see.

/** Fetches the one that a link names, unless the page has it; resolves when it can be drawn with. */
export function addSheet({ href }) {
  if (Array.from(document.styleSheets, (sheet) => sheet.href).includes(href)) return undefined;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}

/** All that a part of a page names. */
export const addSheets = (part) => Promise.all(Array.from(part.querySelectorAll('[rel=stylesheet]'), addSheet));
