/** Pages taken apart into sections: what somebody would make a component of. */
import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** Characters of a section: a page's wrapper has more, a button fewer. */
const MAX_LENGTH = 12_000;
const MIN_LENGTH = 200;
/** Sections of one page: more of them say the same again. */
const MAX_SECTIONS = 3;

/** What stands in the body and shows nothing. */
const INVISIBLE_TAGS = /^(?:script|style|link|template)$/;
/** Their parts can not stand by themselves. */
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

/** The largest elements of a page's body that are no larger than a section, as they are written there. */
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
