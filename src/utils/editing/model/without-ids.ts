import { attributeSteps } from './attributes';
import { attributeOf, isResolvedElement, walk, type ResolvedElement } from './syntax-tree';
import { applySteps, normalizeSteps } from './steps';

/** Ids of an element and of those in it. */
export const idsIn = (place: ResolvedElement): string[] =>
  [...walk(place)].filter(isResolvedElement).flatMap(({ node }) => attributeOf(node, 'id') ?? []);

/** The source of an element without its ids, or without these: a page has each once. */
export function withoutIds(text: string, place: ResolvedElement, ids = idsIn(place)): string {
  const steps = [...walk(place)]
    .filter(isResolvedElement)
    .flatMap((inner) =>
      ids.includes(attributeOf(inner.node, 'id')!) ? attributeSteps(text, inner, 'id', undefined) : [],
    );
  const moved = steps.map((step) => ({ ...step, from: step.from - place.from, to: step.to - place.from }));
  return applySteps(text.slice(place.from, place.to), normalizeSteps(moved));
}
