/** Resource hints: preload links that let the browser request resources before any script runs. */
import { getComponentURL, getStylesheetURL, type ComponentReference } from '../source/source';

/** Attributes of a hint that matches the kit's own requests. */
export const preloadAttributes = (url: string): Record<string, string> => ({
  rel: 'preload',
  as: 'fetch',
  crossorigin: 'anonymous',
  href: url,
});

const link = (url: string): string =>
  `<link ${Object.entries(preloadAttributes(url))
    .map(([name, value]) => `${name}="${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`)
    .join(' ')}>`;

/**
 * `<link rel=preload>` for components and their libraries' stylesheets, for the head of a page; each URL once.
 * @throws SourceParseError, MissingSourceError.
 */
export function renderPreloads(...references: ComponentReference[]): string {
  const urls = references.flatMap((reference) => [getComponentURL(reference), getStylesheetURL(reference)]);
  return [...new Set(urls)].map(link).join('');
}
