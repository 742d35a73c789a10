/** Made by `npm run messages`; do not edit. */
import type { Catalog } from '../ui-kit/messages';

export interface LibrariesMessageValues {
  readonly title: undefined;
  readonly 'search.label': undefined;
  readonly 'search.hint': undefined;
  readonly 'collection.label': undefined;
  readonly 'collection.all': undefined;
  readonly 'list.loading': undefined;
  readonly 'list.count': { readonly count: number };
  readonly 'list.more': { readonly count: number };
  readonly 'list.none': undefined;
  readonly 'list.notFound': undefined;
  readonly 'list.failed': { readonly reason: string };
  readonly 'action.retry': undefined;
  readonly 'action.more': undefined;
  readonly 'action.preview': undefined;
  readonly 'action.previewOf': { readonly name: string; readonly version: string };
  readonly 'action.embed': undefined;
  readonly 'action.embedOf': { readonly name: string; readonly version: string };
  readonly 'action.copy': undefined;
  readonly 'copy.done': undefined;
  readonly 'copy.manual': undefined;
  readonly 'embed.draft': undefined;
  readonly 'version.more': undefined;
  readonly 'version.none': undefined;
  readonly modified: { readonly age: string };
  readonly 'state.published': undefined;
  readonly 'state.changed': undefined;
  readonly 'state.staged': undefined;
  readonly 'state.draft': undefined;
  readonly 'state.unpublished': undefined;
  readonly 'state.deleted': undefined;
}

declare const catalog: Catalog<LibrariesMessageValues>;
export default catalog;
