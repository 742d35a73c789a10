/** Splits pages into sections of the size of a component. */
import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** Length of a section in characters: the wrapper of a page is longer, a button is shorter. */
const MAX_LENGTH = 12_000;
const MIN_LENGTH = 200;
/** Most sections of one page: more of them would be similar. */
const MAX_SECTIONS = 3;

/** Elements in the body that are not rendered. */
const INVISIBLE_TAGS = /^(?:script|style|link|template)$/;
/** Elements whose children are not valid without them. */
const INDIVISIBLE_TAGS = /^(?:table|select|ul|ol|dl|svg|picture|video)$/;

const isElement = (node: DefaultTreeAdapterTypes.ChildNode): node is Element => 'tagName' in node;

function bodyOf(parent: DefaultTreeAdapterTypes.ParentNode): Element | undefined {
  for (const node of parent.childNodes) {
    if (!isElement(node)) continue;
    const body = node.tagName === 'body' ? node : bodyOf(node);
    if (body) return body;
  }
  return undefined;
}

/** Returns the source of the largest elements in the body of a page that are not larger than a section. */
export function sectionsOf(page: string): string[] {
  const found: string[] = [];
  const look = (parent: Element): void => {
    for (const node of parent.childNodes) {
      if (!isElement(node) || !node.sourceCodeLocation || INVISIBLE_TAGS.test(node.tagName)) continue;
      const { startOffset, endOffset } = node.sourceCodeLocation;
      const size = endOffset - startOffset;
      if (size > MAX_LENGTH && !INDIVISIBLE_TAGS.test(node.tagName)) look(node);
      else if (size >= MIN_LENGTH) found.push(page.slice(startOffset, endOffset));
    }
  };
  const body = bodyOf(parse(page, { sourceCodeLocationInfo: true }));
  if (body) look(body);
  return [...new Set(found)].sort((one, other) => other.length - one.length).slice(0, MAX_SECTIONS);
}
