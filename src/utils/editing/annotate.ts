/** The view as the page shows it while it is edited: each element carries the id of its node, and one block can be typed in. */
import { atomsOf } from './atoms';
import type { TextBlock } from './blocks';
import { elementsOf, type ElementPlace } from './nodes';
import { applySplices, type Splice } from './splices';
import type { EditorState } from './state';

/** Attribute with the id of an element's node. Every copy that a repeat makes of the element has the same one. */
export const NODE = 'data-feaas-node';
/** Attribute of the element that is typed in. */
export const EDITED = 'data-feaas-edited';

const TYPED_IN = ` ${EDITED}="" contenteditable="true"`;
/** What is no text goes as a whole. */
const AS_A_WHOLE = ' contenteditable="false"';

/**
 * The text of the view with ids; for showing only: what is saved has none of it.
 * @param active the block that is typed in: its own element, or one around its text where it shares that with other blocks
 */
export function annotate({ text, document }: Pick<EditorState, 'text' | 'document'>, active?: TextBlock): string {
  const embeds = active ? embedsOf(text, active) : undefined;
  const splices: Splice[] = [];
  for (const place of elementsOf(document)) {
    const { node, from } = place;
    // One that the parser made by itself has no tag to write into.
    if (node.open === 0) continue;
    const at = from + 1 + node.tag.length;
    const edited = active?.whole && isSame(active.owner, place) ? TYPED_IN : '';
    const whole = embeds?.has(node.id) ? AS_A_WHOLE : '';
    splices.push({ from: at, to: at, insert: ` ${NODE}="${node.id}"${edited}${whole}` });
  }
  if (active && !active.whole) {
    splices.push({ from: active.from, to: active.from, insert: `<span${TYPED_IN}>` });
    splices.push({ from: active.to, to: active.to, insert: '</span>' });
  }
  return applySplices(
    text,
    // Of two at one place the one given last is the outer one's end, or the inner one's beginning.
    splices.sort((one, other) => one.from - other.from),
  );
}

const isSame = (one: ElementPlace, other: ElementPlace): boolean => one.node.id === other.node.id;

function embedsOf(text: string, block: TextBlock): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const { embed } of atomsOf(text, block)) if (embed && 'id' in embed) ids.add(embed.id);
  return ids;
}
