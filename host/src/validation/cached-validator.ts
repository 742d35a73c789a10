import { createHash } from 'node:crypto';
import { ByteCache } from '../lib/byte-cache.js';
import type { MarkupProblem } from './check-markup.js';
import type { StylesheetProblem } from './check-stylesheet.js';
import type { Allowed } from './elements.js';
import type { ContentValidator } from './content-validator.js';

/** Maximum cached checks without problems. */
const ENTRIES = 10_000;

/** Caches checks without problems: saved content is usually staged and published soon after. */
export function cachedValidator(validator: ContentValidator): ContentValidator {
  const weigh = (problems: readonly unknown[]): number => (problems.length === 0 ? 1 : Infinity);
  const markup = new ByteCache<readonly MarkupProblem[]>(ENTRIES, weigh);
  const stylesheets = new ByteCache<readonly StylesheetProblem[]>(ENTRIES, weigh);
  return {
    markup: (html, allowed, principal) =>
      markup.get(keyOf(html, allowed), () => validator.markup(html, allowed, principal)),
    stylesheet: (css, principal) => stylesheets.get(keyOf(css), () => validator.stylesheet(css, principal)),
  };
}

const keyOf = (text: string, allowed?: Allowed): string =>
  `${createHash('sha256').update(text).digest('base64')} ${JSON.stringify(allowed)}`;
