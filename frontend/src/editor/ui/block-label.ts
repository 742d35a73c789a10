/** The label of an element of the document, in the editor's language. */
import { blockByTag } from '../../../../src/utils/editing/model/block-registry';
import { excerptOf } from '../../../../src/utils/editing/model/drop-targets';
import type { ResolvedElement } from '../../../../src/utils/editing/model/syntax-tree';
import type { EditorMessages } from '../types';
import { blockName } from './block-name';

/** Maximum number of characters of the excerpt in a label. */
const EXCERPT = 30;

/** The block type, and the beginning of the text. */
export function blockLabel(resolved: ResolvedElement, messages: EditorMessages): string {
  const { tag } = resolved.node;
  const name = blockByTag(tag);
  const kind = name ? blockName(name, messages) : messages.t(tag === 'li' ? 'block.item' : 'block.group');
  const text = excerptOf(resolved, EXCERPT);
  return text ? `${kind} “${text}”` : kind;
}
