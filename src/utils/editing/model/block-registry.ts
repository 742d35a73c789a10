/** Registry of the blocks that the editor inserts and names. */

interface BlockDefinition {
  /** Tag of the block's element. */
  readonly tag: string;
  /** Tag of the element with its text; undefined for a block without text, which a text block can not become. */
  readonly textTag?: string;
  /** Whether the insertion menu offers it. */
  readonly isInsertable?: true;
  /** Returns the markup of a new block, if that is more than its elements. */
  readonly markup?: (text: string) => string;
}

/** Placeholder for an image without an address. */
const NO_IMAGE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='640' height='360'%3E%3Crect width='100%25' height='100%25' fill='%23d5d3e3'/%3E%3C/svg%3E";

/** In the order of the menus. The message `block.<type>` is a block's label; for headings it contains the level. */
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
/** Text blocks: one can become another. */
export type BlockType = {
  [Name in BlockName]: (typeof BLOCKS)[Name] extends { readonly textTag: string } ? Name : never;
}[BlockName];

const entries = Object.entries(BLOCKS) as readonly (readonly [BlockName, BlockDefinition])[];

export const BLOCK_TYPES = entries.filter(([, { textTag }]) => textTag).map(([name]) => name as BlockType);

function markupOf({ tag, textTag, markup }: BlockDefinition, text: string): string {
  if (markup) return markup(text);
  return textTag && textTag !== tag ? `<${tag}><${textTag}>${text}</${textTag}></${tag}>` : `<${tag}>${text}</${tag}>`;
}

/** Returns the blocks that can be inserted, with the markup of a new one. */
export const insertableBlocks = (text: string): readonly { readonly name: BlockName; readonly html: string }[] =>
  entries
    .filter(([, { isInsertable }]) => isInsertable)
    .map(([name, block]) => ({ name, html: markupOf(block, text) }));

/** Returns the block of a tag; undefined if there is none. */
export const blockByTag = (tag: string): BlockName | undefined => entries.find(([, block]) => block.tag === tag)?.[0];
