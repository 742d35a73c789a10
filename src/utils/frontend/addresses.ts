/** Where the frontend host and the backend are (E4). */
import { ownOrInherited } from './library';

const absolute = (url: string): string => new URL(url, document.baseURI).href.replace(/\/+$/, '');

/** Origin of the kit's script. A file has none, and what a bundler made of it may have another: the page's stands in. */
function scriptOrigin(): string {
  const { protocol, origin } = new URL(import.meta.url);
  return /^https?:$/.test(protocol) ? origin : location.origin;
}

/** URL of the frontend host, absolute, without a slash at its end. */
export const frontendOf = (element: Element): string => absolute(ownOrInherited(element, 'frontend') ?? scriptOrigin());

/** URL of the backend, likewise. */
export const backendOf = (element: Element): string =>
  absolute(ownOrInherited(element, 'backend') ?? `${frontendOf(element)}/api`);
