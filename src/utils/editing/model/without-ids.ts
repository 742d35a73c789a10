import { attributeSteps } from './attributes';
import { attributeOf, isResolvedElement, walk, type ResolvedElement } from './syntax-tree';
import { applySteps, normalizeSteps } from './steps';

/** Returns the ids of an element and of its descendants. */
export const idsIn = (place: ResolvedElement): string[] =>
  [...walk(place)].filter(isResolvedElement).flatMap(({ node }) => attributeOf(node, 'id') ?? []);

/** Returns the source of an element without its ids, or without the given ones: an id is unique in a page. */
export function withoutIds(text: string, place: ResolvedElement, ids = idsIn(place)): string {
  const steps = [...walk(place)]
    .filter(isResolvedElement)
    .flatMap((inner) =>
      ids.includes(attributeOf(inner.node, 'id')!) ? attributeSteps(text, inner, 'id', undefined) : [],
    );
  const moved = steps.map((step) => ({ ...step, from: step.from - place.from, to: step.to - place.from }));
  return applySteps(text.slice(place.from, place.to), normalizeSteps(moved));
}
