import { attributeSplices } from './attributes';
import { attributeOf, isElementPlace, walk, type ElementPlace } from './nodes';
import { applySplices, inOrder } from './splices';

/** Ids of an element and of those in it. */
export const idsIn = (place: ElementPlace): string[] =>
  [...walk(place)].filter(isElementPlace).flatMap(({ node }) => attributeOf(node, 'id') ?? []);

/** The source of an element without its ids, or without these: a page has each once. */
export function withoutIds(text: string, place: ElementPlace, ids = idsIn(place)): string {
  const splices = [...walk(place)]
    .filter(isElementPlace)
    .flatMap((inner) =>
      ids.includes(attributeOf(inner.node, 'id')!) ? attributeSplices(text, inner, 'id', undefined) : [],
    );
  const moved = splices.map((splice) => ({ ...splice, from: splice.from - place.from, to: splice.to - place.from }));
  return applySplices(text.slice(place.from, place.to), inOrder(moved));
}
