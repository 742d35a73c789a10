/** Which component an element names: its own attributes, its ancestors', what `src` says, defaults (E4, E9). */
import { SourceParseError } from '../../global/errors';
import { part } from '../parts';
import { matchComponentSource, type ComponentSource, type Revision } from '../source/source';
import { inheritedAttribute } from './inherit';

/** The properties of a `feaas-component` that choose its template. */
export interface SourceProps {
  src?: string;
  cdn?: string;
  hostname?: string;
  library?: string;
  component?: string;
  version?: string;
  revision?: string;
  instance?: string;
  preview?: boolean;
}

const revisionOf = (text: string | undefined): Revision | undefined => (text || undefined) as Revision | undefined;

/**
 * The source of an element; undefined while it has no library or component.
 * @throws SourceParseError when `src`, or an allowed `feaasSrc`, does not parse.
 */
export function resolveSource(element: Element, props: SourceProps): ComponentSource | undefined {
  const src = (props.preview && part('more').previewSource(element)) || props.src;
  const named = src ? matchComponentSource(src) : undefined;
  if (src && !named) throw new SourceParseError(src);
  if (props.preview && src !== props.src && named) {
    return { ...named, cdn: named.cdn ?? props.cdn ?? inheritedAttribute(element, 'cdn') };
  }
  const library = props.library || (named ? undefined : inheritedAttribute(element, 'library')) || named?.library;
  const component = props.component || named?.component;
  if (!library || !component) return undefined;
  return {
    cdn: props.cdn ?? props.hostname ?? inheritedAttribute(element, 'cdn') ?? inheritedAttribute(element, 'hostname') ?? named?.cdn,
    library,
    component,
    version: props.version || named?.version,
    revision: revisionOf(props.revision) ?? named?.revision,
    instance: props.instance || undefined,
  };
}

/** What `fetch` asks for: nothing said means all (E5). */
export function wanted(fetch: string | boolean | undefined | null): { data: boolean; template: boolean; stylesheet: boolean } {
  const all = fetch === undefined || fetch === null || fetch === true || fetch === 'true';
  const list = all || fetch === false || fetch === 'false' ? [] : String(fetch).split(/[\s-]+/);
  return {
    data: all || list.includes('data'),
    template: all || list.includes('template'),
    stylesheet: all || list.includes('stylesheet'),
  };
}
