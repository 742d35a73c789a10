/** Previews of another source, specified in the page's address (E9). */
import { DEFAULT_CDN } from '../../global/defaults';
import { SourceParseError } from '../../global/errors';
import { warnOnce } from '../../global/logger';
import { closestContext } from '../frontend/find-context';
import { listedOrigins } from '../frontend/origins';
import { matchComponentSource } from '../source/urls';
import type { SourceProps } from './component-source';
import { inheritedAttribute } from './inherit';

/**
 * The source in the page's `feaasSrc`, if its cdn is the page's own origin or one that the context allows (E9).
 * @throws SourceParseError if it is not allowed.
 */
export function previewProps(element: Element, props: SourceProps): SourceProps {
  const source = new URLSearchParams(location.search).get('feaasSrc');
  if (!source) return props;
  const closest = closestContext(element);
  // A component outside of any context uses all contexts of the page.
  const contexts = closest ? [closest] : [...document.querySelectorAll('feaas-context')];
  const allowed = [location.origin, ...contexts.flatMap((context) => listedOrigins(context) ?? [])];
  const cdn =
    matchComponentSource(source)?.cdn ||
    props.cdn ||
    props.hostname ||
    inheritedAttribute(element, 'cdn', 'hostname') ||
    DEFAULT_CDN;
  if (!URL.canParse(cdn, document.baseURI) || !allowed.includes(new URL(cdn, document.baseURI).origin)) {
    warnOnce(`feaasSrc: ${cdn} is not an allowed origin for previews. Add it to the origins of the <feaas-context>.`);
    throw new SourceParseError(source);
  }
  // The source replaces all source attributes of the element.
  return { src: source, cdn };
}
