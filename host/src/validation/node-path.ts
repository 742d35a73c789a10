/** The location of a node in markup, as a path of elements, and as line and column. */
import type { ChildNode, Element, SourcePosition } from './markup-reader.js';

const isElement = (node: ChildNode): node is Element => 'tagName' in node;

/** A path such as `section > div:nth-child(2) > a`. The position is included if a sibling has the same name. */
export function pathOf(element: Element): string {
  const steps: string[] = [];
  let current: Element | undefined = element;
  while (current) {
    const parent = parentOf(current);
    if (!parent) break;
    const siblings = parent.childNodes.filter(isElement);
    const { tagName } = current;
    const isOnly = siblings.filter((each) => each.tagName === tagName).length < 2;
    steps.unshift(isOnly ? tagName : `${tagName}:nth-child(${siblings.indexOf(current) + 1})`);
    current = 'tagName' in parent ? parent : templateOf(parent);
  }
  return steps.join(' > ');
}

type Parent = NonNullable<Element['parentNode']>;

const parentOf = (element: Element): Parent | undefined => element.parentNode ?? undefined;

const templates = new WeakMap<object, Element>();

/** Records the template of its content, which has no reference to it. Call it before visiting the content. */
export const enterTemplate = (content: object, template: Element): unknown => templates.set(content, template);

const templateOf = (content: object): Element | undefined => templates.get(content);

/** Position of a start tag or attribute. For an implied element: that of the nearest ancestor with a position. */
export function positionOf(element: Element, attribute?: string): SourcePosition {
  for (let current: Element | undefined = element; current;) {
    const location = current.sourceCodeLocation;
    if (location) {
      const attributeLocation = attribute === undefined ? undefined : location.attrs?.[attribute.toLowerCase()];
      const { startLine, startCol } = attributeLocation ?? location;
      return { line: startLine, column: startCol };
    }
    const parent = parentOf(current);
    current = parent && ('tagName' in parent ? parent : templateOf(parent));
  }
  return { line: 1, column: 1 };
}
