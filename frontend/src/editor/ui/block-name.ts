/** The names of blocks, in the language of whoever edits. */
import type { BlockName } from '../../../../src/utils/editing/model/block-registry';
import type { EditorMessages } from '../types';

export function blockName(name: BlockName, { t }: EditorMessages): string {
  const level = /^heading(\d)$/.exec(name)?.[1];
  return level ? t('block.heading', { level: Number(level) }) : t(`block.${name as 'paragraph'}`);
}
