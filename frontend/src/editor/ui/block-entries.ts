/** Insertable items beside the library's components: blocks, and registered external components. */
import { insertableBlocks } from '../../../../src/utils/editing/model/block-registry';
import { writeValue } from '../../../../src/utils/editing/model/characters';
import { registeredComponents } from '../../../../src/utils/external/registry';
import type { PickerEntry } from '../../../../src/utils/frontend/types';
import type { EditorMessages } from '../types';
import { blockName } from './block-name';

export interface InsertableBlock extends PickerEntry {
  readonly html: string;
  /** Whether it is an external component. */
  readonly isOwn: boolean;
}

/** Blocks that can be inserted. */
const blocks = (messages: EditorMessages): InsertableBlock[] =>
  insertableBlocks(messages.t('block.new')).map(({ name, html }) => ({
    ...{ id: `block/${name}`, name: blockName(name, messages), html, isOwn: false, kind: 'block' as const },
  }));

/** Registered external components, sorted by group. */
const externalBlocks = (): InsertableBlock[] =>
  registeredComponents()
    .map(({ id, title, group, description, thumbnail }) => ({
      ...{ id: `external/${id}`, name: title, description: description ?? group, thumbnail, isOwn: true },
      ...{ kind: 'external' as const, group: group ?? '' },
      html: `<feaas-external data-external-id="${writeValue(id)}"></feaas-external>`,
    }))
    .sort((one, other) => one.group.localeCompare(other.group) || one.name.localeCompare(other.name));

/** All insertable blocks and currently registered external components. */
export const blockEntries = (messages: EditorMessages): readonly InsertableBlock[] => [
  ...blocks(messages),
  ...externalBlocks(),
];

/** Markup of a library component. It is a reference, so it always shows the published version. */
export function componentHTML(id: string): string {
  const [library = '', component = ''] = id.split('/');
  return `<feaas-component library="${writeValue(library)}" component="${writeValue(component)}"></feaas-component>`;
}
