/** Finds images without alternative text. An empty text is a deliberate choice. */
import { ancestorsOf, attributeOf, elementsOf, type ResolvedElement, type SyntaxTree } from '../syntax-tree';
import { createDiagnostic, type Diagnostic } from './diagnostic';

/** Whether a binding sets the attribute (D5): on the element itself, or on an ancestor. */
export const isBoundAttribute = (element: ResolvedElement, name: string): boolean =>
  [element, ...ancestorsOf(element)].some(({ node }) => attributeOf(node, `data-path-${name}`) !== undefined) ||
  attributeOf(element.node, 'data-path-attributes') !== undefined;

const isHidden = ({ node }: ResolvedElement): boolean =>
  attributeOf(node, 'aria-hidden') === 'true' || /^(?:presentation|none)$/.test(attributeOf(node, 'role') ?? '');

const needsText = ({ node }: ResolvedElement): boolean =>
  node.tag === 'img' ||
  (node.tag === 'area' && attributeOf(node, 'href') !== undefined) ||
  (node.tag === 'input' && attributeOf(node, 'type')?.toLowerCase() === 'image');

export const lintImages = (document: SyntaxTree): Diagnostic[] =>
  [...elementsOf(document)]
    .filter((element) => needsText(element) && ![element, ...ancestorsOf(element)].some(isHidden))
    .filter(({ node }) =>
      ['alt', 'aria-label', 'aria-labelledby'].every((name) => attributeOf(node, name) === undefined),
    )
    .filter((element) => !isBoundAttribute(element, 'alt'))
    .map((element) => createDiagnostic(element, 'check.alt.missing'));
