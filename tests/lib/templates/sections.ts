/** Pages taken apart into sections: what somebody would make a component of. */
import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** Characters of a section: a page's wrapper has more, a button fewer. */
const MOST = 12_000;
const LEAST = 200;
/** Sections of one page: more of them say the same again. */
const OF_A_PAGE = 3;

/** What stands in the body and shows nothing. */
const UNSEEN = /^(?:script|style|link|template)$/;
/** Their parts can not stand by themselves. */
const WHOLE = /^(?:table|select|ul|ol|dl|svg|picture|video)$/;

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
      if (!isElement(node) || !node.sourceCodeLocation || UNSEEN.test(node.tagName)) continue;
      const { startOffset, endOffset } = node.sourceCodeLocation;
      const size = endOffset - startOffset;
      if (size > MOST && !WHOLE.test(node.tagName)) look(node);
      else if (size >= LEAST) found.push(page.slice(startOffset, endOffset));
    }
  };
  const body = bodyOf(parse(page, { sourceCodeLocationInfo: true }));
  if (body) look(body);
  return [...new Set(found)].sort((one, other) => other.length - one.length).slice(0, OF_A_PAGE);
}
