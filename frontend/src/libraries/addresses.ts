/** URL of a version's preview, and its embed code. */
import { DEFAULT_REVISION, DEFAULT_VERSION } from '../../../src/global/defaults';
import type { VersionState } from '../../../src/utils/gateway/overview/overview';
import { getComponentSource } from '../../../src/utils/source/source';
import { escapeAttribute } from '../../../src/utils/template/escape-html';

export interface VersionAddress {
  /** `library/component`. */
  readonly component: string;
  readonly version: string;
}

/** States in which the last revision is not public. */
const DRAFTS: ReadonlySet<VersionState> = new Set(['changed', 'staged', 'draft', 'unpublished']);

const namesOf = (id: string): { readonly library: string; readonly component: string } => {
  const [library, component] = id.split('/') as [string, string];
  return { library, component };
};

/** The preview of the last revision that the caller may see. */
export function previewURL({ component: id, version }: VersionAddress, state: VersionState, language: string): string {
  const revision = DRAFTS.has(state) ? 'saved' : DEFAULT_REVISION;
  const source = getComponentSource({ ...namesOf(id), version, revision });
  return `/preview.html?${new URLSearchParams({ feaasSrc: source, lang: language })}`;
}

const attribute = (name: string, value: string): string => `${name}="${escapeAttribute(value)}"`;

/** The tags that embed a version in a page, without attributes that have the default value. */
export function embedCode({ component: id, version }: VersionAddress, host: string): string {
  const { library, component } = namesOf(id);
  const attributes = [
    attribute('cdn', `${host}/cdn`),
    attribute('library', library),
    attribute('component', component),
    ...(version === DEFAULT_VERSION ? [] : [attribute('version', version)]),
  ];
  return [
    `<script type="module" ${attribute('src', `${host}/build/feaas.esm.js`)}></script>`,
    `<feaas-component ${attributes.join(' ')}></feaas-component>`,
  ].join('\n');
}
