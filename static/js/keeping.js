// Whether this browser remembers anything.

/** Chromium says that cookies are enabled even where they are forbidden; its storage tells. */
export function mayKeep() {
  try {
    return navigator.cookieEnabled && Boolean(window.localStorage);
  } catch {
    return false;
  }
}
