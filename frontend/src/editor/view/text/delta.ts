/** Converts a block's text between Quill and the document. Both have the same characters. An atom counts as one. */
import type { TextBlock } from '../../../../../src/utils/editing/model/blocks';
import {
  isPreformatted,
  tokenizeInline,
  type InlineNode,
  type InlineToken,
  type MarkInstance,
} from '../../../../../src/utils/editing/model/inline-tokens';
import type { MarkType } from '../../../../../src/utils/editing/model/mark-registry';
import { marksOf, type Marks, type Run } from '../../../../../src/utils/editing/model/runs';
import type { TextContent, TextElement, TextFormats, TextInsert } from './types';

/** Maps the names in a block's text to parts of the document. */
export interface DeltaContext {
  readonly content: TextContent;
  readonly elements: ReadonlyMap<string, MarkInstance>;
  readonly atoms: ReadonlyMap<string, InlineNode>;
}

const nameOf = ({ id }: MarkInstance): string => `element-${id}`;
const tagOf = ({ open }: MarkInstance): string => /^<([^\s/>]+)/.exec(open)?.[1]?.toLowerCase() ?? 'span';

/** Whether a space next to the token would collapse: at an edge of a line, or beside another space. */
const collapses = (token: InlineToken | undefined): boolean =>
  !token || /[ \u00a0]/.test(token.text) || token.embed?.kind === 'break';

/** Converts a block of the document. */
export function toContent(text: string, block: TextBlock): DeltaContext {
  const pre = isPreformatted(block);
  const elements = new Map<string, MarkInstance>();
  const atoms = new Map<string, InlineNode>();
  const elementsByName = new Map<string, TextElement>();
  const inserts: { insert: TextInsert['insert']; attributes?: TextFormats }[] = [];
  let lastStackKey = '';
  let hasSpaces = false;
  const tokens = tokenizeInline(text, block).filter((token) => token.text);
  for (const [index, token] of tokens.entries()) {
    const { embed, stack } = token;
    // A `&nbsp;` that only prevents collapsing is an ordinary space.
    const isSpace = token.source === '&nbsp;' && [tokens[index - 1], tokens[index + 1]].some(collapses);
    const visible = isSpace ? ' ' : token.text;
    hasSpaces ||= isSpace;
    for (const [rank, each] of stack.entries()) {
      const name = nameOf(each);
      if (elementsByName.has(name)) continue;
      elements.set(name, each);
      const tag = tagOf(each);
      elementsByName.set(name, {
        name,
        key: String(each.id),
        tag,
        rank,
        isLink: tag === 'a',
        isButton: tag === 'button',
      });
    }
    const attributes = Object.fromEntries(stack.map((each) => [nameOf(each), true] as const).sort());
    const stackKey = stack.map(nameOf).join();
    const previous = inserts.at(-1);
    let insert: TextInsert['insert'] = visible;
    if (embed && 'id' in embed) {
      atoms.set(String(embed.id), embed);
      insert = { atom: String(embed.id) };
    } else if (embed) insert = { newline: 'br' };
    else if (pre && visible === '\n') insert = { newline: '\n' };
    if (typeof insert === 'string' && previous && typeof previous.insert === 'string' && lastStackKey === stackKey)
      previous.insert += insert;
    else inserts.push({ insert, ...(stack.length ? { attributes } : {}) });
    lastStackKey = stackKey;
  }
  return { content: { inserts, elements: [...elementsByName.values()], hasSpaces }, elements, atoms };
}

/** Converts Quill's inserts to runs of the document. */
export function toRuns(inserts: readonly TextInsert[], { content, elements, atoms }: DeltaContext): Run[] {
  const byName = new Map(content.elements.map((element) => [element.name, element]));
  const marksFor = (formats: TextFormats = {}): Marks => {
    const stack = Object.keys(formats)
      .flatMap((name) => (formats[name] ? (byName.get(name) ?? []) : []))
      .sort((one, other) => one.rank - other.rank);
    const newMarks = Object.entries(formats).filter(([name, value]) => value && !elements.has(name));
    return {
      ...(Object.fromEntries(newMarks) as Marks),
      ...marksOf({ stack: stack.map(({ name }) => elements.get(name)!) }),
    };
  };
  return inserts.flatMap(({ insert, attributes }): Run[] => {
    const marks = marksFor(attributes);
    if (typeof insert === 'string') return [{ insert, marks }];
    if ('newline' in insert) return [{ insert: insert.newline === '\n' ? '\n' : { kind: 'break' }, marks }];
    const atom = atoms.get(insert.atom);
    return atom ? [{ insert: atom, marks }] : [];
  });
}

/** The marks of text that is typed with these formats. */
export const toMarks = (formats: TextFormats, context: DeltaContext): Marks =>
  toRuns([{ insert: ' ', attributes: formats }], context)[0]!.marks;

/** Formats that toggle a mark. They also remove elements of the template that have the mark. */
export function toggled(
  type: Exclude<MarkType, 'link'>,
  formats: TextFormats,
  { elements }: DeltaContext,
): TextFormats {
  const matching = Object.keys(formats).filter((name) => name === type || elements.get(name)?.mark === type);
  return matching.length ? Object.fromEntries(matching.map((name) => [name, false])) : { [type]: true };
}
