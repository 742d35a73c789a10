/** Repeats (D11): siblings with one scope are one run; what is edited in one of them is edited in those that are its like. */
import { attributeOf, childPlaces, elementAround, isElementPlace, type ElementPlace, type ViewDocument } from './nodes';
import { inOrder, type Splice } from './splices';

export const SCOPE = 'data-path-scope';

/** The members of the run that an element belongs to, itself among them; none when it does not repeat. */
export function membersOf(place: ElementPlace): ElementPlace[] {
  const scope = attributeOf(place.node, SCOPE);
  if (!scope || !place.parent) return [];
  return childPlaces(place.parent)
    .filter(isElementPlace)
    .filter(({ node }) => attributeOf(node, SCOPE) === scope);
}

/** The repeating element that a place stands in, or is; undefined outside of repeats. */
export function repeatAround(place: ElementPlace): ElementPlace | undefined {
  for (let at: ElementPlace | undefined = place; at?.parent; at = at.parent) if (attributeOf(at.node, SCOPE)) return at;
  return undefined;
}

/** The splices of an edit, and those that do the same in every other member of its run that says the same. */
export function followRepeats(document: ViewDocument, text: string, splices: readonly Splice[]): Splice[] {
  let all = inOrder(splices, text.length);
  const first = all[0];
  const last = all.at(-1);
  if (!first || !last) return all;
  let place: ElementPlace | undefined = elementAround(document, first.from, last.to);
  for (; place?.parent; place = place.parent) {
    const { from, to } = place;
    const source = text.slice(from, to);
    const others = membersOf(place).filter((each) => each.from !== from && text.slice(each.from, each.to) === source);
    const mirrored = others.flatMap((each) =>
      all.map((splice) => ({ ...splice, from: splice.from + each.from - from, to: splice.to + each.from - from })),
    );
    if (mirrored.length) all = inOrder([...all, ...mirrored]);
  }
  return all;
}
