/**
 * Parses queries from text, for pages that use the client themselves; each text is parsed once.
 * The kit's own operations are parsed at build time, so the parser is only loaded on demand.
 */
import type { DocumentNode } from 'graphql';
import { CACHE_SIZES } from './cache-sizes';

export interface Documents {
  /** Returns the document of a text. @throws GraphQLError for invalid GraphQL */
  (text: string): Promise<DocumentNode>;
  /** Number of cached documents. */
  readonly size: number;
}

/** Creates a cache of at most `maxSize` documents; it evicts the least recently used one. */
export function createDocuments(maxSize: number = CACHE_SIZES.parser): Documents {
  const cache = new Map<string, DocumentNode>();
  const documentOf = async (text: string): Promise<DocumentNode> => {
    const { parse } = await import('./parser');
    const document = cache.get(text) ?? parse(text, { noLocation: true });
    cache.delete(text);
    cache.set(text, document);
    if (cache.size > maxSize) cache.delete(cache.keys().next().value as string);
    return document;
  };
  return Object.defineProperty(documentOf, 'size', { get: () => cache.size }) as Documents;
}
