/** The kinds of blocks, by their names. */
import type { BlockType } from '../../../../src/utils/editing/commands/block-type';
import type { Words } from '../view';

export const BLOCK_TYPES: readonly BlockType[] = [
  'paragraph',
  ...([1, 2, 3, 4, 5, 6] as const).map((level) => `heading${level}` as const),
  'bullets',
  'numbers',
  'quote',
  'code',
];

export function nameOf(type: BlockType, { say }: Words): string {
  const level = /^heading(\d)$/.exec(type)?.[1];
  return level ? say('block.heading', { level }) : say(`block.${type as 'paragraph'}`);
}
