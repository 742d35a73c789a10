/** The lazily loaded modules of the kit: names, types, and loaders for pages. */
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
    /** Code of elements and stylesheets for few pages, such as previews, or for after the first render. */
    deferred: typeof Deferred;
    /** Rendering over existing content: later renders, hydration, morphing. */
    updates: typeof Updates;
    /** The cache of responses across visits, and its revalidation. Only for pages, not for servers. */
    persistence: { readonly persistence: Persistence };
    /** Filters and descendant segments in paths; selects the language that evaluates them. */
    advancedPaths: Pick<typeof AdvancedPaths, 'queryAdvanced'>;
    /** Filters in parentheses, which compare as JavaScript does. */
    javascriptPaths: typeof JavaScriptPaths;
    /** Other filters, and descendant segments. */
    rfc9535Paths: typeof RFC9535Paths;
    /** HTML and rich text of data. */
    sanitizer: Pick<typeof Sanitizer, 'sanitize' | 'insertMarkup' | 'richTextToText'>;
    /** Bindings on a component's own element. */
    hostBindings: Pick<typeof HostBindings, 'nestedContent' | 'renderHostBindings'>;
  }
}

/** Registers the module loaders of a page. */
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
// If there are cached responses, elements will request them: load the module in advance.
if (hasCachedResources()) loadModule('persistence').catch(() => {});
