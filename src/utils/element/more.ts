/** What a component needs only sometimes: previews, content that is there already, hidden hosts, partial data. */
import { DEFAULT_CDN, NESTING_LIMIT } from '../../global/defaults';
import { logError, warnOnce } from '../../global/logger';
import { FeaasError, SourceParseError } from '../../global/errors';
import { isDataSettings } from '../data/is-settings';
import type { CachedResource } from '../delivery/resource';
import { contextAround } from '../frontend/find-context';
import { listedOrigins } from '../frontend/origins';
import { loadModule } from '../scheduling/lazy-modules';
import { matchComponentSource } from '../source/urls';
import { MOUNTED } from '../template/mounted';
import { dropThemes } from '../template/themes';
import { nestedHosts } from '../template/nested-components';
import { isThemed } from '../template/content-model';
import type { SourceProps } from './component-source';
import { inheritedAttribute, parentOf } from './inherit';

/** The attribute `data` is no JSON. */
export const tellOfData = ({ message }: Error, element?: Element): void =>
  logError(`<feaas-component>: data is not JSON and counts as empty. Correct it: ${message}`, element);

/** Its stylesheet is not to be had. */
export const tellOfStyle = (url: string, { message }: Error): void =>
  logError(`<feaas-component>: stylesheet ${url} did not load (${message}); content shows without it.`);

/** The page's `feaasSrc`, when its cdn is the page's own origin or one the context allows (E9). */
export function previewProps(element: Element, props: SourceProps): SourceProps {
  const source = new URLSearchParams(location.search).get('feaasSrc');
  if (!source) return props;
  const around = contextAround(element);
  // A component outside of any context belongs to all of the page's.
  const contexts = around ? [around] : [...document.querySelectorAll('feaas-context')];
  const allowed = [location.origin, ...contexts.flatMap((context) => listedOrigins(context) ?? [])];
  const cdn =
    matchComponentSource(source)?.cdn ||
    props.cdn ||
    props.hostname ||
    inheritedAttribute(element, 'cdn', 'hostname') ||
    DEFAULT_CDN;
  if (!URL.canParse(cdn, document.baseURI) || !allowed.includes(new URL(cdn, document.baseURI).origin)) {
    warnOnce(`feaasSrc: ${cdn} is no origin that may be previewed from. Add it to the origins of the <feaas-context>.`);
    throw new SourceParseError(source);
  }
  // The source names all of it: what the element's own attributes say is for pages without a preview.
  return { src: source, cdn };
}

/** What stands in an element as its template (E6): what the plan around has there, before its data. */
export const innerTemplate = (element: Element): string => {
  const children = childrenTemplate(element);
  return nestedHosts.get(element)?.template ?? children;
};

/** Children as a template: of a run that the server made, the first element; nothing of what is mounted (E6). */
function childrenTemplate(element: Element): string {
  // Without data they stay as they are, but for this (E3).
  if (isThemed(element)) dropThemes(element.children);
  const copy = element.cloneNode(true) as Element;
  for (const first of copy.querySelectorAll('[data-path-scope]')) {
    const scope = first.getAttribute('data-path-scope');
    for (let next; (next = first.nextElementSibling)?.getAttribute('data-path-scope') === scope;) next!.remove();
  }
  for (const mounted of copy.querySelectorAll(`feaas-external > [slot=${MOUNTED}]`)) mounted.remove();
  return copy.innerHTML;
}

/** How far off the screen a lazy component begins to load: half of it. */
const NEAR: IntersectionObserverInit = { rootMargin: '50%' };

/**
 * Calls once when an element is no longer hidden; returns the way to stop.
 * @param near and is about to be seen, too.
 */
export function whenShown(element: Element, near: boolean, shown: () => void): () => void {
  let watch: MutationObserver | IntersectionObserver;
  const look = (): void => {
    if (element.hasAttribute('hidden')) return;
    watch.disconnect();
    if (!near) shown();
    else {
      watch = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        shown();
      }, NEAR);
      watch.observe(element);
    }
  };
  watch = new MutationObserver(look);
  watch.observe(element, { attributes: true, attributeFilter: ['hidden'] });
  look();
  return () => watch.disconnect();
}

/** Content that the server rendered, to be checked against the host (E12). */
export function serverRendered(element: Element, urls: readonly string[], lastModified: string): CachedResource {
  // When the server asked the host, in milliseconds since 1970.
  const checkedAt = +(element.getAttribute('data-checked-at') ?? 0) || 0;
  void loadModule('persistence').then(
    (kept) => urls.forEach((url, at) => kept.checkRendered(url, at < urls.length - 1, lastModified, checkedAt)),
    () => {},
  );
  const headers = new Headers({ 'last-modified': lastModified });
  return { url: urls.at(-1)!, text: childrenTemplate(element), headers, fromServer: true };
}

/** The parts of data that are there without a request. */
export const withoutSettings = (data: unknown): unknown =>
  isDataSettings(data)
    ? {}
    : Object.fromEntries(Object.entries(data as object).filter(([, value]) => !isDataSettings(value)));

/**
 * A component that contains itself ends somewhere (E10).
 * @throws FeaasError at depth 20.
 */
export function checkNesting(element: Element): void {
  let depth = 0;
  for (let at = parentOf(element); at; at = parentOf(at)) if (at.localName === element.localName) depth++;
  if (depth >= NESTING_LIMIT)
    throw new FeaasError('NestingError', `Component is nested ${NESTING_LIMIT} deep: it contains itself`);
}
