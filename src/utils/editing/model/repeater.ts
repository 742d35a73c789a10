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
export function repeaterItems(element: ResolvedElement): ResolvedElement[] {
  const scope = attributeOf(element.node, SCOPE);
  if (!scope || !element.parent) return [];
  return resolveChildren(element.parent)
    .filter(isResolvedElement)
    .filter(({ node }) => attributeOf(node, SCOPE) === scope);
}

/** Returns the closest repeater item that contains an element, or is the element; undefined outside of repeaters. */
export function closestRepeaterItem(element: ResolvedElement): ResolvedElement | undefined {
  for (let current: ResolvedElement | undefined = element; current?.parent; current = current.parent)
    if (attributeOf(current.node, SCOPE)) return current;
  return undefined;
}

/** Returns the steps of an edit, with the same steps for every other item of its repeater that has the same source. */
export function mirrorInRepeater(document: SyntaxTree, text: string, steps: readonly Step[]): Step[] {
  let allSteps = normalizeSteps(steps, text.length);
  const first = allSteps[0];
  const last = allSteps.at(-1);
  if (!first || !last) return allSteps;
  let element: ResolvedElement | undefined = findInnermostElement(document, first.from, last.to);
  for (; element?.parent; element = element.parent) {
    const { from, to } = element;
    const source = text.slice(from, to);
    const others = repeaterItems(element).filter(
      (each) => each.from !== from && text.slice(each.from, each.to) === source,
    );
    const mirrored = others.flatMap((each) =>
      allSteps.map((step) => ({ ...step, from: step.from + each.from - from, to: step.to + each.from - from })),
    );
    if (mirrored.length) allSteps = normalizeSteps([...allSteps, ...mirrored]);
  }
  return allSteps;
}
