/** The names of blocks, in the editor's language. */
import type { BlockName } from '../../../../src/utils/editing/model/block-registry';
import type { EditorMessages } from '../types';

const HEADING = 'heading';
type HeadingName = Extract<BlockName, `${typeof HEADING}${number}`>;

const isHeading = (name: BlockName): name is HeadingName => name.startsWith(HEADING);

export const blockName = (name: BlockName, { t }: EditorMessages): string =>
  isHeading(name) ? t('block.heading', { level: Number(name.slice(HEADING.length)) }) : t(`block.${name}`);
