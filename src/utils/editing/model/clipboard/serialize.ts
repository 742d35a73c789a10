/** Serializes a sanitized paste to the HTML of a document. */
import { MARKS, MARK_TYPES } from '../mark-registry';
import { writeText, writeValue } from '../characters';
import type { PastedBlock, PastedImage, PastedRun, PastedText } from './clipboard-schema';

function writeRun({ text, marks }: PastedRun, pre: boolean): string {
  let html = writeText(text);
  if (!pre) html = html.replaceAll('\n', '<br>');
  if (marks.style) html = `<span style="${writeValue(marks.style)}">${html}</span>`;
  for (const type of MARK_TYPES.toReversed()) {
    const value = marks[type];
    if (value === undefined) continue;
    const tag = MARKS[type].tags[0];
    const open = type === 'link' ? `a href="${writeValue(String(value))}"` : tag;
    html = `<${open}>${html}</${tag}>`;
  }
  return html;
}

export const serializeRuns = (runs: readonly PastedRun[], pre = false): string =>
  runs.map((run) => writeRun(run, pre)).join('');

/** Removes code marks, which are redundant in a code block. */
const withoutCodeMarks = (runs: readonly PastedRun[]): PastedRun[] =>
  runs.map(({ text, marks: { code: _, ...marks } }) => ({ text, marks }));

const isListed = (block: PastedBlock | undefined): block is PastedText =>
  !!block && 'runs' in block && (block.type === 'bullets' || block.type === 'numbers');

const listTag = ({ type }: PastedText): string => (type === 'bullets' ? 'ul' : 'ol');

const writeStyle = ({ style }: PastedText): string => (style ? ` style="${writeValue(style)}"` : '');
const writeDirection = (dir: PastedText['dir']): string => (dir ? ` dir="${dir}"` : '');

/** Returns the direction that all items of the first item's list share, including its nested lists. */
function directionOf([first, ...others]: readonly PastedText[]): PastedText['dir'] {
  const end = others.findIndex(
    ({ depth, list }) => depth < first!.depth || (depth === first!.depth && list !== first!.list),
  );
  return others.slice(0, end < 0 ? undefined : end).every(({ dir }) => dir === first!.dir) ? first!.dir : undefined;
}

/** Serializes items to nested lists; an item that is deeper than the one before is in a list of that one. */
function writeList(items: readonly PastedText[]): string {
  let html = '';
  const open: (Pick<PastedText, 'depth' | 'list' | 'dir'> & { readonly tag: string })[] = [];
  const close = (): void => void (html += `</li></${open.pop()!.tag}>`);
  for (const [index, item] of items.entries()) {
    const { depth, list, number } = item;
    const tag = listTag(item);
    while (open.length && open.at(-1)!.depth > depth) close();
    let top = open.at(-1);
    if (top && top.depth === depth && (top.tag !== tag || top.list !== list)) {
      close();
      top = open.at(-1);
    }
    if (top?.depth === depth) html += '</li>';
    else {
      const start = tag === 'ol' && number !== undefined && number !== 1 ? ` start="${number}"` : '';
      top = { tag, depth, list, dir: directionOf(items.slice(index)) };
      html += `<${tag}${start}${open.some(({ dir }) => dir) ? '' : writeDirection(top.dir)}>`;
      open.push(top);
    }
    html += `<li${open.some(({ dir }) => dir) ? '' : writeDirection(item.dir)}${writeStyle(item)}>${serializeRuns(item.runs)}`;
  }
  while (open.length) close();
  return html;
}

export function serializeImage({ src, srcset, alt, size }: Omit<PastedImage, 'type'>): string {
  const sources = srcset === undefined ? '' : ` srcset="${writeValue(srcset)}"`;
  const dimensions = size ? ` width="${size.width}" height="${size.height}"` : '';
  return `<img src="${writeValue(src)}" alt="${writeValue(alt)}"${sources}${dimensions}>`;
}

function writeBlock(block: PastedBlock): string {
  if ('html' in block) return block.html;
  if ('src' in block) return `<p>${serializeImage(block)}</p>`;
  if (!('runs' in block)) return '<hr>';
  const { type, runs } = block;
  const attributes = writeDirection(block.dir) + writeStyle(block);
  if (type === 'code') {
    return `<pre${attributes}><code>${serializeRuns(withoutCodeMarks(runs), true).replace(/^\n/, '')}</code></pre>`;
  }
  const inner = serializeRuns(runs);
  if (type === 'quote') return `<blockquote${attributes}><p>${inner}</p></blockquote>`;
  const tag = type.startsWith('heading') ? `h${type.slice(-1)}` : 'p';
  return `<${tag}${attributes}>${inner}</${tag}>`;
}

const SPACE: PastedRun = { text: ' ', marks: {} };

/** Adds the outer spaces of the first and the last block, where these continue other text. */
export function withOuterSpaces(
  blocks: readonly PastedBlock[],
  isWanted = { before: true, after: true },
): readonly PastedBlock[] {
  return blocks.map((block, index) => {
    if (!('runs' in block)) return block;
    const hasSpaceBefore = index === 0 && isWanted.before && block.hasSpaceBefore;
    const hasSpaceAfter = index === blocks.length - 1 && isWanted.after && block.hasSpaceAfter;
    return { ...block, runs: [...(hasSpaceBefore ? [SPACE] : []), ...block.runs, ...(hasSpaceAfter ? [SPACE] : [])] };
  });
}

/** Serializes blocks to HTML; neighboring list items are one string. */
export function serializeBlocks(blocks: readonly PastedBlock[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!;
    if (!isListed(block)) {
      result.push(writeBlock(block));
      continue;
    }
    const items: PastedText[] = [];
    for (let item = blocks[index]; isListed(item); item = blocks[++index]) items.push(item);
    index--;
    result.push(writeList(items));
  }
  return result;
}
