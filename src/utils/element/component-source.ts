/** Which component an element names: its own attributes, its ancestors', what `src` says, defaults (E4, E9). */
import { SourceParseError } from '../../global/errors';
import { part } from '../parts';
import { matchComponentSource, type ComponentSource, type Revision } from '../source/urls';
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

/**
 * The source of an element; undefined while it has no library or component.
 * @throws SourceParseError when `src`, or an allowed `feaasSrc`, does not parse.
 */
export function resolveSource(element: Element, props: SourceProps): ComponentSource | undefined {
  if (props.preview) props = part('more').previewProps(element, props);
  const { src } = props;
  const named = src ? matchComponentSource(src) : undefined;
  if (src && !named) throw new SourceParseError(src);
  const inherit = (name: string): string | undefined => inheritedAttribute(element, name);
  const library = props.library || (named ?? { library: inherit('library') }).library;
  const component = props.component || named?.component;
  return library && component
    ? {
        cdn: props.cdn ?? props.hostname ?? inherit('cdn') ?? inherit('hostname') ?? named?.cdn,
        library,
        component,
        version: props.version || named?.version,
        revision: (props.revision as Revision) || named?.revision,
        instance: props.instance,
      }
    : undefined;
}

/** What `fetch` asks for: nothing said means all (E5). */
export function wanted(
  fetch: string | boolean | undefined | null,
): (part: 'data' | 'template' | 'stylesheet') => boolean {
  const list = String(fetch ?? true).split(/[\s-]+/);
  return (part) => list[0] === 'true' || list.includes(part);
}
