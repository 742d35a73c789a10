/** Checks headings in their order: none skips a level, and none is empty. */
import { isBound } from '../blocks';
import { ancestorsOf, attributeOf, elementsOf, walk, type ResolvedElement, type SyntaxTree } from '../syntax-tree';
import { createDiagnostic, type Diagnostic } from './diagnostic';

/** A visible character: not a soft hyphen, or a zero-width character. */
const VISIBLE = /[^\s\u00ad\u200b\u2060]/;

/** Whether an element has something to read: text, a bound value, or the alternative text of an image. */
export function isReadable(element: ResolvedElement): boolean {
  if (ancestorsOf(element).some(({ node }) => isBound(node))) return true;
  for (const { node } of walk(element)) {
    if (node.kind === 'text' && VISIBLE.test(node.text)) return true;
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
  let previousLevel = 0;
  for (const element of elementsOf(document)) {
    const level = Number(/^h([1-6])$/.exec(element.node.tag)?.[1] ?? 0);
    if (!level) continue;
    if (!previousLevel && level > top)
      found.push(createDiagnostic(element, 'check.heading.first', { level, expected: top }));
    else if (previousLevel && level > previousLevel + 1)
      found.push(createDiagnostic(element, 'check.heading.skip', { level, before: previousLevel }));
    if (!isReadable(element)) found.push(createDiagnostic(element, 'check.heading.empty'));
    previousLevel = level;
  }
  return found;
}
