import { attributeSteps } from './attributes';
import { attributeOf, isResolvedElement, walk, type ResolvedElement } from './syntax-tree';
import { applySteps, normalizeSteps } from './steps';

/** Returns the ids of an element and of its descendants. */
export const idsIn = (element: ResolvedElement): string[] =>
  [...walk(element)].filter(isResolvedElement).flatMap(({ node }) => attributeOf(node, 'id') ?? []);

/** Returns the source of an element without its ids, or without the given ones: an id is unique in a page. */
export function withoutIds(text: string, element: ResolvedElement, ids = idsIn(element)): string {
  const steps = [...walk(element)]
    .filter(isResolvedElement)
    .flatMap((inner) =>
      ids.includes(attributeOf(inner.node, 'id')!) ? attributeSteps(text, inner, 'id', undefined) : [],
    );
  const shifted = steps.map((step) => ({ ...step, from: step.from - element.from, to: step.to - element.from }));
  return applySteps(text.slice(element.from, element.to), normalizeSteps(shifted));
}
