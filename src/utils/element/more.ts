/** What a component needs only sometimes: previews, content that is there already, hidden hosts, partial data. */
import { SourceParseError } from '../../global/errors';
import { isDataSettings } from '../data/is-settings';
import { matchComponentSource } from '../source/source';
import { inheritedAttribute } from './inherit';

/** The page's `feaasSrc`, when its cdn is the page's own origin or one the context allows (E9). */
export function previewSource(element: Element): string | undefined {
  const source = new URLSearchParams(location.search).get('feaasSrc');
  if (!source) return undefined;
  const cdn = matchComponentSource(source)?.cdn;
  const allowed = [location.origin];
  for (const context of document.querySelectorAll('feaas-context[origins]')) {
    allowed.push(...context.getAttribute('origins')!.split(/[\s,]+/));
  }
  const own = cdn ?? inheritedAttribute(element, 'cdn');
  if (own !== undefined && !allowed.includes(new URL(own, document.baseURI).origin)) throw new SourceParseError(source);
  return source;
}

/** Children as a template: of a run that the server made, the first element (E6). */
export function childrenTemplate(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const first of copy.querySelectorAll('[data-path-scope]')) {
    const scope = first.getAttribute('data-path-scope');
    for (let at = first.nextElementSibling; at; ) {
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
  isDataSettings(data) ? {} : Object.fromEntries(Object.entries(data as object).filter(([, value]) => !isDataSettings(value)));
