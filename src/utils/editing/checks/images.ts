/** Images that say nothing to those who do not see them. An empty text is one that was chosen. */
import { ancestorsOf, attributeOf, elementsOf, type ElementPlace, type ViewDocument } from '../nodes';
import { finding, type Finding } from './finding';

/** Whether a binding gives the attribute (D5): on the element itself, or on one around it. */
export const isGiven = (place: ElementPlace, name: string): boolean =>
  [place, ...ancestorsOf(place)].some(({ node }) => attributeOf(node, `data-path-${name}`) !== undefined) ||
  attributeOf(place.node, 'data-path-attributes') !== undefined;

const isHidden = ({ node }: ElementPlace): boolean =>
  attributeOf(node, 'aria-hidden') === 'true' || /^(?:presentation|none)$/.test(attributeOf(node, 'role') ?? '');

const needsText = ({ node }: ElementPlace): boolean =>
  node.tag === 'img' ||
  (node.tag === 'area' && attributeOf(node, 'href') !== undefined) ||
  (node.tag === 'input' && attributeOf(node, 'type')?.toLowerCase() === 'image');

export const checkImages = (document: ViewDocument): Finding[] =>
  [...elementsOf(document)]
    .filter((place) => needsText(place) && ![place, ...ancestorsOf(place)].some(isHidden))
    .filter(({ node }) =>
      ['alt', 'aria-label', 'aria-labelledby'].every((name) => attributeOf(node, name) === undefined),
    )
    .filter((place) => !isGiven(place, 'alt'))
    .map((place) => finding(place, 'check.alt.missing'));
