/** Repeats (D11): siblings with one scope are one run; what is edited in one of them is edited in those that are its like. */
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

/** The members of the run that an element belongs to, itself among them; none when it does not repeat. */
export function repeaterItems(place: ResolvedElement): ResolvedElement[] {
  const scope = attributeOf(place.node, SCOPE);
  if (!scope || !place.parent) return [];
  return resolveChildren(place.parent)
    .filter(isResolvedElement)
    .filter(({ node }) => attributeOf(node, SCOPE) === scope);
}

/** The repeating element that a place stands in, or is; undefined outside of repeats. */
export function closestRepeaterItem(place: ResolvedElement): ResolvedElement | undefined {
  for (let at: ResolvedElement | undefined = place; at?.parent; at = at.parent)
    if (attributeOf(at.node, SCOPE)) return at;
  return undefined;
}

/** The steps of an edit, and those that do the same in every other member of its run that says the same. */
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
