/** The lazily loaded modules of the kit: their names, types and, for pages, their loaders. */
import type { Persistence } from './delivery/persistence';
import type * as Deferred from './deferred';
import type * as Updates from './template/updates';
import type * as AdvancedPaths from './path/advanced';
import type * as JavaScriptPaths from './path/javascript-paths';
import type * as RFC9535Paths from './path/rfc9535-paths';
import type * as HostBindings from './template/host-bindings';
import type * as Sanitizer from './template/browser-sanitizer';
import { hasCachedResources } from './delivery/cached-resources';
import { loadModule, moduleLoaders } from './scheduling/lazy-modules';

declare module './scheduling/lazy-modules' {
  interface LazyModules {
    /** What elements and stylesheets need only in some pages, such as previews, or after the first render. */
    deferred: typeof Deferred;
    /** Rendering where content is there already: later renders, hydration, morphing. */
    updates: typeof Updates;
    /** The cache of responses across visits, and its revalidation. Pages have it, servers do not. */
    persistence: { readonly persistence: Persistence };
    /** Filters and descendant segments in paths: which language reads them. */
    advancedPaths: Pick<typeof AdvancedPaths, 'queryAdvanced'>;
    /** Filters in parentheses, which compare as JavaScript does. */
    javascriptPaths: typeof JavaScriptPaths;
    /** Other filters, and descendant segments. */
    rfc9535Paths: typeof RFC9535Paths;
    /** HTML and rich text out of data. */
    sanitizer: Pick<typeof Sanitizer, 'sanitize' | 'insertMarkup' | 'richTextToText'>;
    /** What is bound on a component's own element. */
    hostBindings: Pick<typeof HostBindings, 'nestedContent' | 'renderHostBindings'>;
  }
}

/** Registers the loaders that a page uses. */
export function registerPageModules(): void {
  moduleLoaders.deferred ??= () => import('./deferred');
  moduleLoaders.updates ??= () => import('./template/updates');
  moduleLoaders.advancedPaths ??= () => import('./path/advanced');
  moduleLoaders.javascriptPaths ??= () => import('./path/javascript-paths');
  moduleLoaders.rfc9535Paths ??= () => import('./path/rfc9535-paths');
  moduleLoaders.sanitizer ??= () => import('./template/browser-sanitizer');
  moduleLoaders.hostBindings ??= () => import('./template/host-bindings');
  moduleLoaders.persistence ??= () => import('./persistence');
}

registerPageModules();
// Elements are going to ask for cached responses where there are any: what reads them is loaded meanwhile.
if (hasCachedResources()) loadModule('persistence').catch(() => {});
