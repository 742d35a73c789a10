/** Addresses of the frontend host and the backend (E4). */
import { ownOrInherited } from './library';

const absolute = (url: string): string => new URL(url, document.baseURI).href.replace(/\/+$/, '');

/** Origin of the kit's script, or of the page if the script's URL is not http(s), as that of a file or of some bundles. */
function scriptOrigin(): string {
  const { protocol, origin } = new URL(import.meta.url);
  return /^https?:$/.test(protocol) ? origin : location.origin;
}

/** URL of the frontend host, absolute, without a trailing slash. */
export const frontendOf = (element: Element): string => absolute(ownOrInherited(element, 'frontend') ?? scriptOrigin());

/** URL of the backend, absolute, without a trailing slash. */
export const backendOf = (element: Element): string =>
  absolute(ownOrInherited(element, 'backend') ?? `${frontendOf(element)}/api`);
