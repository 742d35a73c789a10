import type { DocumentNode, Token } from 'graphql';
import type { Plugin, YogaServerOptions } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** Approximate maximum bytes of cached documents. The largest queries take half a megabyte. */
const DOCUMENT_BYTES = 32 * 1024 * 1024;
/** Approximate bytes of a token in a parsed document, besides its text. */
const TOKEN_BYTES = 512;

type CacheOptions = Exclude<YogaServerOptions<object, object>['parserAndValidationCache'], boolean | undefined>;

/**
 * Caches parsed documents with a memory limit. Yoga's own cache limits only their number, and stores all errors of
 * invalid ones.
 */
export function createQueryCache(bytes: number = DOCUMENT_BYTES): { options: CacheOptions; plugin: Plugin } {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: bytes,
    sizeCalculation: (document, text) => 2 * text.length + TOKEN_BYTES * countTokens(document),
  });
  return {
    options: { documentCache: documents, errorCache: { get: () => undefined, set: () => {} } },
    plugin: {
      onValidate: ({ params: { documentAST } }) => {
        const text = (documentAST as DocumentNode).loc?.source.body;
        return ({ valid }) => {
          if (!valid && text !== undefined) documents.delete(text);
        };
      },
    },
  };
}

function countTokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token: Token | null | undefined = loc?.startToken; token; token = token.next) count++;
  return count;
}
