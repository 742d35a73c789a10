/** Which component an element names: its own attributes, its ancestors', what `src` says, defaults (E4, E9). */
import { SourceParseError } from '../../global/errors';
import { lazyModules } from '../scheduling/lazy-modules';
import { matchComponentSource, type ComponentSource, type Revision } from '../source/urls';
import { inheritedAttribute } from './inherit';
import type { FetchList, FetchPart, RevisionName } from './property-types';

/** The properties of a `feaas-component` that choose its template. */
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
  /** Id of this place's fork. */
  instance?: string;
  preview?: boolean;
}

/** The properties of a source that are attributes of the same name: what servers print, and `preload` reads. */
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

/** A source whose component may still be missing: its library's stylesheet is known then, its template is not. */
export type ElementSource = Omit<ComponentSource, 'component'> & { component?: string };

/** Whether a source names a component. */
export const hasComponent = (source: ElementSource | undefined): source is ComponentSource => !!source?.component;

/** Whether the source of an element depends on a module that is not loaded: previews are rare. */
export const isSourceDeferred = ({ preview }: SourceProps): boolean => !!preview && !lazyModules.deferred;

/**
 * The source of an element; undefined while it has no library, or {@link isSourceDeferred}.
 * @throws SourceParseError when `src`, or an allowed `feaasSrc`, does not parse.
 */
export function resolveSource(element: Element, props: SourceProps): ElementSource | undefined {
  if (isSourceDeferred(props)) return undefined;
  if (props.preview) props = lazyModules.deferred!.previewProps(element, props);
  const { src } = props;
  const named = src ? matchComponentSource(src) : undefined;
  if (src && !named) throw new SourceParseError(src);
  const library = props.library || (named ?? { library: inheritedAttribute(element, 'library') }).library;
  const cdn = props.cdn ?? props.hostname ?? inheritedAttribute(element, 'cdn', 'hostname');
  return library
    ? {
        cdn: cdn ?? named?.cdn,
        // It is that of the URL's own host.
        ...(cdn == null && named?.query && { query: named.query }),
        library,
        component: props.component || named?.component,
        version: props.version || named?.version,
        revision: (props.revision as Revision) || named?.revision,
        instance: props.instance,
      }
    : undefined;
}

/** What the attribute `fetch` asks for; without the attribute everything (E5). */
export function parseFetchAttribute(fetch: FetchList | string | undefined): (part: FetchPart) => boolean {
  const list = String(fetch ?? true).split(/[\s,-]+/);
  return (part) => list[0] === 'true' || list.includes(part);
}
