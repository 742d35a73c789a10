/** The names of blocks, in the language of whoever edits. */
import type { BlockName } from '../../../../src/utils/editing/model/block-registry';
import type { Messages } from '../types';

export function blockName(name: BlockName, { t }: Messages): string {
  const level = /^heading(\d)$/.exec(name)?.[1];
  return level ? t('block.heading', { level }) : t(`block.${name as 'paragraph'}`);
}
