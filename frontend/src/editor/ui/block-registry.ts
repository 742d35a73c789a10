/** What can be inserted beside the library's components: blocks, and components of the page's own. */
import { writeValue } from '../../../../src/utils/editing/model/characters';
import { registeredComponents } from '../../../../src/utils/external/registry';
import type { PickerEntry } from '../../../../src/utils/frontend/types';
import type { Messages } from '../types';

/** What stands in an image until it has an address. */
const NO_IMAGE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='640' height='360'%3E%3Crect width='100%25' height='100%25' fill='%23d5d3e3'/%3E%3C/svg%3E";

export interface InsertableBlock extends PickerEntry {
  readonly html: string;
  /** It is a component of the page's own. */
  readonly isOwn: boolean;
}

/** Blocks that may be inserted. */
function blocks({ t }: Messages): InsertableBlock[] {
  const text = t('block.new');
  const all: readonly (readonly [id: string, name: string, html: string])[] = [
    ['paragraph', t('block.paragraph'), `<p>${text}</p>`],
    ['heading2', t('block.heading', { level: 2 }), `<h2>${text}</h2>`],
    ['heading3', t('block.heading', { level: 3 }), `<h3>${text}</h3>`],
    ['bullets', t('block.bullets'), `<ul><li>${text}</li></ul>`],
    ['numbers', t('block.numbers'), `<ol><li>${text}</li></ol>`],
    ['quote', t('block.quote'), `<blockquote><p>${text}</p></blockquote>`],
    ['code', t('block.code'), `<pre><code>${text}</code></pre>`],
    ['image', t('block.image'), `<img src="${NO_IMAGE}" alt="">`],
    ['rule', t('block.rule'), '<hr>'],
  ];
  return all.map(([id, name, html]) => ({ id: `block/${id}`, name, html, isOwn: false, kind: 'block' }));
}

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
export const insertableBlocks = (messages: Messages): readonly InsertableBlock[] => [...blocks(messages), ...own()];

/** A component of the library stands in the view by its name: it shows as it is published, wherever it is. */
export function componentHTML(id: string): string {
  const [library = '', component = ''] = id.split('/');
  return `<feaas-component library="${writeValue(library)}" component="${writeValue(component)}"></feaas-component>`;
}
