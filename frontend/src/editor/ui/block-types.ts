/** The kinds of blocks, by their names. */
import type { BlockType } from '../../../../src/utils/editing/model/commands/block-type';
import type { Messages } from '../types';

export const BLOCK_TYPES: readonly BlockType[] = [
  'paragraph',
  ...([1, 2, 3, 4, 5, 6] as const).map((level) => `heading${level}` as const),
  'bullets',
  'numbers',
  'quote',
  'code',
];

export function nameOf(type: BlockType, { t }: Messages): string {
  const level = /^heading(\d)$/.exec(type)?.[1];
  return level ? t('block.heading', { level }) : t(`block.${type as 'paragraph'}`);
}
