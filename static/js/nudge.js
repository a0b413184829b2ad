// Cards that had to go back shake their heads.

import { shift } from './place.js';

const NUDGE = 4;

export function nudge(items, duration) {
  const transform = [-NUDGE, NUDGE, 0].map((x) => shift(x, 0));
  for (const item of items) item.animate({ transform }, { duration, composite: 'add' });
}
