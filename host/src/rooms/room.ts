/** Which part of the host a path belongs to. */
export type Room = 'components' | 'styles' | 'api' | 'media' | 'site';

export function roomOf(names: readonly string[]): Room {
  const first = deliveryNames(names)[0];
  if (first === 'components' || first === 'styles') return first;
  return names[0] === 'api' || names[0] === 'media' ? names[0] : 'site';
}

/** Delivery answers below '/' and below '/cdn' alike, so that one origin can be both frontend and cdn. */
export const deliveryNames = (names: readonly string[]): readonly string[] =>
  names[0] === 'cdn' ? names.slice(1) : names;
