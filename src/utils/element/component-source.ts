/** Resolves the component of an element from its own attributes, its ancestors', `src`, and defaults (E4, E9). */
import { SourceParseError } from '../../global/errors';
import { lazyModules } from '../scheduling/lazy-modules';
import { matchComponentSource, type ComponentSource, type Revision } from '../source/urls';
import { inheritedAttribute } from './inherit';
import type { FetchList, FetchPart, RevisionName } from './property-types';

/** The properties of a `feaas-component` that select its template. */
export interface SourceProps {
  /** Source string: `[cdn/components/]library/component[/version[/revision]]`. */
  src?: string;
  /** Content-delivery host. */
  cdn?: string;
  /** @deprecated alias of `cdn`. */
  hostname?: string;
  library?: string;
  component?: string;
  /** `responsive` by default. */
  version?: string;
  /** `published` (the default), `staged`, `saved`, or a number. */
  revision?: RevisionName;
  /** Id of the fork for this position in the site. */
  instance?: string;
  preview?: boolean;
}

/** Source properties that are attributes of the same name: servers print them, and `preload` reads them. */
export const SOURCE_ATTRIBUTES = [
  'src',
  'cdn',
  'hostname',
  'library',
  'component',
  'version',
  'revision',
  'instance',
] as const satisfies readonly (keyof SourceProps)[];

/** A source whose component may be missing: then only the library's stylesheet can be loaded. */
export type ElementSource = Omit<ComponentSource, 'component'> & { component?: string };

/** Whether a source specifies a component. */
export const hasComponent = (source: ElementSource | undefined): source is ComponentSource => !!source?.component;

/** Whether the source depends on a module that is not loaded. Separate, because previews are rare. */
export const isSourceDeferred = ({ preview }: SourceProps): boolean => !!preview && !lazyModules.deferred;

/**
 * The source of an element; undefined while it has no library, or if {@link isSourceDeferred}.
 * @throws SourceParseError if `src`, or an allowed `feaasSrc`, is invalid.
 */
export function resolveSource(element: Element, props: SourceProps): ElementSource | undefined {
  if (isSourceDeferred(props)) return undefined;
  if (props.preview) props = lazyModules.deferred!.previewProps(element, props);
  const { src } = props;
  const parsed = src ? matchComponentSource(src) : undefined;
  if (src && !parsed) throw new SourceParseError(src);
  const library = props.library || (parsed ?? { library: inheritedAttribute(element, 'library') }).library;
  const cdn = props.cdn ?? props.hostname ?? inheritedAttribute(element, 'cdn', 'hostname');
  return library
    ? {
        cdn: cdn ?? parsed?.cdn,
        // The query belongs to the URL in `src`, so it is used only with that host.
        ...(cdn == null && parsed?.query && { query: parsed.query }),
        library,
        component: props.component || parsed?.component,
        version: props.version || parsed?.version,
        revision: (props.revision as Revision) || parsed?.revision,
        instance: props.instance,
      }
    : undefined;
}

/** Returns whether the attribute `fetch` includes a part; without the attribute it includes all parts (E5). */
export function parseFetchAttribute(fetch: FetchList | string | undefined): (part: FetchPart) => boolean {
  const parts = String(fetch ?? true).split(/[\s,-]+/);
  return (part) => parts[0] === 'true' || parts.includes(part);
}
