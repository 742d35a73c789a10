import type { DocumentNode, Token } from 'graphql';
import type { Plugin, YogaServerOptions } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** Bytes of all documents that are kept, about: the queries of many clients, of which the largest have half a megabyte. */
const DOCUMENT_BYTES = 32 * 1024 * 1024;
/** What a word or sign of a query's text takes as a part of a document, besides itself. */
const TOKEN_BYTES = 512;

type CacheOptions = Exclude<YogaServerOptions<object, object>['parserAndValidationCache'], boolean | undefined>;

/**
 * Documents of texts that come again, in so much memory, whoever sends what. Yoga's own cache keeps a number of them, whatever
 * each takes, and with those that are refused all that is wrong with them.
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
