/** Made by `npm run messages`; do not edit. */
import type { Catalog } from '../../frontend/src/ui-kit/messages';

export interface SiteMessageValues {
  readonly 'nav.demo': undefined;
  readonly 'nav.playground': undefined;
  readonly 'nav.preview': undefined;
  readonly 'nav.libraries': undefined;
  readonly 'nav.forks': undefined;
  readonly 'nav.docs': undefined;
  readonly 'demo.code': undefined;
  readonly 'preview.title': undefined;
  readonly 'preview.skip': undefined;
  readonly 'preview.frame': undefined;
  readonly 'preview.source': undefined;
  readonly 'preview.revision': undefined;
  readonly 'preview.published': undefined;
  readonly 'preview.staged': undefined;
  readonly 'preview.saved': undefined;
  readonly 'preview.number': undefined;
  readonly 'preview.breakpoint': undefined;
  readonly 'preview.free': undefined;
  readonly 'preview.width': undefined;
  readonly 'preview.drag': undefined;
  readonly 'preview.theme': undefined;
  readonly 'preview.none': undefined;
  readonly 'preview.scheme': undefined;
  readonly 'preview.auto': undefined;
  readonly 'preview.light': undefined;
  readonly 'preview.dark': undefined;
  readonly 'preview.data': undefined;
  readonly 'preview.sample': undefined;
  readonly 'preview.live': undefined;
  readonly 'preview.rtl': undefined;
  readonly 'preview.notSource': undefined;
  readonly 'preview.name': undefined;
  readonly 'preview.loading': undefined;
  readonly 'preview.shown': { readonly source: string };
  readonly 'preview.forbidden': undefined;
  readonly 'preview.missing': undefined;
  readonly 'preview.status': { readonly status: number };
  readonly 'preview.deleted': undefined;
  readonly 'preview.failed': { readonly reason: string };
  readonly 'forks.title': undefined;
  readonly 'forks.skip': undefined;
  readonly 'forks.library': undefined;
  readonly 'forks.none': undefined;
  readonly 'forks.failed': { readonly reason: string };
  readonly 'page.language': undefined;
  readonly 'page.token': undefined;
  readonly 'libraries.title': undefined;
  readonly 'libraries.skip': undefined;
  readonly 'libraries.none': undefined;
  readonly 'libraries.failed': { readonly reason: string };
}

declare const catalog: Catalog<SiteMessageValues>;
export default catalog;
