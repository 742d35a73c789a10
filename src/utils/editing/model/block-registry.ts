/** The blocks that the editor inserts and names, each in one place. */

interface BlockDefinition {
  /** The element that it is. */
  readonly tag: string;
  /** The element that holds its text; undefined for a block that is no text, which text can not become. */
  readonly textTag?: string;
  /** It is offered where blocks are inserted. */
  readonly isInsertable?: true;
  /** Markup of a new one, where it is more than its elements. */
  readonly markup?: (text: string) => string;
}

/** What stands in an image until it has an address. */
const NO_IMAGE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='640' height='360'%3E%3Crect width='100%25' height='100%25' fill='%23d5d3e3'/%3E%3C/svg%3E";

/** In the order in which they are offered. A block's name is the message `block.<type>`; that of headings has their level. */
export const BLOCKS = Object.freeze({
  paragraph: { tag: 'p', textTag: 'p', isInsertable: true },
  heading1: { tag: 'h1', textTag: 'h1' },
  heading2: { tag: 'h2', textTag: 'h2', isInsertable: true },
  heading3: { tag: 'h3', textTag: 'h3', isInsertable: true },
  heading4: { tag: 'h4', textTag: 'h4' },
  heading5: { tag: 'h5', textTag: 'h5' },
  heading6: { tag: 'h6', textTag: 'h6' },
  bullets: { tag: 'ul', textTag: 'li', isInsertable: true },
  numbers: { tag: 'ol', textTag: 'li', isInsertable: true },
  quote: { tag: 'blockquote', textTag: 'p', isInsertable: true },
  code: { tag: 'pre', textTag: 'pre', isInsertable: true, markup: (text) => `<pre><code>${text}</code></pre>` },
  image: { tag: 'img', isInsertable: true, markup: () => `<img src="${NO_IMAGE}" alt="">` },
  rule: { tag: 'hr', isInsertable: true, markup: () => '<hr>' },
} as const satisfies Readonly<Record<string, BlockDefinition>>);

export type BlockName = keyof typeof BLOCKS;
/** Blocks of text: one can become another. */
export type BlockType = {
  [Name in BlockName]: (typeof BLOCKS)[Name] extends { readonly textTag: string } ? Name : never;
}[BlockName];

const all = Object.entries(BLOCKS) as readonly (readonly [BlockName, BlockDefinition])[];

export const BLOCK_TYPES = all.filter(([, { textTag }]) => textTag).map(([name]) => name as BlockType);

function markupOf({ tag, textTag, markup }: BlockDefinition, text: string): string {
  if (markup) return markup(text);
  return textTag && textTag !== tag ? `<${tag}><${textTag}>${text}</${textTag}></${tag}>` : `<${tag}>${text}</${tag}>`;
}

/** Blocks that may be inserted, with the markup of a new one. */
export const insertableBlocks = (text: string): readonly { readonly name: BlockName; readonly html: string }[] =>
  all.filter(([, { isInsertable }]) => isInsertable).map(([name, block]) => ({ name, html: markupOf(block, text) }));

/** The block that an element is, by its tag; undefined for one that has no name of its own. */
export const blockByTag = (tag: string): BlockName | undefined => all.find(([, block]) => block.tag === tag)?.[0];
