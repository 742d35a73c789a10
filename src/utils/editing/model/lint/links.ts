/** Finds links without a target, or without readable content. */
import {
  attributeOf,
  elementsOf,
  isResolvedElement,
  walk,
  type ResolvedElement,
  type SyntaxTree,
} from '../syntax-tree';
import { createDiagnostic, type Diagnostic } from './diagnostic';
import { isReadable } from './headings';
import { isGiven } from './images';

/** A binding within a link may also set the link's address (D5). */
const isGivenInside = (place: ResolvedElement): boolean =>
  [...walk(place)].some((inner) => isResolvedElement(inner) && attributeOf(inner.node, 'data-path-href') !== undefined);

/**
 * @param ids ids of the page; without them fragments are not checked, since another component may contain their target
 */
export function lintLinks(document: SyntaxTree, ids?: ReadonlySet<string>): Diagnostic[] {
  const found: Diagnostic[] = [];
  const own = new Set([...elementsOf(document)].map(({ node }) => attributeOf(node, 'id')));
  for (const place of elementsOf(document)) {
    const { node } = place;
    if (node.tag !== 'a' || node.foreign) continue;
    const href = attributeOf(node, 'href')?.trim();
    const isAnchor = href === undefined && (attributeOf(node, 'id') ?? attributeOf(node, 'name')) !== undefined;
    if (isAnchor) continue;
    if (!isGiven(place, 'href') && !isGivenInside(place)) {
      const id = href?.startsWith('#') ? decode(href.slice(1)) : undefined;
      if (!href || href === '#' || /^javascript:/i.test(href)) found.push(createDiagnostic(place, 'check.link.target'));
      else if (id !== undefined && ids && id !== 'top' && !own.has(id) && !ids.has(id))
        found.push(createDiagnostic(place, 'check.link.fragment', { id }));
    }
    if (!isReadable(place)) found.push(createDiagnostic(place, 'check.link.empty'));
  }
  return found;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
