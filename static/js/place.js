// Where things are drawn.

export const placeOf = (element) => {
  const { left: x, top: y } = element.getBoundingClientRect();
  return { x, y };
};

/** As a transform. */
export const shift = (x, y) => `translate(${x}px, ${y}px)`;
