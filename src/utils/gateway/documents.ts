/**
 * Queries that come as text, for pages that use the client themselves: each text is parsed once. The kit's own operations
 * are parsed when it is built, so the parser is loaded only when somebody asks.
 */
import type { DocumentNode } from 'graphql';
import { CACHE_SIZES } from './cache-sizes';

export interface Documents {
  /** The document of a text. @throws GraphQLError for text that is no GraphQL. */
  (text: string): Promise<DocumentNode>;
  /** How many are kept. */
  readonly size: number;
}

/** A memo of at most `most` documents; the least recently used goes first. */
export function createDocuments(most: number = CACHE_SIZES.parser): Documents {
  const kept = new Map<string, DocumentNode>();
  const documentOf = async (text: string): Promise<DocumentNode> => {
    const { parse } = await import('./parser');
    const document = kept.get(text) ?? parse(text, { noLocation: true });
    kept.delete(text);
    kept.set(text, document);
    if (kept.size > most) kept.delete(kept.keys().next().value as string);
    return document;
  };
  return Object.defineProperty(documentOf, 'size', { get: () => kept.size }) as Documents;
}
