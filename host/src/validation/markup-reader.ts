/** Parses markup like `innerHTML` of a div, with source positions, limits, and a list of dropped tags. */
import { defaultTreeAdapter, html as spec, Parser, type DefaultTreeAdapterTypes, type Token } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;
export type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type Adapted = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

/** From 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** A start tag that created no element. */
export interface Dropped extends SourcePosition {
  readonly tag: string;
  /** The parent element; the root's name is `div`. */
  readonly parent: Element;
}

export interface Reading {
  readonly nodes: readonly ChildNode[];
  readonly dropped: readonly Dropped[];
  /** Where and in what construct the text ends prematurely. */
  readonly unfinished: (SourcePosition & { readonly what: string }) | undefined;
  readonly root: Element;
}

const UNFINISHED: Readonly<Partial<Record<string, string>>> = {
  'eof-in-tag': 'a tag',
  'eof-in-comment': 'a comment',
  'eof-in-cdata': 'a CDATA section',
};

/** Maximum nesting of elements. */
export const MAX_DEPTH = 256;
/** Maximum number of elements: repeated formatting can turn few characters into millions. */
const MAX_ELEMENTS = 50_000;

/** Markup exceeded a limit and was not parsed completely. */
export class MarkupLimitError extends Error {
  constructor(
    message: string,
    readonly place: SourcePosition,
  ) {
    super(message);
  }
}

/**
 * Parses HTML. Without scripting, `noscript` contains elements.
 * @throws MarkupLimitError beyond the limits.
 */
export function read(html: string, { scripting }: { scripting: boolean }): Reading {
  const createdTags: string[] = [];
  const root = defaultTreeAdapter.createElement('div', spec.NS.HTML, []);
  let depth = 0;
  let count = 0;
  let unfinished: Reading['unfinished'];
  const reader = PositionedParser.getFragmentParser<Adapted>(root, {
    scriptingEnabled: scripting,
    sourceCodeLocationInfo: true,
    onParseError({ code, startLine: line, startCol: column }) {
      const what = UNFINISHED[code];
      if (what !== undefined) unfinished = { what, line, column };
    },
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(tag, namespace, attributes) {
        if (++count > MAX_ELEMENTS)
          throw new MarkupLimitError(`makes more than ${MAX_ELEMENTS} elements`, reader.place());
        createdTags.push(tag.toLowerCase());
        return defaultTreeAdapter.createElement(tag, namespace, attributes);
      },
      onItemPush() {
        // The root is on the stack, too.
        if (++depth > MAX_DEPTH + 1)
          throw new MarkupLimitError(`has more than ${MAX_DEPTH} levels of elements`, reader.place());
      },
      onItemPop() {
        depth--;
      },
    },
  }) as PositionedParser;
  reader.made = createdTags;
  reader.root = root;
  reader.tokenizer.write(html, true);
  return { nodes: reader.getFragment().childNodes, dropped: reader.dropped, unfinished, root };
}

class PositionedParser extends Parser<Adapted> {
  readonly dropped: Dropped[] = [];
  /** Names of the elements created since the last start tag. */
  made: string[] = [];
  root: Element | undefined;

  place(): SourcePosition {
    const { line, col } = this.tokenizer.preprocessor;
    return { line, column: col };
  }

  override onStartTag(token: Token.TagToken): void {
    const tag = token.tagName === 'image' ? 'img' : token.tagName;
    const { current, stackTop } = this.openElements;
    this.made.length = 0;
    super.onStartTag(token);
    if (this.made.includes(tag) || this.made.includes(token.tagName)) return;
    // The bottom element of the stack is created by the parser.
    const parent = current && 'tagName' in current && stackTop > 0 ? current : this.root!;
    const { startLine: line = 1, startCol: column = 1 } = token.location ?? {};
    this.dropped.push({ tag: token.tagName, parent, line, column });
  }
}
