/** Checks headings in their order: none skips a level, and none is empty. */
import { isBound } from '../blocks';
import { ancestorsOf, attributeOf, elementsOf, walk, type ResolvedElement, type SyntaxTree } from '../syntax-tree';
import { createDiagnostic, type Diagnostic } from './diagnostic';

/** A visible character: not a soft hyphen, or a zero-width character. */
const SEEN = /[^\s\u00ad\u200b\u2060]/;

/** Whether an element has something to read: text, a bound value, or the alternative text of an image. */
export function isReadable(place: ResolvedElement): boolean {
  if (ancestorsOf(place).some(({ node }) => isBound(node))) return true;
  for (const { node } of walk(place)) {
    if (node.kind === 'text' && SEEN.test(node.text)) return true;
    if (node.kind !== 'element') continue;
    if (isBound(node) || attributeOf(node, 'data-path-aria-label') !== undefined) return true;
    if (attributeOf(node, 'data-path-alt') !== undefined) return true;
    if (['alt', 'aria-label', 'aria-labelledby', 'title'].some((name) => attributeOf(node, name)?.trim())) return true;
    // Custom elements and inline SVG have content of their own.
    if (node.tag.includes('-') || node.tag === 'svg') return true;
  }
  return false;
}

/** @param top maximum level of the first heading (2 allows h1 and h2): a component is rarely alone on its page */
export function lintHeadings(document: SyntaxTree, top = 2): Diagnostic[] {
  const found: Diagnostic[] = [];
  let before = 0;
  for (const place of elementsOf(document)) {
    const level = Number(/^h([1-6])$/.exec(place.node.tag)?.[1] ?? 0);
    if (!level) continue;
    if (!before && level > top) found.push(createDiagnostic(place, 'check.heading.first', { level, expected: top }));
    else if (before && level > before + 1) found.push(createDiagnostic(place, 'check.heading.skip', { level, before }));
    if (!isReadable(place)) found.push(createDiagnostic(place, 'check.heading.empty'));
    before = level;
  }
  return found;
}
