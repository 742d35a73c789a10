/** What an element of the document is called, in the language of whoever edits. */
import { blockByTag } from '../../../../src/utils/editing/model/block-registry';
import { excerptOf } from '../../../../src/utils/editing/model/drop-targets';
import type { ResolvedElement } from '../../../../src/utils/editing/model/syntax-tree';
import type { EditorMessages } from '../types';
import { blockName } from './block-name';

/** Characters of its text that an element is told apart by. */
const EXCERPT = 30;

/** Its kind, and the beginning of its text. */
export function blockLabel(place: ResolvedElement, messages: EditorMessages): string {
  const { tag } = place.node;
  const name = blockByTag(tag);
  const kind = name ? blockName(name, messages) : messages.t(tag === 'li' ? 'block.item' : 'block.group');
  const text = excerptOf(place, EXCERPT);
  return text ? `${kind} “${text}”` : kind;
}
