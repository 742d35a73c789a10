/** Finds images without alternative text. An empty text is a deliberate choice. */
import { ancestorsOf, attributeOf, elementsOf, type ResolvedElement, type SyntaxTree } from '../syntax-tree';
import { createDiagnostic, type Diagnostic } from './diagnostic';

/** Whether a binding sets the attribute (D5): on the element itself, or on an ancestor. */
export const isGiven = (place: ResolvedElement, name: string): boolean =>
  [place, ...ancestorsOf(place)].some(({ node }) => attributeOf(node, `data-path-${name}`) !== undefined) ||
  attributeOf(place.node, 'data-path-attributes') !== undefined;

const isHidden = ({ node }: ResolvedElement): boolean =>
  attributeOf(node, 'aria-hidden') === 'true' || /^(?:presentation|none)$/.test(attributeOf(node, 'role') ?? '');

const needsText = ({ node }: ResolvedElement): boolean =>
  node.tag === 'img' ||
  (node.tag === 'area' && attributeOf(node, 'href') !== undefined) ||
  (node.tag === 'input' && attributeOf(node, 'type')?.toLowerCase() === 'image');

export const lintImages = (document: SyntaxTree): Diagnostic[] =>
  [...elementsOf(document)]
    .filter((place) => needsText(place) && ![place, ...ancestorsOf(place)].some(isHidden))
    .filter(({ node }) =>
      ['alt', 'aria-label', 'aria-labelledby'].every((name) => attributeOf(node, name) === undefined),
    )
    .filter((place) => !isGiven(place, 'alt'))
    .map((place) => createDiagnostic(place, 'check.alt.missing'));
