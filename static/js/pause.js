// A pause takes the cards out of sight, for screen readers too, until one goes on.

import { byId } from './board.js';

export function pause(_, away) {
  const curtain = byId('paused');
  curtain.onclick = () => curtain.close();
  curtain.onkeydown = (event) => {
    if (event.key.toLowerCase() !== 'p') return;
    event.stopPropagation();
    curtain.close();
  };
  curtain.onclose = () => {
    away.tell('paused', false);
    // it was opened from the menu, which has closed meanwhile
    if (document.activeElement === document.body) byId('open-menu').focus();
  };
  curtain.showModal();
  away.tell('paused', true);
}
