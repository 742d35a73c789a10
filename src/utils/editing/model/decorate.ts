/** The view as the page shows it while it is edited: each element carries the id of its node, and one block can be typed in. */
import { tokenizeInline } from './inline-tokens';
import type { TextBlock } from './blocks';
import { elementsOf, type ResolvedElement } from './syntax-tree';
import { applySteps, type Step } from './steps';
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
export function decorate({ text, document }: Pick<EditorState, 'text' | 'document'>, active?: TextBlock): string {
  const embeds = active ? embedsOf(text, active) : undefined;
  const steps: Step[] = [];
  for (const place of elementsOf(document)) {
    const { node, from } = place;
    // One that the parser made by itself has no tag to write into.
    if (node.open === 0) continue;
    const at = from + 1 + node.tag.length;
    const edited = active?.whole && isSame(active.owner, place) ? TYPED_IN : '';
    const whole = embeds?.has(node.id) ? AS_A_WHOLE : '';
    steps.push({ from: at, to: at, insert: ` ${NODE}="${node.id}"${edited}${whole}` });
  }
  if (active && !active.whole) {
    steps.push({ from: active.from, to: active.from, insert: `<span${TYPED_IN}>` });
    steps.push({ from: active.to, to: active.to, insert: '</span>' });
  }
  return applySteps(
    text,
    // Of two at one place the one given last is the outer one's end, or the inner one's beginning.
    steps.sort((one, other) => one.from - other.from),
  );
}

const isSame = (one: ResolvedElement, other: ResolvedElement): boolean => one.node.id === other.node.id;

function embedsOf(text: string, block: TextBlock): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const { embed } of tokenizeInline(text, block)) if (embed && 'id' in embed) ids.add(embed.id);
  return ids;
}
