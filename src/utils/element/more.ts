/** What a component needs only sometimes: previews, content that is there already, hidden hosts, partial data. */
import { NESTING_LIMIT } from '../../global/defaults';
import { FeaasError, SourceParseError } from '../../global/errors';
import { isDataSettings } from '../data/is-settings';
import { matchComponentSource } from '../source/urls';
import type { SourceProps } from './component-source';
import { inheritedAttribute, parentOf } from './inherit';

/** The page's `feaasSrc`, when its cdn is the page's own origin or one the context allows (E9). */
export function previewProps(element: Element, props: SourceProps): SourceProps {
  const source = new URLSearchParams(location.search).get('feaasSrc');
  if (!source) return props;
  const cdn = matchComponentSource(source)?.cdn;
  const allowed = [location.origin];
  for (const context of document.querySelectorAll('feaas-context[origins]')) {
    allowed.push(...context.getAttribute('origins')!.split(/[\s,]+/));
  }
  const own = cdn ?? props.cdn ?? inheritedAttribute(element, 'cdn');
  if (own !== undefined && !allowed.includes(new URL(own, document.baseURI).origin)) throw new SourceParseError(source);
  // The source names all of it: what the element's own attributes say is for pages without a preview.
  return { src: source, cdn: own };
}

/** Children as a template: of a run that the server made, the first element (E6). */
export function childrenTemplate(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const first of copy.querySelectorAll('[data-path-scope]')) {
    const scope = first.getAttribute('data-path-scope');
    for (let at = first.nextElementSibling; at;) {
      const next = at.nextElementSibling;
      if (at.getAttribute('data-path-scope') === scope) at.remove();
      at = next;
    }
  }
  return copy.innerHTML;
}

/** Calls once when an element is no longer hidden; returns the way to stop. */
export function whenShown(element: Element, shown: () => void): () => void {
  const observer = new MutationObserver(() => {
    if (element.hasAttribute('hidden')) return;
    observer.disconnect();
    shown();
  });
  observer.observe(element, { attributes: true, attributeFilter: ['hidden'] });
  return () => observer.disconnect();
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
