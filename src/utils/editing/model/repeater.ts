/** Repeaters (D11): siblings with the same scope are one repeater. An edit of one item is mirrored in the items that are equal to it. */
import {
  attributeOf,
  resolveChildren,
  findInnermostElement,
  isResolvedElement,
  type ResolvedElement,
  type SyntaxTree,
} from './syntax-tree';
import { normalizeSteps, type Step } from './steps';

export const SCOPE = 'data-path-scope';

/** Returns the items of an element's repeater, including itself; none if it does not repeat. */
export function repeaterItems(place: ResolvedElement): ResolvedElement[] {
  const scope = attributeOf(place.node, SCOPE);
  if (!scope || !place.parent) return [];
  return resolveChildren(place.parent)
    .filter(isResolvedElement)
    .filter(({ node }) => attributeOf(node, SCOPE) === scope);
}

/** Returns the closest repeater item that contains an element, or is the element; undefined outside of repeaters. */
export function closestRepeaterItem(place: ResolvedElement): ResolvedElement | undefined {
  for (let at: ResolvedElement | undefined = place; at?.parent; at = at.parent)
    if (attributeOf(at.node, SCOPE)) return at;
  return undefined;
}

/** Returns the steps of an edit, with the same steps for every other item of its repeater that has the same source. */
export function mirrorInRepeater(document: SyntaxTree, text: string, steps: readonly Step[]): Step[] {
  let all = normalizeSteps(steps, text.length);
  const first = all[0];
  const last = all.at(-1);
  if (!first || !last) return all;
  let place: ResolvedElement | undefined = findInnermostElement(document, first.from, last.to);
  for (; place?.parent; place = place.parent) {
    const { from, to } = place;
    const source = text.slice(from, to);
    const others = repeaterItems(place).filter(
      (each) => each.from !== from && text.slice(each.from, each.to) === source,
    );
    const mirrored = others.flatMap((each) =>
      all.map((step) => ({ ...step, from: step.from + each.from - from, to: step.to + each.from - from })),
    );
    if (mirrored.length) all = normalizeSteps([...all, ...mirrored]);
  }
  return all;
}
