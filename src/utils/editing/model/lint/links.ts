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
import { isBoundAttribute } from './images';

/** A binding within a link may also set the link's address (D5). */
const isBoundInside = (element: ResolvedElement): boolean =>
  [...walk(element)].some(
    (inner) => isResolvedElement(inner) && attributeOf(inner.node, 'data-path-href') !== undefined,
  );

/**
 * @param ids ids of the page; without them fragments are not checked, since another component may contain their target
 */
export function lintLinks(document: SyntaxTree, ids?: ReadonlySet<string>): Diagnostic[] {
  const found: Diagnostic[] = [];
  const ownIds = new Set([...elementsOf(document)].map(({ node }) => attributeOf(node, 'id')));
  for (const element of elementsOf(document)) {
    const { node } = element;
    if (node.tag !== 'a' || node.foreign) continue;
    const href = attributeOf(node, 'href')?.trim();
    const isAnchor = href === undefined && (attributeOf(node, 'id') ?? attributeOf(node, 'name')) !== undefined;
    if (isAnchor) continue;
    if (!isBoundAttribute(element, 'href') && !isBoundInside(element)) {
      const id = href?.startsWith('#') ? decode(href.slice(1)) : undefined;
      if (!href || href === '#' || /^javascript:/i.test(href))
        found.push(createDiagnostic(element, 'check.link.target'));
      else if (id !== undefined && ids && id !== 'top' && !ownIds.has(id) && !ids.has(id))
        found.push(createDiagnostic(element, 'check.link.fragment', { id }));
    }
    if (!isReadable(element)) found.push(createDiagnostic(element, 'check.link.empty'));
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
