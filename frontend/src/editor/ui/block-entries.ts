/** What can be inserted beside the library's components: blocks, and components of the page's own. */
import { insertableBlocks } from '../../../../src/utils/editing/model/block-registry';
import { writeValue } from '../../../../src/utils/editing/model/characters';
import { registeredComponents } from '../../../../src/utils/external/registry';
import type { PickerEntry } from '../../../../src/utils/frontend/types';
import type { EditorMessages } from '../types';
import { blockName } from './block-name';

export interface InsertableBlock extends PickerEntry {
  readonly html: string;
  /** It is a component of the page's own. */
  readonly isOwn: boolean;
}

/** Blocks that may be inserted. */
const blocks = (messages: EditorMessages): InsertableBlock[] =>
  insertableBlocks(messages.t('block.new')).map(({ name, html }) => ({
    ...{ id: `block/${name}`, name: blockName(name, messages), html, isOwn: false, kind: 'block' as const },
  }));

/** Components of the page's own, those of one group together. */
const own = (): InsertableBlock[] =>
  registeredComponents()
    .map(({ id, title, group, description, thumbnail }) => ({
      ...{ id: `external/${id}`, name: title, description: description ?? group, thumbnail, isOwn: true },
      ...{ kind: 'external' as const, group: group ?? '' },
      html: `<feaas-external data-external-id="${writeValue(id)}"></feaas-external>`,
    }))
    .sort((one, other) => one.group.localeCompare(other.group) || one.name.localeCompare(other.name));

/** All of them, as the page has them now. */
export const blockEntries = (messages: EditorMessages): readonly InsertableBlock[] => [...blocks(messages), ...own()];

/** A component of the library stands in the view by its name: it shows as it is published, wherever it is. */
export function componentHTML(id: string): string {
  const [library = '', component = ''] = id.split('/');
  return `<feaas-component library="${writeValue(library)}" component="${writeValue(component)}"></feaas-component>`;
}
