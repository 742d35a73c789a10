/** The document as the page shows it during editing: each element has the id of its node, and one block is editable. */
import { tokenizeInline } from './inline-tokens';
import type { TextBlock } from './blocks';
import { elementsOf, type ResolvedElement } from './syntax-tree';
import { applySteps, type Step } from './steps';
import type { EditorState } from './state';

/** Attribute with the id of an element's node. All copies that a repeater makes of the element have the same one. */
export const NODE = 'data-feaas-node';
/** Attribute of the edited element. */
export const EDITED = 'data-feaas-edited';

const EDITABLE = ` ${EDITED}="" contenteditable="true"`;
/** Inline content other than text is selected and deleted as a whole. */
const NOT_EDITABLE = ' contenteditable="false"';

/**
 * Returns the markup with ids, for display only: saved markup has none of them.
 * @param active the edited block: its own element, or a new one around its text if the parent contains other blocks
 */
export function decorate({ text, document }: Pick<EditorState, 'text' | 'document'>, active?: TextBlock): string {
  const embeds = active ? embedsOf(text, active) : undefined;
  const steps: Step[] = [];
  for (const element of elementsOf(document)) {
    const { node, from } = element;
    // An element that the parser inserted has no tag to write into.
    if (node.open === 0) continue;
    const position = from + 1 + node.tag.length;
    const editable = active?.isWhole && isSame(active.owner, element) ? EDITABLE : '';
    const notEditable = embeds?.has(node.id) ? NOT_EDITABLE : '';
    steps.push({ from: position, to: position, insert: ` ${NODE}="${node.id}"${editable}${notEditable}` });
  }
  if (active && !active.isWhole) {
    steps.push({ from: active.from, to: active.from, insert: `<span${EDITABLE}>` });
    steps.push({ from: active.to, to: active.to, insert: '</span>' });
  }
  return applySteps(
    text,
    // Of two steps at one position, the later one is the outer element's end, or the inner one's beginning.
    steps.sort((one, other) => one.from - other.from),
  );
}

const isSame = (one: ResolvedElement, other: ResolvedElement): boolean => one.node.id === other.node.id;

function embedsOf(text: string, block: TextBlock): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const { embed } of tokenizeInline(text, block)) if (embed && 'id' in embed) ids.add(embed.id);
  return ids;
}
